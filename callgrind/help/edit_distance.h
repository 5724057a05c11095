// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a name is another one, misspelt.
//
//    if (edit_distance(given, known) <= edit_distance_allowed(given)) ... // did you mean `known`?
#ifndef XG_CALLGRIND_HELP_EDIT_DISTANCE_H
#define XG_CALLGRIND_HELP_EDIT_DISTANCE_H

#include "pub_tool_basics.h"

enum { LETTERS_MAX = 48 }; // longer names resemble none

// How many letters must be inserted, left out, changed or exchanged with the next one to come from
// one name to the other.
Int edit_distance(const HChar* a, const HChar* b);
// How many letters of a name may be wrong; none in the shortest ones, which are too many.
Int edit_distance_allowed(const HChar* name);

#endif
