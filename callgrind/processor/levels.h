// SPDX-License-Identifier: GPL-3.0-or-later
//
// The levels between L1 and LL, from the top: what each is called and counts.
//
//    for (UInt i = 0; i < levels_between(); i++) ... level_between[i].name, options.between[i] ...
#ifndef XG_CALLGRIND_PROCESSOR_LEVELS_H
#define XG_CALLGRIND_PROCESSOR_LEVELS_H

#include "pub_tool_basics.h"

#include "base/event.h"
#include "cachesim/policy.h"
#include "callgrind/processor/figures.h"

typedef struct {
   const HChar* name;
   Event fetches, reads, writes; // that miss it
   Event cold;                   // the first of its misses by class
   Latency latency;              // of what it serves
} LevelBetween;

extern const LevelBetween level_between[LEVELS_BETWEEN];

// How many of them there are, by the options.
UInt levels_between(void);

#endif
