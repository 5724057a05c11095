// SPDX-License-Identifier: GPL-3.0-or-later
//
// What to say of an option that there is not: what may have been meant, with its value.
//
//    unknown_option_explain(arg);  // may end the program
//    return False;                 // Valgrind says that it is unknown
#ifndef XG_CALLGRIND_HELP_UNKNOWN_OPTION_H
#define XG_CALLGRIND_HELP_UNKNOWN_OPTION_H

#include "pub_tool_basics.h"

// Ends the program with a sentence if there is one that helps: the option lacks its value, has
// one that the core refuses, is another tool's, or resembles one that there is.  Otherwise returns.
void unknown_option_explain(const HChar* arg);

#endif
