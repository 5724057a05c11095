// SPDX-License-Identifier: GPL-3.0-or-later
//
// Orders by function name (--fn-skip=, --dump-before=, ...).
//
// A pattern is a name in which `*` stands for any characters and `?` for one; it must describe
// the whole name, for C++ with the parameter list.  Later options win.
#ifndef XG_CALLGRIND_FUNCTION_OPTIONS_H
#define XG_CALLGRIND_FUNCTION_OPTIONS_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

typedef enum {
   ORDER_SKIP,
   ORDER_DUMP_BEFORE,
   ORDER_DUMP_AFTER,
   ORDER_ZERO_BEFORE,
   ORDER_TOGGLE_COLLECT,
   ORDER_POP_ON_JUMP,
   ORDER_GROUP,
   ORDER_SEPARATE_CALLERS,
   ORDER_SEPARATE_RECURSIONS,
} FunctionOrder;

// Remembers an order. Option (its text, for messages) and pattern must live on.
void function_options_add(FunctionOrder order, const HChar* option, const HChar* pattern,
                          UInt number);
// Sets f->set as the matching orders say.
void function_options_apply(Function* f);
// Code of the function has run that was not inlined.
void function_options_note_code(const Function* f);
// Warns of orders that have matched no function, or only inlined ones, to which nothing is done: the
// end of the run.
void function_options_report(void);

#endif
