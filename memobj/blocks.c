// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks by address; see blocks.h.
#include "memobj/blocks.h"

const char* const object_kind_name[OBJECT_KINDS] = {"unknown", "code", "static", "heap",
                                                    "mmap",    "brk",  "stack"};

enum { PAGE_SHIFT = 12 };
#define SMALL_MAX_B (16ULL << PAGE_SHIFT) // larger ones are not listed by page

// --- lists --------------------------------------------------------------------------------

// Number of blocks in the list that start at or before the address.
static uint32_t rank(const BlockList* l, uint64_t address)
{
   uint32_t low = 0, high = l->n;
   while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      if (l->block[middle]->start <= address)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

static void insert(BlockList* l, MemBlock* b)
{
   if (l->n == l->capacity) {
      l->capacity = l->capacity ? 2 * l->capacity : 4;
      l->block = port_realloc("memobj.lists", l->block, l->capacity * sizeof *l->block);
   }
   uint32_t at = rank(l, b->start);
   for (uint32_t i = l->n++; i > at; i--) l->block[i] = l->block[i - 1];
   l->block[at] = b;
}

static void erase(BlockList* l, const MemBlock* b)
{
   uint32_t at = rank(l, b->start) - 1;
   XG_ASSERT(l->block[at] == b);
   for (l->n--; at < l->n; at++) l->block[at] = l->block[at + 1];
}

static bool holds(const MemBlock* b, uint64_t address)
{
   return address - b->start < b->size_B;
}

static MemBlock* find_in(const BlockList* l, uint64_t address)
{
   uint32_t n = rank(l, address);
   return n && holds(l->block[n - 1], address) ? l->block[n - 1] : NULL;
}

// The first block of the list that overlaps start .. start + size_B - 1, or NULL.
static MemBlock* overlapping(const BlockList* l, uint64_t start, uint64_t size_B)
{
   uint32_t n = rank(l, start);
   if (n && holds(l->block[n - 1], start)) return l->block[n - 1];
   return n < l->n && l->block[n]->start - start < size_B ? l->block[n] : NULL;
}

// --- pages --------------------------------------------------------------------------------

static BlockList* page_of(const BlockMap* m, uint64_t page)
{
   return map_get(&m->pages, page, 0);
}

static BlockList* page_asked_for(BlockMap* m, uint64_t page)
{
   uint64_t at = page % RECENT_PAGES;
   if (XG_LIKELY(m->recent[at].page == page)) return m->recent[at].list;
   m->recent[at].page = page;
   return m->recent[at].list = page_of(m, page);
}

static void insert_in_pages(BlockMap* m, MemBlock* b)
{
   uint64_t last = (b->start + b->size_B - 1) >> PAGE_SHIFT;
   for (uint64_t page = b->start >> PAGE_SHIFT; page <= last; page++) {
      BlockList* l = page_of(m, page);
      if (!l) {
         l = port_zalloc("memobj.pages", sizeof *l);
         map_put(&m->pages, page, 0, l);
         m->recent[page % RECENT_PAGES].page = 0;
      }
      insert(l, b);
   }
}

static void erase_from_pages(BlockMap* m, const MemBlock* b)
{
   uint64_t last = (b->start + b->size_B - 1) >> PAGE_SHIFT;
   for (uint64_t page = b->start >> PAGE_SHIFT; page <= last; page++) {
      BlockList* l = page_of(m, page);
      erase(l, b);
      if (l->n) continue;
      port_free(l->block);
      port_free(l);
      map_remove(&m->pages, page, 0);
      m->recent[page % RECENT_PAGES].page = 0;
   }
}

// --- the map ------------------------------------------------------------------------------

static MemBlock* new_block(uint64_t start, uint64_t size_B, MemObject* object)
{
   XG_ASSERT(size_B);
   MemBlock* b = port_alloc("memobj.blocks", sizeof *b);
   *b = (MemBlock){.start = start, .size_B = size_B, .object = object};
   return b;
}

MemBlock* blocks_add(BlockMap* m, uint64_t start, uint64_t size_B, MemObject* object)
{
   MemBlock* b = new_block(start, size_B, object);
   if (size_B > SMALL_MAX_B)
      insert(&m->large, b);
   else
      insert_in_pages(m, b);
   m->n_blocks++;
   m->last = NULL;
   return b;
}

MemBlock* blocks_add_region(BlockMap* m, uint64_t start, uint64_t size_B, MemObject* object)
{
   MemBlock* b = new_block(start, size_B, object);
   b->is_region = true;
   insert(&m->regions, b);
   return b;
}

void blocks_remove(BlockMap* m, MemBlock* b)
{
   if (b->is_region) {
      erase(&m->regions, b);
   } else {
      m->n_blocks--;
      if (b->size_B > SMALL_MAX_B)
         erase(&m->large, b);
      else
         erase_from_pages(m, b);
   }
   m->last = NULL;
   port_free(b);
}

static MemBlock* find_block(BlockMap* m, uint64_t address)
{
   const BlockList* l = page_asked_for(m, address >> PAGE_SHIFT);
   MemBlock* b = l ? find_in(l, address) : NULL;
   return b ? b : find_in(&m->large, address);
}

MemBlock* blocks_find(BlockMap* m, uint64_t address)
{
   if (m->last && holds(m->last, address)) return m->last;
   MemBlock* b = find_block(m, address);
   if (b) return m->last = b;
   return find_in(&m->regions, address);
}

MemBlock* blocks_in(BlockMap* m, uint64_t start, uint64_t size_B)
{
   MemBlock* b = overlapping(&m->large, start, size_B);
   uint64_t last = (start + size_B - 1) >> PAGE_SHIFT;
   uint64_t page = start >> PAGE_SHIFT;
   // A range of many pages is looked for in the pages that there are.
   if (last - page > m->pages.count) {
      for (size_t i = 0; i < m->pages.capacity && !b; i++)
         if (m->pages.entries[i].value)
            b = overlapping(m->pages.entries[i].value, start, size_B);
      return b;
   }
   for (; page <= last && !b; page++) {
      const BlockList* l = page_of(m, page);
      if (l) b = overlapping(l, start, size_B);
   }
   return b;
}

MemBlock* blocks_region_in(const BlockMap* m, uint64_t start, uint64_t size_B)
{
   return overlapping(&m->regions, start, size_B);
}

static void check_list(const BlockList* l)
{
   for (uint32_t i = 1; i < l->n; i++)
      XG_ASSERT(l->block[i - 1]->start + l->block[i - 1]->size_B <= l->block[i]->start);
}

void blocks_check(const BlockMap* m)
{
   check_list(&m->large);
   check_list(&m->regions);
   for (size_t i = 0; i < m->pages.capacity; i++) {
      const BlockList* l = m->pages.entries[i].value;
      if (!l) continue;
      check_list(l);
      uint64_t start = m->pages.entries[i].key1 << PAGE_SHIFT;
      for (uint32_t k = 0; k < l->n; k++)
         XG_ASSERT(l->block[k]->start < start + (1 << PAGE_SHIFT)
                   && l->block[k]->start + l->block[k]->size_B > start);
   }
   map_check(&m->pages);
}
