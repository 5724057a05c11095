// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options by function name (--fn-skip=, --dump-before=, ...).
//
// A pattern is a name in which `*` stands for any characters and `?` for one; it must describe
// the whole name, for C++ with the parameter list.  Of OPTION_SKIP_OBJECT it describes the path of the
// object that functions are in, or, without a slash, its name.  Later options win.
//
//    function_options_add(OPTION_SKIP, "--fn-skip=std::*", "std::*", 0);
//    Function* f = callgraph_function(&engine.graph, file, name, &is_new);
//    if (is_new) function_options_apply(f);
#ifndef XG_CALLGRIND_OPTIONS_FUNCTION_OPTIONS_H
#define XG_CALLGRIND_OPTIONS_FUNCTION_OPTIONS_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

typedef enum {
   OPTION_SKIP,
   OPTION_SKIP_OBJECT,
   OPTION_DUMP_BEFORE,
   OPTION_DUMP_AFTER,
   OPTION_ZERO_BEFORE,
   OPTION_TOGGLE_COLLECT,
   OPTION_POP_ON_JUMP,
   OPTION_GROUP,
   OPTION_SEPARATE_CALLERS,
   OPTION_SEPARATE_RECURSIONS,
   OPTION_TIMELINE_REGION,
} FunctionOption;

// Remembers an option; its text, for messages, and the pattern must live on.
void function_options_add(FunctionOption kind, const HChar* text, const HChar* pattern,
                          UInt number);
// Sets f->settings as the matching options say.
void function_options_apply(Function* f);
// Code of the function has run that was not inlined.
void function_options_note_code(const Function* f);
// Says, in a sentence each, which options have matched no function, or only inlined ones, to which
// nothing is done: the end of the run.
void function_options_report(void (*say)(void* to, const HChar* sentence), void* to);

#endif
