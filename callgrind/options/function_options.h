// SPDX-License-Identifier: GPL-3.0-or-later
//
// Actions by function name (--fn-skip=, --dump-before=, ...).
//
// A pattern is a name in which `*` stands for any characters and `?` for one; it must describe
// the whole name, for C++ with the parameter list.  Later options win.
//
//    function_options_add(ACTION_SKIP, "--fn-skip=std::*", "std::*", 0);
//    Function* f = callgraph_function(&engine.graph, file, name, &is_new);
//    if (is_new) function_options_apply(f);
#ifndef XG_CALLGRIND_OPTIONS_FUNCTION_OPTIONS_H
#define XG_CALLGRIND_OPTIONS_FUNCTION_OPTIONS_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

typedef enum {
   ACTION_SKIP,
   ACTION_DUMP_BEFORE,
   ACTION_DUMP_AFTER,
   ACTION_ZERO_BEFORE,
   ACTION_TOGGLE_COLLECT,
   ACTION_POP_ON_JUMP,
   ACTION_GROUP,
   ACTION_SEPARATE_CALLERS,
   ACTION_SEPARATE_RECURSIONS,
} FunctionAction;

// Remembers an action. Option (its text, for messages) and pattern must live on.
void function_options_add(FunctionAction action, const HChar* option, const HChar* pattern,
                          UInt number);
// Sets f->settings as the matching actions say.
void function_options_apply(Function* f);
// Code of the function has run that was not inlined.
void function_options_note_code(const Function* f);
// Warns of actions that have matched no function, or only inlined ones, to which nothing is done:
// the end of the run.
void function_options_report(void);

#endif
