// SPDX-License-Identifier: GPL-3.0-or-later
//
// Regions of the timeline that nobody has asked for (Evolution paper, section 3.1): the outermost loops whose
// iterations, or the functions whose calls, take most of the time.
//
// The repetition that takes most of the time is chosen, and of the others those that take a fifth of it or
// more, beside and not within what is chosen.  If all take less than half of it, the stretches between the calls of a
// barrier are, if these take half of it or more; else none is.  An instance has all that the program does in the
// meantime, in all threads.
//
// Contract: with TimelineConfig.find_regions only.
//
//    found_regions_choose();          // the program is over; they are in engine.regions now, without names
//    for (uint32_t i = 0; i < found_regions.n; i++) ... found_regions.region[i] ...
#ifndef XG_ENGINE_REPEATS_FOUND_REGIONS_H
#define XG_ENGINE_REPEATS_FOUND_REGIONS_H

#include "engine/over_time/timeline_regions.h"
#include "engine/repeats/repetitions.h"

typedef struct {
   TimelineRegion* region[REPETITIONS_CHOSEN];
   uint32_t n;
   uint64_t instructions; // of the timeline as far as it was searched
   // If none was chosen: what takes most of the time of all that repeats; NULL: nothing does.
   const Function* nearest;
   uint64_t nearest_instructions;
   bool is_cut; // there was no room for the rest of the run
} FoundRegions;

extern FoundRegions found_regions;

void found_regions_choose(void);

#endif
