// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much more or less each code reads of what other code has stored than before.
//
//    DependenceChanges c = dependence_changes(files);
//    print_dependence_changes(&c);
#ifndef XG_COMMANDS_DIFF_DEPENDENCES_H
#define XG_COMMANDS_DIFF_DEPENDENCES_H

#include <stdint.h>

#include "commands/profile/function_table.h"

// Bytes that one code reads of what the other one has stored.  Names live as long as the process.
typedef struct {
   const char *from, *to;
   uint64_t bytes[SIDES];
} DependenceChange;

typedef struct {
   DependenceChange* change;
   uint32_t n;
} DependenceChanges;

// Pairs that have other bytes than before, the largest change first, of two files: data files, or sums of them.
DependenceChanges dependence_changes(const char* const* files);
void print_dependence_changes(const DependenceChanges* c);
void print_dependence_changes_json(const DependenceChanges* c);

#endif
