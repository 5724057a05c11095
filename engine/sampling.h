// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which accesses are recorded by memory object (EVOP thesis, section 3.2, table 3.2).
//
// Every period-th access is: of all (case A), of the loads (case B; all stores are recorded), or of
// the stores (C: all loads are).  The caches see every access.
//
// Generated code counts accesses down by runs, which are executed as a whole: before a run it takes
// their number off `left`.  If that stays above zero, no access of the run is to be recorded;
// otherwise each of them asks sampling_records(), and the last one starts the next period.
//
//    sampling_init(&s, 1000, true, false);             // every 1000th load, all stores
//    s.left -= site->run_accesses;                     // generated code, before a run of loads
//    if (s.left <= 0 && sampling_records(&s, site)) ...   // each load of the run
#ifndef XG_ENGINE_SAMPLING_H
#define XG_ENGINE_SAMPLING_H

#include "callgraph/model.h"

// Invariant: with a period, 0 < left <= period between runs.
typedef struct {
   int64_t left;     // accesses until one is recorded, that one included; <= 0 within a run
   int64_t period;   // 0: all accesses are recorded
   bool loads;       // are sampled
   bool stores;      // likewise
   uint64_t n_taken; // sampled accesses that were recorded
} Sampling;

// Sets up.  loads and stores both or neither: every period-th access of any kind.
void sampling_init(Sampling* s, int64_t period, bool loads, bool stores);
// True if accesses of this kind are sampled at all; others are all recorded.
bool sampling_applies(const Sampling* s, bool is_write);
// Whether an access of a run is to be recorded; the run has been taken off.
bool sampling_records(Sampling* s, const Site* site);
// Whether an access under a condition is to be recorded; it is a run of its own, taken off here.
bool sampling_records_guarded(Sampling* s);

#endif
