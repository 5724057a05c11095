// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranges of memory that samples of the timeline lie in, and when they began and ended.
//
// Contract: memobj tells when ranges begin and end, as ObjectSet.begun and ends.  A range is kept as long
// as a sample that lies in it is, also when it has ended.
//
//    timeline_ranges_init();
//    TimelineRange* r = timeline_ranges_take(object_costs_range(address));   // for a sample
//    timeline_ranges_drop(r);                                                // it is dropped
#ifndef XG_ENGINE_OVER_TIME_TIMELINE_RANGES_H
#define XG_ENGINE_OVER_TIME_TIMELINE_RANGES_H

#include "base/host.h"
#include "memobj/object.h"

// A range of memory that a sample lies in, as it was then.
//
// Invariants: n_samples is the number of samples kept that lie in it, and more than 0.
typedef struct {
   const MemObject* object;
   uint64_t start, size_B;
   uint64_t born, died; // clock; died: RANGE_LIVES while it lives
   uint64_t n_samples;
   const MemRange* range; // NULL: it has ended
} TimelineRange;
#define RANGE_LIVES UINT64_MAX

// Asks for ranges that begin and end; before there are any.
void timeline_ranges_init(void);
// One more sample lies in this range, or NULL, which gives NULL.
TimelineRange* timeline_ranges_take(const MemRange* r);
// One sample less.
void timeline_ranges_drop(TimelineRange* r);

#endif
