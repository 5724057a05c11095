// SPDX-License-Identifier: GPL-3.0-or-later
//
// The levels of caches that a run may have, in order, and what files call their events.  commands/text/level_names.h has the names of older files.
//
//    for (uint32_t i = 0; i < LEVELS; i++) puts(levels[i].name);    // L1, L2, L3, LL
#ifndef XG_COMMANDS_TEXT_LEVELS_H
#define XG_COMMANDS_TEXT_LEVELS_H

#include <stdint.h>

enum { LEVELS = 4 };

typedef struct {
   const char* name;   // "L1"; of all levels between the first and the last that of their cache
   const char* cache;  // of data: "D1"
   const char* misses; // what the names of events of its data begin with: "DL" of DLmr and DLmw
   const char* use;    // what those of cache line use end in: SpLoss1
} Level;

extern const Level levels[LEVELS];

#endif
