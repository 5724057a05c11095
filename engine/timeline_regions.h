// SPDX-License-Identifier: GPL-3.0-or-later
//
// Regions of the timeline: executions of a function or of what requests delimit.
//
// Contract: timeline.c calls timeline_regions_sample() for each sample once it is complete, in ascending
// order of time: when its access has come, or when it is known that none will.  The clock may be past
// sample->at then.
//
//    timeline_regions_sample(&sample);
#ifndef XG_ENGINE_TIMELINE_REGIONS_H
#define XG_ENGINE_TIMELINE_REGIONS_H

#include "engine/timeline.h"

// A sample has been taken, and is complete; it may be dropped later.
void timeline_regions_sample(const TimelineSample* sample);

#endif
