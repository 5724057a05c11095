// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who reads what who has stored: bytes by the code that has stored them last, the code that reads them, and the memory
// object (Evolution paper, section 6).
//
// Contract: an actor is a place (store_targets.h), of loads as of stores, within a region that the program has marked, if
// one is open.  Actors have numbers, from 1, in the order in which they first load or store; numbers stay.  What is
// read while collection is off is not counted, and what is stored then is nobody's.  So is what others store: the
// kernel, and other processes.
//
//    probes.stored(site_target, address, size_B);
//    probes.read(site, address, size_B);
//    for (uint32_t i = 0; i < dependences_flows(); i++) ... dependences_flow(i)->bytes ...
//    const Actor* a = dependences_actor(flow->from);
#ifndef XG_ENGINE_DEPENDENCES_DEPENDENCES_H
#define XG_ENGINE_DEPENDENCES_DEPENDENCES_H

#include "engine/store_targets.h"
#include "memobj/last_writers.h"
#include "memobj/object.h"

typedef struct {
   const StorePlace* code;
   const char* region; // the innermost one that is open; NULL: none
} Actor;

// Bytes of one object that pass from one actor to another one, or to itself.
typedef struct {
   uint32_t from, to;
   const MemObject* object;
   uint64_t bytes;   // each time that one is read
   uint64_t first_B; // of these, read for the first time since they were stored
} DataFlow;

// The innermost region that is open in this thread; NULL: none.
void dependences_set_region(uint32_t thread, const char* name);

uint32_t dependences_actors(void);
const Actor* dependences_actor(uint32_t number);
uint32_t dependences_flows(void);
const DataFlow* dependences_flow(uint32_t i);
#endif
