// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which blocks a part of the profile has: all of them, except in Callgrind's arithmetic.  There it
// is those that have run, or have seen a call return, since the last part.  What comes to others
// meanwhile, such as the end of a line that they had loaded, waits for a part that has them.
//
//    PartBlocks blocks;
//    part_blocks_init(&blocks, &graph);       // before any costs are taken out
//    if (part_blocks_has(&blocks, centre)) ...
//    part_blocks_free(&blocks);
#ifndef XG_OUTPUT_PART_BLOCKS_H
#define XG_OUTPUT_PART_BLOCKS_H

#include "callgraph/callgraph.h"

typedef struct {
   bool all;
   Map ran; // block and place: not NULL
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

// The block that made the call.
XG_INLINE bool part_blocks_has_caller(const PartBlocks* p, const Arc* a)
{
   return part_blocks_has_at(p, a->exit->block, a->from);
}

#endif
