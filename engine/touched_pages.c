// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that were touched; see touched_pages.h.
#include "engine/touched_pages.h"

#include "cachesim/page_size.h"

enum { GROUP = 64 }; // pages of an entry

static uint64_t bits_of(const TouchedPages* t, uint64_t group)
{
   return (uintptr_t)map_get(&t->of_64, group, 0);
}

static void set_bits(TouchedPages* t, uint64_t group, uint64_t bits)
{
   if (bits)
      map_put(&t->of_64, group, 0, (void*)(uintptr_t)bits);
   else
      map_remove(&t->of_64, group, 0);
}

// The bits of pages first to last - 1 that are in the group.
static uint64_t bits_between(uint64_t group, uint64_t first, uint64_t last)
{
   const uint64_t start = group * GROUP;
   const uint64_t from = first > start ? first - start : 0;
   const uint64_t to = last - start < GROUP ? last - start : GROUP;
   const uint64_t below = to == GROUP ? UINT64_MAX : (1ULL << to) - 1;
   return below & UINT64_MAX << from;
}

bool touched_pages_add(TouchedPages* t, uint64_t address)
{
   const uint64_t page = address >> SMALL_PAGE_SHIFT, bit = 1ULL << page % GROUP;
   const uint64_t bits = bits_of(t, page / GROUP);
   if (bits & bit) return false;
   set_bits(t, page / GROUP, bits | bit);
   return true;
}

bool touched_pages_have(const TouchedPages* t, uint64_t address)
{
   const uint64_t page = address >> SMALL_PAGE_SHIFT;
   return bits_of(t, page / GROUP) >> page % GROUP & 1;
}

// Takes the bits of pages first to last - 1 out of the entry.
static void forget_in(TouchedPages* t, uint64_t group, uint64_t first, uint64_t last)
{
   const uint64_t bits = bits_of(t, group);
   if (bits) set_bits(t, group, bits & ~bits_between(group, first, last));
}

void touched_pages_forget(TouchedPages* t, uint64_t start, uint64_t size_B)
{
   const uint64_t first = (start + SMALL_PAGE_B - 1) >> SMALL_PAGE_SHIFT,
                  last = (start + size_B) >> SMALL_PAGE_SHIFT;
   if (first >= last) return;
   const uint64_t groups = (last - 1) / GROUP - first / GROUP + 1;
   if (groups <= t->of_64.capacity) {
      for (uint64_t g = first / GROUP; g <= (last - 1) / GROUP; g++)
         forget_in(t, g, first, last);
      return;
   }
   // A range of more groups than there are entries, as a reservation of terabytes: by entry.
   Map before = t->of_64;
   t->of_64 = (Map){0};
   for (size_t i = 0; i < before.capacity; i++) {
      const MapEntry* e = &before.entries[i];
      if (!e->value) continue;
      uint64_t bits = (uintptr_t)e->value;
      if (e->key1 >= first / GROUP && e->key1 <= (last - 1) / GROUP)
         bits &= ~bits_between(e->key1, first, last);
      set_bits(t, e->key1, bits);
   }
   map_clear(&before);
}

void touched_pages_move(TouchedPages* t, uint64_t from, uint64_t to, uint64_t size_B)
{
   TouchedPages moved = {0};
   const uint64_t first = from >> SMALL_PAGE_SHIFT,
                  last = (from + size_B + SMALL_PAGE_B - 1) >> SMALL_PAGE_SHIFT;
   for (uint64_t page = first; page < last; page++) {
      const uint64_t bits = bits_of(t, page / GROUP) >> page % GROUP;
      if (!bits)
         page |=
            GROUP
            - 1; // to the end of the group: a reservation of terabytes has few that were touched
      else if (bits & 1)
         touched_pages_add(&moved, to + ((page - first) << SMALL_PAGE_SHIFT));
   }
   touched_pages_forget(t, from, size_B);
   touched_pages_forget(t, to, size_B);
   for (size_t i = 0; i < moved.of_64.capacity; i++) {
      const MapEntry* e = &moved.of_64.entries[i];
      if (e->value) set_bits(t, e->key1, bits_of(t, e->key1) | (uintptr_t)e->value);
   }
   map_clear(&moved.of_64);
}
