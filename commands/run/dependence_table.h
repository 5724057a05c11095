// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which code reads what other code has stored, by name, so that several runs or ranks can be added up (docs/dependences.md).
//
// Units of several files are the same if region, or module and function, agree; objects, if their labels do.
//
//    merge_dependences(files, n, "sum.json", "0.1");
#ifndef XG_COMMANDS_RUN_DEPENDENCE_TABLE_H
#define XG_COMMANDS_RUN_DEPENDENCE_TABLE_H

#include "commands/profile/rows.h"
#include "commands/profile/strings.h"
#include "commands/text/built.h"

typedef struct {
   Strings
      units; // keys: "MODULE\0FUNCTION", or "region\0NAME"; a path of a module is never "region"
   Strings labels; // of objects
   Rows pairs;     // keys: from, to; figures: bytes, and those read for the first time
   Rows objects;   // keys: from, to, label; figures: bytes
} DependenceTable;

void dependence_table_init(DependenceTable* t);
void dependence_table_clear(DependenceTable* t);
// Adds what a data file says, or a sum that was written before; fails with one sentence.
void dependence_table_add(DependenceTable* t, const char* file);
// The table as JSON; the same table has the same text.
void dependence_table_write(Built* to, const DependenceTable* t, const char* creator);

// Adds up files, and writes the sum.
void merge_dependences(const char* const* files, size_t n, const char* output,
                       const char* version);

#endif
