// SPDX-License-Identifier: GPL-3.0-or-later
// An index of lines; see line_index.h.
#include "cachesim/line_index.h"

void line_index_init(LineIndex* x, uint64_t n)
{
   XG_ASSERT(n > 0 && n < NO_ENTRY);
   uint32_t bits = 1;
   while (1ULL << bits < 2 * n) bits++;
   *x = (LineIndex){.n = n, .shift = 64 - bits};
   x->lines = host_map_zeroed(n * sizeof *x->lines);
   x->list = host_map_zeroed(line_index_lists(x) * sizeof *x->list);
}

void line_index_free(LineIndex* x)
{
   if (!x->n) return;
   host_unmap(x->lines, x->n * sizeof *x->lines);
   host_unmap(x->list, line_index_lists(x) * sizeof *x->list);
   *x = (LineIndex){0};
}

void line_index_clear(LineIndex* x)
{
   for (uint64_t i = 0; i < line_index_lists(x); i++)
      if (x->list[i]) x->list[i] = 0; // leave memory alone that has not been used
}

void line_index_put(LineIndex* x, uint32_t entry, uint64_t line)
{
   uint32_t* list = line_index_list(x, line);
   x->lines[entry] = (IndexedLine){line, *list};
   *list = entry + 1;
}

void line_index_remove(LineIndex* x, uint32_t entry)
{
   uint32_t* at = line_index_list(x, x->lines[entry].line);
   while (*at != entry + 1) at = &x->lines[*at - 1].next;
   *at = x->lines[entry].next;
}

uint64_t line_index_count(const LineIndex* x)
{
   uint64_t n = 0;
   for (uint64_t i = 0; i < line_index_lists(x); i++)
      for (uint32_t e = x->list[i]; e; e = x->lines[e - 1].next) n++;
   return n;
}
