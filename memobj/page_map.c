// SPDX-License-Identifier: GPL-3.0-or-later
// Pages by number; see page_map.h.
#include "memobj/page_map.h"

static void note(PageMap* m, uint64_t number, void* page)
{
   m->recent[number % PAGE_MAP_RECENT].key = number + 1;
   m->recent[number % PAGE_MAP_RECENT].page = page;
}

void* page_map_look_up(PageMap* m, uint64_t number)
{
   void* page = map_get(&m->map, number, 0);
   note(m, number, page);
   return page;
}

void page_map_put(PageMap* m, uint64_t number, void* page)
{
   map_put(&m->map, number, 0, page);
   note(m, number, page);
}

void page_map_remove(PageMap* m, uint64_t number)
{
   map_remove(&m->map, number, 0);
   note(m, number, NULL);
}

void page_map_check(const PageMap* m)
{
   map_check(&m->map);
   for (uint32_t i = 0; i < PAGE_MAP_RECENT; i++)
      XG_ASSERT(!m->recent[i].key
                || map_get(&m->map, m->recent[i].key - 1, 0) == m->recent[i].page);
}
