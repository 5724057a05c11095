// SPDX-License-Identifier: GPL-3.0-or-later
//
// Limits of --fail-above: by how much per cent a program's cost may rise.
//
//    if (!is_limit_list("Ir:2%,1")) ...
//    const LimitList limits = limits_of(columns, &selection, "Ir:2%,1");    // fails on what cannot be limited
//    const char** sentences = exceeded_limits(&limits, &n);                 // "Ir rose from 500 to 510 (+2.00%), more than ..."
#ifndef XG_COMMANDS_DIFF_LIMITS_H
#define XG_COMMANDS_DIFF_LIMITS_H

#include "commands/diff/columns.h"

typedef struct {
   const DiffColumn* column;
   const char* percent; // as it was typed, without the sign
} Limit;

typedef struct {
   Limit* limit;
   uint32_t n;
} LimitList;

bool is_limit_list(const char* value);
// list: the value of the option, or NULL.
LimitList limits_of(const DiffColumns* c, const Selection* s, const char* list);
// A sentence about each limit that is exceeded.
const char** exceeded_limits(const LimitList* limits, uint32_t* n);

#endif
