// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is known of pages of memory, by their number: a map, and the pages looked up last, as the map took a third of the
// time of a look-up.
//
// Ownership: pages belong to the caller.
//
//    PageMap m = {0};
//    Page* p = page_map_find(&m, address / PAGE_B);
//    if (!p) page_map_put(&m, address / PAGE_B, p = new_page());
#ifndef XG_MEMOBJ_PAGE_MAP_H
#define XG_MEMOBJ_PAGE_MAP_H

#include "base/map.h"

enum { PAGE_MAP_RECENT = 2048 };

// Invariant: an entry of `recent` has what the map has for its number.
typedef struct {
   Map map;
   struct {
      uint64_t key;           // number of the page + 1; 0: none
      void* page;             // NULL: there is none of this number
   } recent[PAGE_MAP_RECENT]; // by number modulo
} PageMap;

// The part of page_map_find() that is no common case.
void* page_map_look_up(PageMap* m, uint64_t number);

// The page of this number; NULL: there is none.
XG_INLINE void* page_map_find(PageMap* m, uint64_t number)
{
   const uint64_t i = number % PAGE_MAP_RECENT;
   return XG_LIKELY(m->recent[i].key == number + 1) ? m->recent[i].page
                                                    : page_map_look_up(m, number);
}

void page_map_put(PageMap* m, uint64_t number, void* page);
void page_map_remove(PageMap* m, uint64_t number);
// Panics if the invariant is broken.
void page_map_check(const PageMap* m);

#endif
