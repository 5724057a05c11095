// SPDX-License-Identifier: GPL-3.0-or-later
//
// A miss curve: the misses of a fully associative LRU cache of each size, from a histogram of reuse
// distances, with a standard error.
//
// The error has two parts (docs/miss-curves.md).  Which lines are sampled changes how many misses are
// seen: the spread between groups of lines estimates that.  It also changes every distance by about
// its square root: that is estimated by the misses at sizes nearby.
//
//    MissCurve c;
//    miss_curve_of(&c, &histogram, reuse.rate_shift, 0);
//    c.misses[i], c.error[i]     // at reuse_size(i) lines
#ifndef XG_CACHESIM_MISS_CURVE_H
#define XG_CACHESIM_MISS_CURVE_H

#include "cachesim/reuse_histogram.h"

// Invariant: misses do not grow with the size.
typedef struct {
   uint64_t accesses;
   uint64_t misses[REUSE_SIZES]; // cold ones included
   uint64_t error[REUSE_SIZES];  // standard errors; 0 in exact mode
} MissCurve;

// accesses: how many there were, sampled or not; 0: as many as the histogram says.
void miss_curve_of(MissCurve* c, const ReuseHistogram* h, uint32_t rate_shift,
                   uint64_t accesses);

#endif
