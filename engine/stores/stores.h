// SPDX-License-Identifier: GPL-3.0-or-later
//
// What becomes of stores: bytes that are stored again before anybody reads them, bytes that nobody reads until
// their memory ends, and lines that are loaded only to be stored to.
//
// Contract: generated code calls entry points behind each access that has happened, after the caches have made it, and
// where the stack pointer rises.  Whoever knows what else reads,
// stores, ends or moves memory says so.  What a store turns out to be is charged to the site that has stored, in
// its context, and to the calls that were open then, as the use of cache lines is.
//
// Events: EV_SB bytes stored; EV_SBOVER of these stored again unread; EV_SBDEAD of these unread when their memory
// ends; EV_SBLOAD, with line use, bytes of LL's lines that a store has loaded and of which, until they were
// evicted, each byte was stored once and none was read.
//
//    entry_points.stored(site, address, size_B);
//    entry_points.loaded(address, size_B);
//    stores_end(start, size_B);                          // memory is freed or unmapped
//    for (const StorePair* p = stores_pairs(); p; p = p->next) ...
#ifndef XG_ENGINE_STORES_STORES_H
#define XG_ENGINE_STORES_STORES_H

#include "engine/store_targets.h"
#include "memobj/stored_bytes.h"

// Bytes that one place has stored and another one overwritten unread.
typedef struct StorePair StorePair;
struct StorePair {
   const StorePlace *first, *second;
   uint64_t bytes;
   StorePair* next; // of all pairs
};

// --- what else happens to memory
// Whoever is not the program's own code reads memory, or stores: the kernel, or the processor, instructions.
void stores_read_outside(uint64_t start, uint64_t size_B);
void stores_stored_outside(uint64_t start, uint64_t size_B);
// The contents of memory are gone.
void stores_end(uint64_t start, uint64_t size_B);
void stores_unmap(uint64_t start, uint64_t size_B);
void stores_move(uint64_t from, uint64_t to, uint64_t size_B);
// Other processes see the memory.
void stores_share(uint64_t start, uint64_t size_B);

// --- all of it
// The program ends: so does all memory.
void stores_finish(void);
const StorePair* stores_pairs(void);

#endif
