// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of code with costs of a memory object; see object_lines.h.
#include "output/object_lines.h"

static bool any_cost(const ObjectCosts* a, bool other)
{
   uint64_t any = 0;
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) any |= object_costs_of(a, e, other);
   return any != 0;
}

static ObjectLine line_of(const ObjectCosts* a, const Loops* loops, bool other)
{
   ObjectLine l = {.position = code_position_of(a->site)};
   l.loop = loops_at(loops, a->site->block->function, callgraph_site_address(a->site));
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) l.cost[e] = object_costs_of(a, e, other);
   l.walk.lowest = UINT64_MAX;
   if (a->walk && !other) walk_add(&l.walk, a->walk);
   return l;
}

static int compare_lines(const void* a, const void* b)
{
   return code_position_compare(&((const ObjectLine*)a)->position,
                                &((const ObjectLine*)b)->position);
}

// Adds what another site of the line costs.
static void add_site(ObjectLine* to, const ObjectLine* from)
{
   if (walk_misses(&from->walk) > walk_misses(&to->walk)) to->loop = from->loop;
   for (int e = 0; e < OBJ_EVENTS; e++) to->cost[e] += from->cost[e];
   walk_add(&to->walk, &from->walk);
}

ObjectLines object_lines_of(const MemObject* o, const Loops* loops, bool other)
{
   ObjectLines l = {0};
   size_t n = 0;
   for (const ObjectCosts* a = o->costs; a; a = a->next) n += any_cost(a, other);
   if (!n) return l;
   l.line = host_alloc("output.lines", n * sizeof *l.line);
   l.order = host_alloc("output.lines", n * sizeof *l.order);
   for (const ObjectCosts* a = o->costs; a; a = a->next) {
      if (!any_cost(a, other)) continue;
      l.line[l.n] = line_of(a, loops, other);
      l.order[l.n] = &l.line[l.n];
      l.n++;
   }
   host_sort((void**)l.order, l.n, compare_lines);
   size_t kept = 0;
   for (size_t i = 1; i < l.n; i++) {
      if (compare_lines(l.order[kept], l.order[i]) != 0) {
         l.order[++kept] = l.order[i];
         continue;
      }
      add_site(l.order[kept], l.order[i]);
   }
   l.n = kept + 1;
   return l;
}

void object_lines_free(ObjectLines* l)
{
   host_free(l->line);
   host_free(l->order);
}
