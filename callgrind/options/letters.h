// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a name is another one, misspelt.
//
//    if (letters_wrong(given, known) <= letters_allowed(given)) ... // did you mean `known`?
#ifndef XG_CALLGRIND_OPTIONS_LETTERS_H
#define XG_CALLGRIND_OPTIONS_LETTERS_H

#include "pub_tool_basics.h"

enum { LETTERS_MAX = 48 }; // longer names resemble none

// How many letters must be inserted, left out, changed or exchanged with the next one to come from
// one name to the other.
Int letters_wrong(const HChar* a, const HChar* b);
// How many letters of a name may be wrong; none in the shortest ones, which are too many.
Int letters_allowed(const HChar* name);

#endif
