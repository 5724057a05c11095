// SPDX-License-Identifier: GPL-3.0-or-later
//
// A search for functions that match: shared by its units alone.
//
//    matching.c            functions
//    matching_modules.c    modules with new names
//    matching_loops.c      loops that have moved
#ifndef XG_COMMANDS_PROFILE_MATCHING_STATE_H
#define XG_COMMANDS_PROFILE_MATCHING_STATE_H

#include "commands/profile/matching.h"

typedef struct {
   const FunctionTable* t;
   Match* m;
   Strings parts; // last parts of paths
   uint32_t*
      part_of; // by string of the table: number of its last part; STRINGS_NONE: not asked for yet
   uint32_t* was; // by part: what the first side calls a module that the second side calls so
} Matching;

// The last part of the path of a function's module or file.
uint32_t matching_part(Matching* s, uint32_t f, int key);
// What the first side calls the module of a function of this side.
static inline uint32_t matching_module(Matching* s, uint32_t f, int side)
{
   const uint32_t part = matching_part(s, f, FUNCTION_MODULE);
   return side == SIDE_AFTER ? s->was[part] : part;
}
// Notes that a function that is left on the first side is this one, which is left on the second one.
void matching_found(Matching* s, uint32_t before, uint32_t after);

void match_modules(Matching* s);
void match_loops(Matching* s);

#endif
