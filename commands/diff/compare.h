// SPDX-License-Identifier: GPL-3.0-or-later
//
// The differences between two profiles, by function and by call.
//
//    Diff d;
//    compare_files(&d, (const char*[]){"before", "after"}, &renaming);
//    d.functions.row[0]                // its names are diff_names(&d, d.functions.row[0].from)
//    diff_clear(&d);
#ifndef XG_COMMANDS_DIFF_COMPARE_H
#define XG_COMMANDS_DIFF_COMPARE_H

#include "commands/diff/side.h"
#include "commands/profile/matching.h"

enum { NO_ROW = UINT32_MAX };
typedef enum { COST_SELF, COST_INCLUSIVE, COSTS } WhichCost;

// A function or a call.
typedef struct {
   uint32_t from,
      to; // numbers of functions in the table, the first side's where it has it; of a function both are itself
   uint32_t key[SIDES];   // of a function, its number on each side; NO_ROW: that has none
   uint64_t times[SIDES]; // of a call, how often
   const uint64_t* costs[COSTS]
                        [SIDES]; // of recorded events; NULL: none. That of calls is COST_SELF
} DiffRow;

typedef struct {
   DiffRow* row;
   uint32_t n;
} DiffRows;

typedef struct {
   DiffSide side[SIDES];
   FunctionTable table;
   Match match;
   ColumnEvents
      events[SIDES]; // those that both have: of each side, in the order of the first one
   const char** only[SIDES]; // names of events that only one has
   uint32_t n_only[SIDES];
   const char* cycles;        // why CEst is not compared although both may have it; NULL: it is
   DiffRows functions, calls; // by names
} Diff;

void compare_files(Diff* d, const char* const* files, const Renaming* renaming);
void diff_clear(Diff* d);
static inline FunctionNames diff_names(const Diff* d, uint32_t f)
{
   return function_table_names(&d->table, f);
}

#endif
