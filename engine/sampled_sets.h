// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sampled sets: only one set of D1, L2 and LL in so many is simulated (cachesim/set_sample.h), and what
// happens there is charged as many times.
//
// Accesses are in sampled_accesses.h.  I1 has all its lines, and its misses and their use are exact: a few lines of code
// may have nearly all of them, which a sample finds or does not.  Totals have what is charged for the sample by
// group of sets here, from which set_sample_error_of() estimates their error.
//
//    sampled_sets_init();                                  // by engine_init(), with sample_sets
//    set_sample_error_of(&engine.sampled.sets, groups);    // ... of a sum over sampled_sets_groups()
#ifndef XG_ENGINE_SAMPLED_SETS_H
#define XG_ENGINE_SAMPLED_SETS_H

#include "base/event.h"
#include "cachesim/cache.h"
#include "cachesim/set_sample.h"
#include "callgraph/model.h"

struct Payer;

// Accesses of up to so many bytes have a table of their own, by chunk of memory that they begin in.
enum { REACH_1, REACH_9, REACH_17, REACH_33, REACH_65, REACHES };
enum { CHUNK_SHIFT = 3, CHUNKS_MAX = 4096 };

typedef struct {
   bool on;
   SetSample sets;
   uint32_t group; // of the line that is simulated now
   // What has been charged since the last part of the profile or the last zeroing, by group.
   uint64_t charged[SAMPLE_GROUPS_MAX][EV_COUNT];
} SampledSets;

// Not zero: an access of this reach that begins in this chunk may touch the sample.
extern uint8_t xg_sampled_chunks[REACHES][CHUNKS_MAX];

void sampled_sets_init(void);
// Chunks that repeat: a power of two, not more than CHUNKS_MAX.
uint32_t sampled_sets_chunks(void);
// The table for accesses of this size; NULL: none, they may touch the sample wherever they begin.
const uint8_t* sampled_sets_table(uint32_t size_B);

// A miss that is about to be charged: what it stands for.
uint64_t sampled_sets_miss(Event e);
// Charges a request that L1 did not serve.
void sampled_sets_charge(const struct Payer* p, Served served);
// The line is evicted whose use costs so much: how many lines it stands for.  use_event: its first event
// of line use, counted from EV_ACCOST_L1.
uint64_t sampled_sets_use(const Eviction* e, uint32_t use_event, uint64_t access_cost);
// A part of the profile begins, or it is zeroed.
void sampled_sets_begin_part(void);
// Whether the event's counts are estimates.
bool sampled_sets_estimate(Event e);
// What each group has charged of an event since the part began.  I1's part of line use is in none.
void sampled_sets_groups(Event e, uint64_t charged[SAMPLE_GROUPS_MAX]);

#endif
