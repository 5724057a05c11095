// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which function of a profile is which of another one.
//
// Functions match if module, file and name are equal.  Of the others, those match whose names and last parts of paths are equal, as in a
// build in another folder, or else module and name, as without debug information; but only if there is just one candidate on each side.
// Two modules that only one side has are taken for the same if at least half of the functions of the smaller one are in the other one, too,
// and neither fits another one as well: a program that was built under a new name.  Loops that are left match by their order in their function.
//
//    Match m = match_functions(&table);
//    m.first_of[f]                         // what the first side has in place of a function of the second one
//    match_clear(&m);
#ifndef XG_COMMANDS_PROFILE_MATCHING_H
#define XG_COMMANDS_PROFILE_MATCHING_H

#include "commands/profile/function_table.h"

// A module with another name than before; without folders.  Texts live as long as the process.
typedef struct {
   const char *before, *after;
} RenamedModule;

typedef struct {
   uint32_t*
      first_of; // by function: of one of the second side that of the first side, or else itself
   uint8_t* left; // by function: the sides that have it and where it matches none, as bits
   RenamedModule* modules; // by name before
   uint32_t n_modules, room_modules;
} Match;

Match match_functions(const FunctionTable* t);
void match_clear(Match* m);

#endif
