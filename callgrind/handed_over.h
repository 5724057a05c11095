// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the launcher (launch/) and the tool tell each other.
#ifndef XG_CALLGRIND_HANDED_OVER_H
#define XG_CALLGRIND_HANDED_OVER_H

// The name that VALGRIND_LIB has while the core starts, which would take what its user means for another Valgrind; as long as
// that one, so that the program's stack is what it is without us.
#define HIDDEN_VALGRIND_LIB "VALGRIND_LI\001"

// An option that the tool gives the launcher, which does not pass it on: a program is followed, and its VALGRIND_LIB is the core's.
// With a value: it is to have this one.
#define FOLLOWED "--xg-followed"

// An option that has the launcher start the tool with the other options as they are.
#define AS_IT_IS "--xg-as-it-is"

#endif
