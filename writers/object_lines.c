// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of code with costs of a memory object; see object_lines.h.
#include "writers/object_lines.h"

static int compare_positions(const void* a, const void* b)
{
   return code_position_compare(&((const ObjectSite*)a)->position,
                                &((const ObjectSite*)b)->position);
}

ObjectLines object_lines_of(const MemObject* o, const Loops* loops, uint32_t simulation)
{
   ObjectLines l = {.simulation = simulation};
   size_t n = 0;
   for (const ObjectCosts* a = o->costs; a; a = a->next) n += object_costs_any(a, simulation);
   if (!n) return l;
   l.site = host_alloc("writers.lines", n * sizeof *l.site);
   l.order = host_alloc("writers.lines", n * sizeof *l.order);
   for (const ObjectCosts* a = o->costs; a; a = a->next) {
      if (!object_costs_any(a, simulation)) continue;
      const uint32_t loop =
         loops_at(loops, a->site->block->function, callgraph_site_address(a->site));
      l.site[l.n] = (ObjectSite){code_position_of(a->site), loop, a};
      l.order[l.n] = &l.site[l.n];
      l.n++;
   }
   host_sort((void**)l.order, l.n, compare_positions);
   return l;
}

// Adds what a site of the line costs.
static void add_site(ObjectLine* to, const ObjectSite* s, uint32_t simulation)
{
   static const Walk no_walk = {.lowest = UINT64_MAX};
   const Walk* walk = s->costs->walk && !simulation ? s->costs->walk : &no_walk;
   if (walk_misses(walk) > walk_misses(&to->walk)) to->loop = s->loop;
   object_costs_add(to->cost, s->costs, simulation);
   walk_add(&to->walk, walk);
}

bool object_lines_next(const ObjectLines* l, size_t* at, ObjectLine* line)
{
   if (*at == l->n) return false;
   const ObjectSite* first = l->order[*at];
   *line =
      (ObjectLine){.position = first->position, .loop = first->loop, .walk.lowest = UINT64_MAX};
   do add_site(line, l->order[(*at)++], l->simulation);
   while (*at < l->n && compare_positions(first, l->order[*at]) == 0);
   return true;
}

void object_lines_free(ObjectLines* l)
{
   host_free(l->site);
   host_free(l->order);
}
