// SPDX-License-Identifier: GPL-3.0-or-later
//
// Samples of a run of any length: when they are taken, and which of them are kept.
//
// The time is cut into periods, and in each of them one tick is due, at random.  What it records is a
// sample.  When as many are kept as there may be, every second one is dropped, the first one stays, and
// the period doubles.  So samples are spread evenly over the whole run.  While the period is short,
// fewer are kept: a short run gets some thousands, and a long one does not pay for many ticks at first.
//
// Random numbers are those of a fixed seed: equal runs have equal samples.
//
// Ownership: the Samples belong to the caller, the array to them.  A sample stays at its place until the
// next tick.
//
//    Samples s;
//    samples_init(&s, 65536, sizeof(Sample), dropped);
//    if (now >= s.next) { Sample* new = samples_tick(&s, now); ... }
//    for (uint32_t i = 0; i < s.n; i++) ... samples_at(&s, i) ...
#ifndef XG_TIMELINE_SAMPLES_H
#define XG_TIMELINE_SAMPLES_H

#include "base/host.h"

enum {
   SAMPLES_FIRST_PERIOD = 1024,
   SAMPLES_SHORT_PERIOD = 65536, // below it,
   SAMPLES_MAX_IF_SHORT = 4096,  // no more than these are kept
   SAMPLES_MIN = 16,             // for samples_init()
};

// Invariants: period is SAMPLES_FIRST_PERIOD times a power of two; n <= capacity; n is at most `most`,
// and while the period is short at most SAMPLES_MAX_IF_SHORT.  `next` is in the period after the one
// of the last tick, or in a later one.
typedef struct {
   uint8_t* sample; // [capacity], of sample_B each
   size_t sample_B;
   uint32_t n, capacity, most;
   uint64_t period;  // between ticks, on average
   uint64_t next;    // the clock of the next tick
   uint64_t n_ticks; // since the start
   uint64_t random;
   void (*dropped)(void* sample); // called for each that is dropped; may be NULL
} Samples;

// No samples yet; the first tick is in the first period from clock 0.
void samples_init(Samples* s, uint32_t most, size_t sample_B, void (*dropped)(void* sample));
void samples_free(Samples* s);
// Drops all samples; as at the start, but that the clock is `now`.
void samples_clear(Samples* s, uint64_t now);
// A tick: makes a new sample, all zero, and chooses the time of the next tick.
void* samples_tick(Samples* s, uint64_t now);
// The i-th sample kept, in the order of ticks.
void* samples_at(const Samples* s, uint32_t i);
// A random number from 0 to n - 1; n is at least 1.
uint64_t samples_random(Samples* s, uint64_t n);
// Panics if an invariant is broken.
void samples_check(const Samples* s);

#endif
