// SPDX-License-Identifier: GPL-3.0-or-later
//
// A CodeCache of a core that does not run: an I1 or a TLB of code.  Generated code has the addresses of
// the running core's code lines, so that these stay where they are; what cores have in their caches is
// swapped.
//
// Contract: all caches have one geometry.  The running core's CodeCache has all code lines; a parked one
// has lines of its own for what is resident there.
//
// Ownership: the ParkedCode belongs to the caller and must not move; it owns its cache.
//
//    ParkedCode parked;
//    parked_code_init(&parked, &geometry, line_use);
//    CodeLineState* moving = parked_code_space(&own);      // once, for all parked ones
//    parked_code_swap(&own, &parked, moving);          // another core runs
#ifndef XG_CACHESIM_PARKED_CODE_H
#define XG_CACHESIM_PARKED_CODE_H

#include "cachesim/code_cache.h"

// Invariant: home[i] is valid where cache.resident[i] is a line, and has its address.
typedef struct {
   CodeCache cache;
   CodeLine** home; // [sets * ways]: of each resident line, the one of the running core's cache
} ParkedCode;

// The state of a code line that is on its way from one cache to another.
typedef struct CodeLineState CodeLineState;

// Sets up an empty cache, as code_cache_init().
void parked_code_init(ParkedCode* p, const Geometry* g, bool line_use);
void parked_code_free(ParkedCode* p);
// Allocates what swaps with caches of this geometry need; to be freed by host_free().
CodeLineState* parked_code_space(const CodeCache* c);
// The running core's lines go to the parked cache, and the other way round.
void parked_code_swap(CodeCache* own, ParkedCode* p, CodeLineState* moving);

#endif
