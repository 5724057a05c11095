// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of two profiles by their names, each once, so that a number tells which functions are the same.
//
//    FunctionTable t;
//    function_table_init(&t);
//    const uint32_t f = function_table_add(&t, SIDE_BEFORE, (FunctionNames){"/bin/app", "app.c", "main"});
#ifndef XG_COMMANDS_PROFILE_FUNCTION_TABLE_H
#define XG_COMMANDS_PROFILE_FUNCTION_TABLE_H

#include "commands/profile/rows.h"
#include "commands/profile/strings.h"
#include "commands/text/names.h"

// Of what is compared, and as bits: which of them a function is in.
enum { SIDE_BEFORE, SIDE_AFTER, SIDES };
enum { IN_BEFORE = 1 << SIDE_BEFORE, IN_AFTER = 1 << SIDE_AFTER };

enum { FUNCTION_MODULE, FUNCTION_FILE, FUNCTION_NAME, FUNCTION_KEYS };

typedef struct {
   Strings strings;
   Rows
      functions; // a table; keys: FUNCTION_..., numbers of strings; figure: the sides that have it, as bits
} FunctionTable;

void function_table_init(FunctionTable* t);
void function_table_clear(FunctionTable* t);
// The number of a function, which this side has, too, from now on.
uint32_t function_table_add(FunctionTable* t, int side, FunctionNames names);
FunctionNames function_table_names(const FunctionTable* t, uint32_t f);
// What a function is called, without module and file; the number of the string.
static inline uint32_t function_table_name(const FunctionTable* t, uint32_t f)
{
   return (uint32_t)rows_keys(&t->functions, f)[FUNCTION_NAME];
}
static inline uint64_t function_table_sides(const FunctionTable* t, uint32_t f)
{
   return *rows_figures(&t->functions, f);
}
// By function, its place in the order of modules, then files, then names; for host_free().
uint32_t* function_table_ranks(const FunctionTable* t);

#endif
