// SPDX-License-Identifier: GPL-3.0-or-later
//
// One of the two profiles that are compared: its costs by function and by call, where functions whose names become equal by
// renaming are one.
//
// Recursion levels (name'2) are one function.
#ifndef XG_COMMANDS_DIFF_SIDE_H
#define XG_COMMANDS_DIFF_SIDE_H

#include "commands/options/option.h"
#include "commands/profile/columns.h"
#include "commands/profile/function_table.h"

// Changes paths and names before they are compared.
typedef struct {
   OptionList strip;  // starts that are removed
   OptionList rename; // OLD=NEW
} Renaming;

typedef struct {
   Profile* p;
   ColumnEvents events;
   uint64_t* total; // by recorded event, as all costs
   Rows
      functions; // a table; key: the function's number in the table of both sides; figures: own costs, then inclusive ones
   Rows
      calls; // a table; keys: numbers of caller and callee; figures: number of calls, then costs
} DiffSide;

// Reads a file and adds its functions to the table; fails if it is no profile.
void side_read(DiffSide* side, const char* file, int which, FunctionTable* table,
               const Renaming* renaming);
void side_clear(DiffSide* side);

#endif
