// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs by bin of time: a bounded number of bins of equal width, for runs of any length.
//
// Bin i has what was counted from clock start + i * width until start + (i + 1) * width.  When there
// would be more than BINS_MAX, each two neighbours become one, and the width doubles.
//
// Costs come in stretches, each with the clock at its end; it begins where the one before ended.  All of
// a stretch belongs to the bin in which it begins.  One that takes no time belongs to what ran before it.
//
// Ownership: the Bins belong to the caller, the array to them.
//
//    Bins b;
//    bins_init(&b, EV_COUNT, 0);
//    if (now >= bins_next(&b)) bins_add(&b, now, cost);   // since the last call
//    bins_add(&b, now, cost);                             // what is left at the end
//    for (uint32_t i = 0; i < b.n; i++) ... bins_at(&b, i)[EV_IR] ...
#ifndef XG_TIMELINE_BINS_H
#define XG_TIMELINE_BINS_H

#include "base/host.h"

enum { BINS_MAX = 1024, BINS_FIRST_WIDTH = 1024 };

// Invariants: width is BINS_FIRST_WIDTH times a power of two; n <= BINS_MAX is the number of bins that
// have begun before `now`, or hold a cost; the bins from n on are zero.
typedef struct {
   uint64_t* cost;    // [BINS_MAX * n_events]
   uint32_t n_events; // of a cost
   uint32_t n;
   uint64_t start, width;
   uint64_t now; // clock at the end of the last stretch
} Bins;

// Empty bins; the first one begins at this clock.
void bins_init(Bins* b, uint32_t n_events, uint64_t start);
void bins_free(Bins* b);
// Forgets all costs; the first bin begins at this clock, with the first width.
void bins_clear(Bins* b, uint64_t start);
// Adds the cost [n_events] of the stretch that ends now.
void bins_add(Bins* b, uint64_t now, const uint64_t* cost);
// The clock at which the running bin ends: a stretch should end there.
uint64_t bins_next(const Bins* b);
// The cost of the i-th bin.
uint64_t* bins_at(const Bins* b, uint32_t i);
// Panics if an invariant is broken.
void bins_check(const Bins* b);

#endif
