// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of a part of the profile; see part_blocks.h.
#include "writers/part_blocks.h"

static bool has_cost(const Arc* a, uint32_t width)
{
   for (uint32_t e = 0; e < width; e++)
      if (a->cost[e]) return true;
   return false;
}

bool part_blocks_has_arc(const PartBlocks* p, const Arc* a, uint32_t width)
{
   if (!part_blocks_has_caller(p, a)) return false;
   return a->kind == ARC_CALL ? has_cost(a, width) : a->calls != 0;
}

static void add_context(Map* ran, Context* context, uint32_t width)
{
   for (CostCentre* c = context->cost_centres; c; c = c->next)
      if (!c->block->n_segments || c->executions[0])
         map_put(ran, (uintptr_t)c->block, (uintptr_t)context, c);
   for (Arc* a = context->arcs; a; a = a->next_from)
      if (has_cost(a, width)) map_put(ran, (uintptr_t)a->exit->block, (uintptr_t)context, a);
}

void part_blocks_init(PartBlocks* p, const CallGraph* g)
{
   *p = (PartBlocks){.all = !g->config.callgrind_compat};
   if (p->all) return;
   for (Context* context = g->contexts; context; context = context->next)
      add_context(&p->ran, context, g->config.width);
}

void part_blocks_free(PartBlocks* p)
{
   map_clear(&p->ran);
}
