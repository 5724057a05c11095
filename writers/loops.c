// SPDX-License-Identifier: GPL-3.0-or-later
// Loop nests; see loops.h.
#include "writers/loops.h"

#include "writers/code_position.h"

// The jump leads back, within the function.  That of blocks that have not run is not known.
static bool is_back(const CallGraph* g, const Jump* j, uint64_t target)
{
   const Block* to = callgraph_find_block(g, target, false);
   return to && to->function && j->from->function
          && code_position_compare_functions(to->function, j->from->function) == 0
          && target <= callgraph_instr_address(j->from, j->instr);
}

static int compare(const void* a, const void* b)
{
   const Loop *x = a, *y = b;
   const int by_function = code_position_compare_functions(x->function, y->function);
   if (by_function) return by_function;
   if (x->start != y->start) return x->start < y->start ? -1 : 1;
   return x->last < y->last ? -1 : x->last > y->last;
}

static size_t count_jumps(const CallGraph* g)
{
   size_t n = 0;
   for (size_t i = 0; i < g->jumps.capacity; i++)
      for (const Jump* j = g->jumps.entries[i].value; j; j = j->next) n++;
   return n;
}

// All loops.  Returns their number.
static size_t find(const CallGraph* g, Loop* to)
{
   size_t n = 0;
   for (size_t i = 0; i < g->jumps.capacity; i++) {
      const MapEntry* e = &g->jumps.entries[i];
      for (const Jump* j = e->value; j; j = j->next)
         if (is_back(g, j, e->key1))
            to[n++] =
               (Loop){j->from->function, e->key1, callgraph_instr_address(j->from, j->instr)};
   }
   return n;
}

Loops loops_of(const CallGraph* g)
{
   Loops l = {0};
   // One more than needed: without jumps there are none.
   Loop* all = host_alloc("writers.loops", (count_jumps(g) + 1) * sizeof *all);
   const size_t n = find(g, all);
   Loop** order = host_alloc("writers.loops", (n + 1) * sizeof *order);
   for (size_t i = 0; i < n; i++) order[i] = &all[i];
   host_sort((void**)order, n, compare);
   l.loop = host_alloc("writers.loops", (n + 1) * sizeof *l.loop);
   for (size_t i = 0; i < n; i++) {
      const Loop* next = order[i];
      Loop* outer = l.n ? &l.loop[l.n - 1] : NULL;
      if (!outer || code_position_compare_functions(outer->function, next->function) != 0
          || outer->last < next->start)
         l.loop[l.n++] = *next;
      else if (outer->last < next->last)
         outer->last = next->last;
   }
   host_free(order);
   host_free(all);
   return l;
}

uint32_t loops_at(const Loops* l, const Function* function, uint64_t address)
{
   const Loop at = {function, address, UINT64_MAX};
   uint32_t low = 0, high = l->n; // the number of loops that begin at or before the address
   while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      if (compare(&l->loop[middle], &at) <= 0)
         low = middle + 1;
      else
         high = middle;
   }
   const Loop* found = low ? &l->loop[low - 1] : NULL;
   return found && code_position_compare_functions(found->function, function) == 0
                && address <= found->last
             ? low
             : 0;
}

void loops_free(Loops* l)
{
   host_free(l->loop);
}
