// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of code with costs of a memory object, from its costs at each site.
//
//    ObjectLines l = object_lines_of(object, &loops, false);
//    for (size_t i = 0; i < l.n; i++) ... l.order[i]->cost[OBJ_DR] ...
//    object_lines_free(&l);
#ifndef XG_OUTPUT_OBJECT_LINES_H
#define XG_OUTPUT_OBJECT_LINES_H

#include "engine/engine.h"
#include "output/code_position.h"
#include "output/loops.h"

typedef struct {
   CodePosition position;
   uint32_t loop; // nest that most of its misses are in, as loops_at() has it
   uint64_t cost[OBJ_EVENTS];
   Walk walk; // of all its sites
} ObjectLine;

// Invariant: order[0] to order[n - 1] are in order of their places, each of them once.
typedef struct {
   ObjectLine* line;
   ObjectLine** order;
   size_t n;
} ObjectLines;

// Takes a look at the debug information for each ObjectCosts.
// other: with costs in other layouts, of which walks are not known.
ObjectLines object_lines_of(const MemObject* o, const Loops* loops, bool other);
void object_lines_free(ObjectLines* l);

#endif
