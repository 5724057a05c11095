// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who has stored: the site in its context, the calls that led to it, and the memory object.  What becomes of the
// bytes is charged to these later.
//
// Contract: a target has a number, from 1, as long as bytes refer to it; the caller counts these references.
// A target without any stays until others need the room, as most stores repeat an earlier one.
//
// A place is what a finding names: the site, and where its source is unknown or a distribution's, the innermost call
// whose source is not.
//
// Ownership: a target holds a reference to its back-dating node.  Places live until the program ends.
//
//    uint32_t number = store_targets_now(site);     // 0: collection is off
//    StoreTarget* t = store_target(number);
//    t->references += size_B;
//    charge_target(PROGRAM, &t->to, t->owner, EV_SB - EV_ACCOST_L1, size_B);
#ifndef XG_ENGINE_STORE_TARGETS_H
#define XG_ENGINE_STORE_TARGETS_H

#include "base/map.h"
#include "cachesim/line_use.h"
#include "callgraph/model.h"

typedef struct StorePlace StorePlace;
struct StorePlace {
   const Site* site;
   const Arc* call; // NULL: there is none to name
   // As an actor of dependences: its number in the region that it ran in last; 0: none so far.
   uint32_t actor;
   const char* actor_region;
   StorePlace* next; // of all places
};

typedef struct {
   CostTarget to; // counters NULL: it has been forgotten
   uint64_t references;
   StorePlace* code;
   uint32_t owner; // ObjectCosts.number; 0: nobody's
   bool used;      // the number is in use
} StoreTarget;

// Invariants: target[n] is in `index` if it is in use and not forgotten.
typedef struct {
   StoreTarget* target; // by number; [0] is not used
   uint32_t n, capacity;
   uint32_t* free; // numbers that may be used again
   uint32_t n_free;
   uint32_t* index;  // hash table of numbers; 0: empty
   uint32_t n_index; // entries; a power of two
   uint32_t limit;   // of numbers in use: when there are more, those without references go
   Map places;       // by site and call
} StoreTargets;

void store_targets_init(void);
// The target of what this site stores now, or 0.
uint32_t store_targets_now(const Site* site);
StoreTarget* store_target(uint32_t number);
// Forgets what this thread (0: any) has stored: it is charged to nobody.
void store_targets_forget(uint32_t thread);
// Targets no longer belong to their memory objects.
void store_targets_disown(void);
// Panics if an invariant is broken.
void store_targets_check(void);

#endif
