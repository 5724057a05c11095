// SPDX-License-Identifier: GPL-3.0-or-later
//
// Characters that stand as escapes in our files: \xNN, or \x{N...} beyond 7 bits; bytes that are not UTF-8 are \xNN.
//
//    char shown[ESCAPE_B];
//    while (*text) { const int n = escape_next(shown, &text, utf8_acts); ... }
#ifndef XG_BASE_ESCAPE_H
#define XG_BASE_ESCAPE_H

#include "base/host.h"

enum { ESCAPE_B = 10 };

// The next character of a text, which has not ended: itself, or its escape if `hides` says so of it or if it is a backslash that
// would be taken for the beginning of one.  Moves the text behind it; returns how many bytes of `shown` it has.
int escape_next(char shown[ESCAPE_B], const char** text, bool (*hides)(uint32_t code_point));
// Whether the first character of a name must be an escape, although it is none elsewhere: readers skip blanks in front of a name in
// a profile, and take "(7)" for the number of one.
bool escape_begins(const char* name);
// The escape of such a first character.
int escape_first(char shown[ESCAPE_B], const char* name);

#endif
