// SPDX-License-Identifier: GPL-3.0-or-later
//
// Programs without symbols: linked with -s, or stripped.  Their functions and variables have no names that an
// option could match.
//
//    HChar* why = no_symbols_explained();
//    if (why) ... "--fn-skip=f matched no function", why ...
#ifndef XG_CALLGRIND_HELP_NO_SYMBOLS_H
#define XG_CALLGRIND_HELP_NO_SYMBOLS_H

#include "pub_tool_basics.h"

// The end of a sentence about a name that the program has nothing of, from its colon or semicolon on, for the caller to free;
// NULL: the program has symbols, in its file or in one of debug information, or its file cannot be read.
HChar* no_symbols_explained(void);

#endif
