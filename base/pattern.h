// SPDX-License-Identifier: GPL-3.0-or-later
//
// Patterns of names, as Callgrind's options have them: `*` stands for any characters, also none, `?` for one, all others for
// themselves.
//
// Contract: takes at most as many steps as the pattern's length times the text's, whatever the pattern; no memory.
//
//    if (pattern_describes("create*", name)) ...
#ifndef XG_BASE_PATTERN_H
#define XG_BASE_PATTERN_H

#include <stdbool.h>

// Whether the pattern describes the whole text.
bool pattern_describes(const char* pattern, const char* text);

#endif
