// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of code with costs of a memory object, from its costs at each site.
//
// Of all objects together there may be a million sites: what is kept of each is where it is, and its costs are looked at
// when they are asked for.
//
//    ObjectLines l = object_lines_of(object, &loops, false);
//    ObjectLine line;
//    for (size_t at = 0; object_lines_next(&l, &at, &line);) ... line.cost[OBJ_DR] ...
//    object_lines_free(&l);
#ifndef XG_WRITERS_OBJECT_LINES_H
#define XG_WRITERS_OBJECT_LINES_H

#include "engine/engine.h"
#include "writers/code_position.h"
#include "writers/loops.h"

typedef struct {
   CodePosition position;
   uint32_t loop; // nest that most of its misses are in, as loops_at() has it
   uint64_t cost[OBJ_EVENTS];
   Walk walk; // of all its sites
} ObjectLine;

typedef struct {
   CodePosition position;
   uint32_t loop;
   const ObjectCosts* costs;
} ObjectSite;

// Invariant: order[0] to order[n - 1] are in order of their places.
typedef struct {
   ObjectSite* site;
   ObjectSite** order;
   size_t n;
   uint32_t simulation;
} ObjectLines;

// Takes a look at the debug information for each ObjectCosts.
// simulation: whose costs these are; walks are known of the program alone.
ObjectLines object_lines_of(const MemObject* o, const Loops* loops, uint32_t simulation);
// The next line, at site number *at, which advances past it: true until there is none left.
bool object_lines_next(const ObjectLines* l, size_t* at, ObjectLine* line);
void object_lines_free(ObjectLines* l);

#endif
