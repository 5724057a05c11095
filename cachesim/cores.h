// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several cores in one hierarchy: each has an I1, a D1 and, if there are any, levels between D1 and LL of
// its own, but for those that groups of cores or all share.  Data is kept coherent (coherence.h); code is not.
//
// Contract: the caches of the running core are the Hierarchy's own.  Those of the others are parked;
// cores_run() swaps what the caches hold, so that no Cache moves and generated code finds the
// running core's state where it always is.  Parked caches are connected as the Hierarchy's own are:
// lines keep what they are attached to.  All caches have policies (policy_state.h), so that lines can
// be taken out from the middle of a set; LRU sets give what standard ones give.  Exclusive LLs, write-back,
// Callgrind's arithmetic and lines of several sizes are left to hierarchies of one core.
//
// An access first takes its lines from all other cores, if it is a write, and is then made as any
// access.
//
// Ownership: Cores and the parked caches belong to the Hierarchy.
//
//    HierarchyConfig config = {..., .cores = 4};
//    hierarchy_init(&h, &config, NULL);
//    cores_run(&h, 2);                     // what follows is core number 2's
//    hierarchy_data(&h, &request, changes);
#ifndef XG_CACHESIM_CORES_H
#define XG_CACHESIM_CORES_H

#include "cachesim/classifier.h"
#include "cachesim/coherence.h"
#include "cachesim/parked_code.h"
#include "cachesim/policy_state.h"

typedef struct Hierarchy Hierarchy;
typedef struct HierarchyConfig HierarchyConfig;

// The caches of a core that does not run.
typedef struct {
   uint32_t core; // whose they are now
   ParkedCode i1;
   Cache asked_i1, d1,
      between[LEVELS_BETWEEN]; // without lines where there is none, or cores share it
   PolicyState policy[CACHE_LL];
   Classifier classifier[CLASS_LL]; // of D1 and the levels between
} ParkedCaches;

// A cache that a group of cores shares, of which none runs.
typedef struct {
   uint32_t group; // whose it is now
   Cache cache;
   PolicyState policy;
   Classifier classifier;
} ParkedLevel;

// Invariants: each core but the running one is that of one of `parked`; likewise each group of a level that groups
// share.  What is connected to a cache of a group are the caches of its cores or smaller groups, wherever these are parked.
typedef struct {
   uint32_t n; // cores; with 1, only the next two are used
   // Of the levels between L1 and LL: those that each core has for itself, and those that not all cores share, which are kept
   // coherent.
   uint32_t n_own, n_coherent;
   uint32_t running;
   ParkedCaches* parked;                      // [n - 1]
   ParkedLevel* parked_level[LEVELS_BETWEEN]; // [groups - 1] of a level that cores share
   CodeLineState* moving;                     // of I1
   Coherence coherence;
} Cores;

// NULL, or the reason why the hierarchy cannot have more than one core.
const char* cores_error(const HierarchyConfig* c);
// Sets up and connects parked caches, if there are several cores; by hierarchy_init() and the like.
void cores_init(Hierarchy* h);
void cores_free(Hierarchy* h);
void cores_clear(Hierarchy* h);
void cores_check(const Hierarchy* h);
// The next requests are this core's.
void cores_run(Hierarchy* h, uint32_t core);
// How many caches there are in front of LL; number i of them: those of the running core, then of the others, each from the
// top, then those that cores share.  NULL: I1, as a CodeCache.
uint32_t cores_caches(const Hierarchy* h);
Cache* cores_cache(Hierarchy* h, uint32_t i);
CodeCache* cores_code_cache(Hierarchy* h, uint32_t i);
// One data access, with several cores.
Served cores_data(Hierarchy* h, const Request* r, LineChanges* changes);
// A prefetch instruction, likewise, for a line that D1 has not: it reads, whatever the instruction says of stores to come.
Served cores_prefetch(Hierarchy* h, const Request* r, LineChanges* changes);
// Before the running core's fetch: L2 may have lost its lines.
void cores_fetch(Hierarchy* h, const Request* r);
// What a line is in a core's private caches of data.
MesiState cores_state(const Hierarchy* h, uint32_t core, uint64_t line);

#endif
