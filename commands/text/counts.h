// SPDX-License-Identifier: GPL-3.0-or-later
//
// A number for each text: how often it was seen, or what else.
//
// Texts are not copied: they must live as long as the counts.
//
//    Counts counts = {0};
//    ++*count_of(&counts, "f");       // 0 at first
//    counts_clear(&counts);
#ifndef XG_COMMANDS_TEXT_COUNTS_H
#define XG_COMMANDS_TEXT_COUNTS_H

#include "base/arena.h"
#include "base/map.h"

typedef struct {
   Map map; // hash of a text -> the first Count with that
   Arena arena;
} Counts;

// The number of a text; it stays where it is.
uint32_t* count_of(Counts* c, const char* text);
void counts_clear(Counts* c);

#endif
