// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which contexts, blocks and arcs a part of the profile has.  Of its contexts it has all blocks;
// but with --compat=callgrind only those that have run, or have seen a call return, since the last
// part.  What the others cost meanwhile, such as for a line that they had loaded before, waits for
// a part that has them.
//
//    PartBlocks blocks;
//    part_blocks_init(&blocks, &graph);       // before any costs are taken out
//    if (part_blocks_has(&blocks, cost_centre)) ...
//    part_blocks_free(&blocks);
#ifndef XG_WRITERS_PART_BLOCKS_H
#define XG_WRITERS_PART_BLOCKS_H

#include "callgraph/callgraph.h"

typedef struct {
   bool all;
   Map ran; // block and context: not NULL
} PartBlocks;

void part_blocks_init(PartBlocks* p, const CallGraph* g);
void part_blocks_free(PartBlocks* p);

XG_INLINE bool part_blocks_has_at(const PartBlocks* p, const Block* block,
                                  const Context* context)
{
   return p->all || map_get(&p->ran, (uintptr_t)block, (uintptr_t)context);
}

XG_INLINE bool part_blocks_has(const PartBlocks* p, const CostCentre* c)
{
   return part_blocks_has_at(p, c->block, c->context);
}

// Whether a part of this thread (0: of all) has the context.
XG_INLINE bool part_blocks_has_context(uint32_t thread, const Context* context)
{
   return thread == 0 || context->chain->thread_group == thread;
}

// Whether the part has the block that made the call or jump.
XG_INLINE bool part_blocks_has_caller(const PartBlocks* p, const Arc* a)
{
   return part_blocks_has_at(p, a->exit->block, a->from);
}

// Whether the part has the call or jump: calls count when they have cost, the first `width` events.
bool part_blocks_has_arc(const PartBlocks* p, const Arc* a, uint32_t width);

#endif
