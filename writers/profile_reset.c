// SPDX-License-Identifier: GPL-3.0-or-later
// Taking costs out of the call graph; see profile_reset.h.
#include "writers/profile_reset.h"

#include "engine/probes.h"
#include "writers/costs.h"

static void clear_cost_centres(CallGraph* g, const PartBlocks* blocks, uint32_t thread,
                               bool keep_end_cost)
{
   for (Context* p = g->contexts; p; p = p->next) {
      if (!part_blocks_has_context(thread, p)) continue;
      for (CostCentre* c = p->cost_centres; c; c = c->next)
         if (part_blocks_has(blocks, c)) costs_clear(c, keep_end_cost);
   }
}

static void clear_arc(const CallGraph* g, Arc* a)
{
   host_memset(a->cost, 0, g->config.width * sizeof a->cost[0]);
   a->calls = 0;
}

// Resets the calls and jumps that a part has; calls without cost wait for a part with their cost.
static void clear_written_arcs(CallGraph* g, const PartBlocks* blocks, uint32_t thread)
{
   for (Context* p = g->contexts; p; p = p->next) {
      if (!part_blocks_has_context(thread, p)) continue;
      for (Arc* a = p->arcs; a; a = a->next_from)
         if (part_blocks_has_arc(blocks, a, g->config.width)) clear_arc(g, a);
   }
}

void profile_end_part(CallGraph* g, ProfilePart* part, bool take)
{
   if (take) {
      if (probes.end_part) probes.end_part(part->thread);
      clear_written_arcs(g, &part->blocks, part->thread);
      clear_cost_centres(g, &part->blocks, part->thread, false);
   }
   part_blocks_free(&part->blocks);
}

void profile_zero(CallGraph* g, uint32_t thread)
{
   PartBlocks blocks;
   if (probes.end_part) probes.end_part(thread);
   part_blocks_init(&blocks, g);
   for (Context* p = g->contexts; p; p = p->next) {
      if (!part_blocks_has_context(thread, p)) continue;
      for (Arc* a = p->arcs; a; a = a->next_from)
         if (part_blocks_has_caller(&blocks, a)) clear_arc(g, a);
   }
   // Callgrind keeps what skipped functions have cost.
   clear_cost_centres(g, &blocks, thread, g->config.callgrind_compat);
   part_blocks_free(&blocks);
}

uint64_t profile_count_blocks(const CallGraph* g)
{
   uint64_t n = 0;
   for (const Context* p = g->contexts; p; p = p->next)
      for (const CostCentre* c = p->cost_centres; c; c = c->next)
         if (c->block->n_segments) n += c->executions[0];
   return n;
}
