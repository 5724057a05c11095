// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks by address; see blocks.h.
#include "memobj/blocks.h"

const char* const object_kind_name[OBJECT_KINDS] = {"unknown", "code", "static", "heap",
                                                    "mmap",    "brk",  "stack"};

#define SMALL_MAX_B (16ULL << PAGE_SHIFT) // larger ones are not listed by page

// --- pages --------------------------------------------------------------------------------

static BlockPage* page_of(const BlockMap* m, uint64_t page)
{
   return map_get(&m->pages, page, 0);
}

static BlockPage* page_asked_for(BlockMap* m, uint64_t page)
{
   uint64_t at = page % RECENT_PAGES;
   if (XG_LIKELY(m->recent[at].page == page)) return m->recent[at].at;
   m->recent[at].page = page;
   return m->recent[at].at = page_of(m, page);
}

static void insert_in_pages(BlockMap* m, MemBlock* b)
{
   uint64_t last = (b->start + b->size_B - 1) >> PAGE_SHIFT;
   for (uint64_t page = b->start >> PAGE_SHIFT; page <= last; page++) {
      BlockPage* p = page_asked_for(m, page);
      if (!p) {
         p = port_zalloc("memobj.pages", sizeof *p);
         map_put(&m->pages, page, 0, p);
         m->recent[page % RECENT_PAGES].at = p;
      }
      block_page_insert(p, page << PAGE_SHIFT, b);
   }
}

static void erase_from_pages(BlockMap* m, const MemBlock* b)
{
   uint64_t last = (b->start + b->size_B - 1) >> PAGE_SHIFT;
   for (uint64_t page = b->start >> PAGE_SHIFT; page <= last; page++) {
      BlockPage* p = page_asked_for(m, page);
      block_page_erase(p, page << PAGE_SHIFT, b);
      if (p->list.n) continue;
      port_free(p->list.block);
      port_free(p);
      map_remove(&m->pages, page, 0);
      m->recent[page % RECENT_PAGES].page = 0;
   }
}

// --- the map ------------------------------------------------------------------------------

static void put_back(BlockMap* m, MemBlock* b)
{
   b->watchers = m->free;
   m->free = b;
}

// More blocks, none across two cache lines.
static void add_free(BlockMap* m)
{
   enum { BLOCKS = 256, CACHE_LINE_B = 64 };
   uint8_t* memory = arena_alloc(&m->arena, BLOCKS * sizeof(MemBlock) + CACHE_LINE_B);
   MemBlock* b = (MemBlock*)(memory + (-(uintptr_t)memory & (CACHE_LINE_B - 1)));
   for (int i = BLOCKS - 1; i >= 0; i--) put_back(m, &b[i]);
}

static MemBlock* new_block(BlockMap* m, uint64_t start, uint64_t size_B, MemObject* object)
{
   XG_ASSERT(size_B);
   if (!m->free) add_free(m);
   MemBlock* b = m->free;
   m->free = b->watchers;
   *b = (MemBlock){.start = start, .size_B = size_B, .object = object};
   return b;
}

static void insert(BlockList* l, MemBlock* b)
{
   block_list_insert(l, block_list_rank(l, b->start), b);
}

static void erase(BlockList* l, const MemBlock* b)
{
   uint32_t at = block_list_rank(l, b->start) - 1;
   XG_ASSERT(l->block[at] == b);
   block_list_erase(l, at);
}

static MemBlock* find_in(const BlockList* l, uint64_t address)
{
   return block_list_at(l, block_list_rank(l, address), address);
}

static MemBlock* overlapping(const BlockList* l, uint64_t start, uint64_t size_B)
{
   return block_list_overlapping(l, block_list_rank(l, start), start, size_B);
}

MemBlock* blocks_add(BlockMap* m, uint64_t start, uint64_t size_B, MemObject* object)
{
   MemBlock* b = new_block(m, start, size_B, object);
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
   MemBlock* b = new_block(m, start, size_B, object);
   b->is_region = true;
   insert(&m->regions, b);
   return b;
}

void blocks_remove(BlockMap* m, MemBlock* b)
{
   if (b->is_region) {
      erase(&m->regions, b);
      m->last_region = NULL;
   } else {
      m->n_blocks--;
      if (b->size_B > SMALL_MAX_B)
         erase(&m->large, b);
      else
         erase_from_pages(m, b);
   }
   m->last = NULL;
   put_back(m, b);
}

static MemBlock* find_block(BlockMap* m, uint64_t address)
{
   const BlockPage* p = page_asked_for(m, address >> PAGE_SHIFT);
   MemBlock* b = p ? block_page_find(p, address) : NULL;
   return b ? b : find_in(&m->large, address);
}

MemBlock* blocks_find(BlockMap* m, uint64_t address)
{
   if (m->last && block_holds(m->last, address)) return m->last;
   MemBlock* b = find_block(m, address);
   if (b) return m->last = b;
   if (m->last_region && block_holds(m->last_region, address)) return m->last_region;
   return m->last_region = find_in(&m->regions, address);
}

// The first block of the page that overlaps the range, which may be anywhere.
static MemBlock* overlapping_in(const BlockPage* p, uint64_t page, uint64_t start,
                                uint64_t size_B)
{
   uint64_t first = page << PAGE_SHIFT, from = start < first ? first : start;
   if (from - start >= size_B || from >> PAGE_SHIFT != page) return NULL;
   return block_list_overlapping(&p->list, block_page_rank(p, from), from,
                                 size_B - (from - start));
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
            b = overlapping_in(m->pages.entries[i].value, m->pages.entries[i].key1, start,
                               size_B);
      return b;
   }
   for (; page <= last && !b; page++) {
      const BlockPage* p = page_asked_for(m, page);
      if (p) b = overlapping_in(p, page, start, size_B);
   }
   return b;
}

MemBlock* blocks_region_in(BlockMap* m, uint64_t start, uint64_t size_B)
{
   if (m->last_region && block_holds(m->last_region, start)) return m->last_region;
   return overlapping(&m->regions, start, size_B);
}

void blocks_check(const BlockMap* m)
{
   block_list_check(&m->large);
   block_list_check(&m->regions);
   for (size_t i = 0; i < m->pages.capacity; i++) {
      const BlockPage* p = m->pages.entries[i].value;
      if (!p) continue;
      XG_ASSERT(p->list.n);
      block_page_check(p, m->pages.entries[i].key1 << PAGE_SHIFT);
   }
   map_check(&m->pages);
}
