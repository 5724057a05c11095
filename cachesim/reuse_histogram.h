// SPDX-License-Identifier: GPL-3.0-or-later
//
// Histograms of reuse distances (reuse.h); the miss curves that follow from them are in miss_curve.h.
//
// Sizes of caches, in lines, are the quarter powers of two, rounded, each once: 1 2 3 4 5 6 7 8 10 11
// 13 16 19 ...  A bucket has the distances from one size to the next, so that misses at each size are
// exact.  Sampled lines are in groups (reuse.h), each with counts of its own: how much they differ
// tells the error.
//
// Ownership: rows are in an arena of the caller, and live as long as it does.
//
//    ReuseHistogram h = {0};
//    reuse_histogram_add(&h, &arena, &access);
//    reuse_histogram_add_all(&all, &arena, &h);
#ifndef XG_CACHESIM_REUSE_HISTOGRAM_H
#define XG_CACHESIM_REUSE_HISTOGRAM_H

#include "base/arena.h"
#include "cachesim/reuse.h"

enum {
   REUSE_SIZES = 7 + 4 * 29,       // 1 to 7, and four in each octave from 2^3 to 2^31
   REUSE_BUCKETS = REUSE_SIZES + 2 // distance 0 is before the first size; the last one: cold
};

// Accesses of one bucket, by group of lines.
typedef struct {
   uint64_t weight[REUSE_GROUPS];
} ReuseRow;

// Invariants: a row whose bit in `used` is not set is all zero, or NULL; `recorded` is the number
// of accesses, each counted once whatever its weight.
typedef struct {
   ReuseRow* row[REUSE_BUCKETS];
   uint64_t used[(REUSE_BUCKETS + 63) / 64];
   uint64_t recorded;
} ReuseHistogram;

// The i-th size, in lines.
uint64_t reuse_size(uint32_t i);
// How many sizes are at most this distance.
uint32_t reuse_bucket(uint64_t distance);
void reuse_histogram_add(ReuseHistogram* h, Arena* arena, const ReuseAccess* a);
void reuse_histogram_add_all(ReuseHistogram* to, Arena* arena, const ReuseHistogram* from);
void reuse_histogram_clear(ReuseHistogram* h);
// Accesses, weighted.
uint64_t reuse_histogram_accesses(const ReuseHistogram* h);
// The number of sizes after which only cold misses are left.
uint32_t reuse_histogram_sizes(const ReuseHistogram* h);

#endif
