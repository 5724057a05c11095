// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much ranks of a job differ, in the terminal.
//
// Functions whose costs differ most come first; the difference is that of most and mean, which is what the other ranks wait for if all
// wait for the slowest.
#ifndef XG_COMMANDS_MERGE_SPREAD_TEXT_H
#define XG_COMMANDS_MERGE_SPREAD_TEXT_H

#include "commands/merge/spread.h"

// Prints a spread that is finished, of this sum, by this event; NULL: the usual one.  of_objects: its functions are memory objects;
// is_estimated: its figures are from sampling.
void print_spread(const Spread* spread, const Profile* sum, bool of_objects, bool is_estimated,
                  const char* event);
// The figures that are far from the others, by their index, the farthest first: more than 3 times as far from the median as half of them,
// and than 5 % of it.  Returns how many there are; `out` has room for n.
uint32_t standing_out(const uint64_t* figures, uint32_t n, uint32_t* out);

#endif
