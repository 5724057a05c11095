// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explains an unknown option: says which one the user may have meant, with the value given.
//
//    unknown_option_explain(arg);  // may end the program
//    return False;                 // Valgrind says that it is unknown
#ifndef XG_CALLGRIND_HELP_UNKNOWN_OPTION_H
#define XG_CALLGRIND_HELP_UNKNOWN_OPTION_H

#include "pub_tool_basics.h"

// Ends the program with a sentence if one helps: the option lacks its value, has one that the core
// refuses, belongs to another tool or to a program that shows results, or resembles a known one.  Otherwise returns.
void unknown_option_explain(const HChar* arg);

#endif
