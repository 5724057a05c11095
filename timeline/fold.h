// SPDX-License-Identifier: GPL-3.0-or-later
//
// Folding: all executions of a region (its instances) laid over each other.
//
// Contract: what an instance cost is the difference of totals at its end and at its start, so statistics
// over instances are exact, as they do not come from samples.  Folded curves are estimates: a point is taken
// wherever a sample falls into an instance, at x, the share of the instance's instructions executed by
// then, and has for each event y, the share of the instance's cost.  What falls into one of the bins
// of x is averaged, each point with its weight: what it stands for, as the distance between samples grows
// in the course of a run.  A point's x and y are known when its instance ends; until then the instance keeps
// its points, at most `points_max`: when there are more, every second one is dropped and of those that
// follow every second one ignored, and the others count for them, too.  An instance without instructions has no points; one without cost
// of an event has none for that event.
//
// A point carries a payload, which folding does not look into: the sample.  Of all folded samples
// FOLD_SAMPLES are kept, with probabilities in proportion to their weights; the pseudo-random numbers start
// with the same seed in each run.
//
// Memory is bounded: it does not grow with the length of the run.
//
// Ownership: the Fold belongs to the caller, all else to the Fold.
//
//    Fold f;
//    fold_init(&f, n_events, sizeof(Sample));
//    FoldInstance* i = fold_begin(&f, &(FoldStart){.clock = now, .thread = 1, .points_max = 1024},
//                                 instructions, totals);
//    fold_point(i, instructions, totals, weight, &sample);
//    fold_end(i, instructions, totals);
//    fold_free(&f);
#ifndef XG_TIMELINE_FOLD_H
#define XG_TIMELINE_FOLD_H

#include "timeline/instances.h"
#include "timeline/statistic.h"

enum {
   FOLD_BINS = 128,
   FOLD_SAMPLES = 16384,
   FOLD_POINTS = 1024,  // the usual points_max
   FOLD_SHARE = 1000000 // x and y are in millionths
};

typedef struct {
   uint64_t clock; // of the program
   uint32_t thread;
   uint32_t points_max; // at least 1
} FoldStart;

// A kept sample; its payload follows.
typedef struct {
   uint64_t instance; // number
   uint64_t x;        // in millionths
} FoldSample;

// An instance that has not ended.
//
// Invariants: it has the points 0, stride, 2 * stride, ... of n_points, at most points_max.
typedef struct FoldInstance FoldInstance;

// Invariants: each of `cost` has as many numbers as `instructions`; y[bin * n_events + event].n is at
// most x[bin].n; n_samples is the least of samples_seen and FOLD_SAMPLES.
typedef struct {
   uint32_t n_events;
   uint32_t payload_B; // a multiple of 8
   uint64_t n_begun;   // instances, ended or not
   Statistic instructions;
   Statistic* cost; // [n_events]
   InstanceList list;
   InstanceOutliers longest, shortest;
   uint64_t points[FOLD_BINS];
   Statistic x[FOLD_BINS]; // weighted, as y
   Statistic* y;           // [FOLD_BINS * n_events]; NULL: no points yet
   char* samples;
   uint32_t n_samples, samples_capacity;
   uint64_t samples_seen, weight_seen, random;
   FoldInstance* spare; // have ended
} Fold;

void fold_init(Fold* f, uint32_t n_events, uint32_t payload_B);
// No instance may be open.
void fold_free(Fold* f);
// Forgets everything; instances that are open are to be begun again by fold_restart().
void fold_zero(Fold* f);

// Begins an instance; instructions and totals [n_events] are those of what it counts, at its start.
FoldInstance* fold_begin(Fold* f, const FoldStart* start, uint64_t instructions,
                         const uint64_t* totals);
// The open instance is a new one, which begins here.
void fold_restart(FoldInstance* i, uint64_t clock, uint64_t instructions,
                  const uint64_t* totals);
// A sample in the instance; its weight is at least 1.
void fold_point(FoldInstance* i, uint64_t instructions, const uint64_t* totals, uint64_t weight,
                const void* payload);
// The payload of the last point, to be completed; NULL if there is none or it was not kept.
void* fold_last_payload(FoldInstance* i);
void fold_end(FoldInstance* i, uint64_t instructions, const uint64_t* totals);

// Sample number i of n_samples; its payload follows it.
const FoldSample* fold_sample(const Fold* f, uint32_t i);
// Panics if an invariant is broken.
void fold_check(const Fold* f);

#endif
