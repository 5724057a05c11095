// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges by address; see range_map.h.
#include "memobj/range_map.h"

#define SMALL_MAX_B (16ULL << PAGE_SHIFT) // larger ones are not listed by page

// --- pages --------------------------------------------------------------------------------

static void insert_in_pages(RangeMap* m, MemRange* b)
{
   uint64_t last = (b->start + b->size_B - 1) >> PAGE_SHIFT;
   for (uint64_t page = b->start >> PAGE_SHIFT; page <= last; page++) {
      RangePage* p = page_map_find(&m->pages, page);
      if (!p) page_map_put(&m->pages, page, p = host_zalloc("memobj.pages", sizeof *p));
      range_page_insert(p, page << PAGE_SHIFT, b);
   }
}

static void erase_from_pages(RangeMap* m, const MemRange* b)
{
   uint64_t last = (b->start + b->size_B - 1) >> PAGE_SHIFT;
   for (uint64_t page = b->start >> PAGE_SHIFT; page <= last; page++) {
      RangePage* p = page_map_find(&m->pages, page);
      range_page_erase(p, page << PAGE_SHIFT, b);
      if (p->list.n) continue;
      host_free(p->list.range);
      host_free(p);
      page_map_remove(&m->pages, page);
   }
}

// --- the map ------------------------------------------------------------------------------

void range_map_reuse(RangeMap* m, MemRange* b)
{
   b->next_free = m->free;
   m->free = b;
}

// More ranges, none across two cache lines.
static void add_free(RangeMap* m)
{
   enum { RANGES = 256, CACHE_LINE_B = 64 };
   uint8_t* memory = arena_alloc(&m->arena, RANGES * sizeof(MemRange) + CACHE_LINE_B);
   MemRange* b = (MemRange*)(memory + (-(uintptr_t)memory & (CACHE_LINE_B - 1)));
   for (int i = RANGES - 1; i >= 0; i--) range_map_reuse(m, &b[i]);
}

static MemRange* new_range(RangeMap* m, uint64_t start, uint64_t size_B, MemObject* object)
{
   XG_ASSERT(size_B && size_B < 1ULL << 48);
   if (!m->free) add_free(m);
   MemRange* b = m->free;
   m->free = b->next_free;
   *b = (MemRange){.start = start, .watched_B = size_B, .size_B = size_B, .object = object};
   return b;
}

static void insert(RangeList* l, MemRange* b)
{
   range_list_insert(l, range_list_rank(l, b->start), b);
}

static void erase(RangeList* l, const MemRange* b)
{
   uint32_t at = range_list_rank(l, b->start) - 1;
   XG_ASSERT(l->range[at] == b);
   range_list_erase(l, at);
}

static MemRange* find_in(const RangeList* l, uint64_t address)
{
   return range_list_at(l, range_list_rank(l, address), address);
}

static MemRange* overlapping(const RangeList* l, uint64_t start, uint64_t size_B)
{
   return range_list_overlapping(l, range_list_rank(l, start), start, size_B);
}

MemRange* range_map_add(RangeMap* m, uint64_t start, uint64_t size_B, MemObject* object)
{
   MemRange* b = new_range(m, start, size_B, object);
   if (size_B > SMALL_MAX_B) {
      insert(&m->large, b);
      m->gap = m->gap_end = 0;
   } else {
      insert_in_pages(m, b);
   }
   m->n_ranges++;
   m->last = NULL;
   return b;
}

MemRange* range_map_add_mapping(RangeMap* m, uint64_t start, uint64_t size_B, MemObject* object)
{
   MemRange* b = new_range(m, start, size_B, object);
   b->is_mapping = true;
   insert(&m->mappings, b);
   return b;
}

void range_map_remove(RangeMap* m, MemRange* b)
{
   if (b->is_mapping) {
      erase(&m->mappings, b);
      m->last_mapping = NULL;
   } else {
      m->n_ranges--;
      if (b->size_B > SMALL_MAX_B)
         erase(&m->large, b);
      else
         erase_from_pages(m, b);
   }
   m->last = NULL;
   b->watched_B = 0;
   b->object = NULL;
   if (!b->n_watchers) range_map_reuse(m, b);
}

// The large range that holds the address; else where there is none.
static MemRange* find_large(RangeMap* m, uint64_t address)
{
   if (XG_LIKELY(address - m->gap < m->gap_end - m->gap)) return NULL;
   const RangeList* l = &m->large;
   const uint32_t rank = range_list_rank(l, address);
   MemRange* b = range_list_at(l, rank, address);
   if (b) return b;
   m->gap = rank ? l->range[rank - 1]->start + l->range[rank - 1]->size_B : 0;
   m->gap_end = rank < l->n ? l->range[rank]->start : UINT64_MAX;
   return NULL;
}

static MemRange* find_range(RangeMap* m, uint64_t address)
{
   const RangePage* p = page_map_find(&m->pages, address >> PAGE_SHIFT);
   MemRange* b = p ? range_page_find(p, address) : NULL;
   return b ? b : find_large(m, address);
}

MemRange* range_map_find(RangeMap* m, uint64_t address)
{
   if (m->last && range_holds(m->last, address)) return m->last;
   MemRange* b = find_range(m, address);
   if (b) return m->last = b;
   if (m->last_mapping && range_holds(m->last_mapping, address)) return m->last_mapping;
   return m->last_mapping = find_in(&m->mappings, address);
}

// The first range of the page that overlaps this memory, which may be anywhere.
static MemRange* overlapping_in(const RangePage* p, uint64_t page, uint64_t start,
                                uint64_t size_B)
{
   uint64_t first = page << PAGE_SHIFT, from = start < first ? first : start;
   if (from - start >= size_B || from >> PAGE_SHIFT != page) return NULL;
   return range_list_overlapping(&p->list, range_page_rank(p, from), from,
                                 size_B - (from - start));
}

MemRange* range_map_overlapping(RangeMap* m, uint64_t start, uint64_t size_B)
{
   MemRange* b = overlapping(&m->large, start, size_B);
   uint64_t last = (start + size_B - 1) >> PAGE_SHIFT;
   uint64_t page = start >> PAGE_SHIFT;
   // For memory of many pages, it is faster to look through all existing pages.
   const Map* all = &m->pages.map;
   if (last - page > all->count) {
      for (size_t i = 0; i < all->capacity && !b; i++)
         if (all->entries[i].value)
            b = overlapping_in(all->entries[i].value, all->entries[i].key1, start, size_B);
      return b;
   }
   for (; page <= last && !b; page++) {
      const RangePage* p = page_map_find(&m->pages, page);
      if (p) b = overlapping_in(p, page, start, size_B);
   }
   return b;
}

MemRange* range_map_mapping(RangeMap* m, uint64_t start, uint64_t size_B)
{
   if (m->last_mapping && range_holds(m->last_mapping, start)) return m->last_mapping;
   return overlapping(&m->mappings, start, size_B);
}

void range_map_check(const RangeMap* m)
{
   range_list_check(&m->large);
   XG_ASSERT(m->gap == m->gap_end || !overlapping(&m->large, m->gap, m->gap_end - m->gap));
   range_list_check(&m->mappings);
   const Map* all = &m->pages.map;
   for (size_t i = 0; i < all->capacity; i++) {
      const RangePage* p = all->entries[i].value;
      if (!p) continue;
      XG_ASSERT(p->list.n);
      range_page_check(p, all->entries[i].key1 << PAGE_SHIFT);
   }
   page_map_check(&m->pages);
}
