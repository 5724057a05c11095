// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options that the core gives the program that takes this one's place, beside those that its user has given.
//
// Contract: an exec that fails may be followed by others, so an option is given once, whatever others were given since.
#ifndef XG_CALLGRIND_CORE_OPTIONS_H
#define XG_CALLGRIND_CORE_OPTIONS_H

#include "pub_tool_basics.h"

// Gives an option that begins with this name, in place of the one that does so far. The core keeps the pointer.
void core_options_give(const HChar* name, const HChar* option);

#endif
