// SPDX-License-Identifier: GPL-3.0-or-later
//
// What becomes of stores: bytes that are stored again before anybody reads them, bytes that nobody reads until
// their memory ends, and lines that are loaded only to be stored to.
//
// Contract: generated code calls stores_store() and stores_load() behind each access that has happened, after the
// caches have made it, and stores_stack_ends() where the stack pointer rises.  Whoever knows what else reads,
// stores, ends or moves memory says so.  What a store turns out to be is charged to the site that has stored, in
// its context, and to the calls that were open then, as the use of cache lines is.
//
// Events: EV_SB bytes stored; EV_SBOVER of these stored again unread; EV_SBDEAD of these unread when their memory
// ends; EV_SBLOAD, with line use, bytes of LL's lines that a store has loaded and of which, until they were
// evicted, each byte was stored once and none was read.
//
//    stores_store(site, address, size_B);
//    stores_load(address, size_B);
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

void stores_init(void);

// --- accesses of the program
void stores_store(const Site* site, uint64_t address, uint64_t size_B);
// A store that goes past the caches (movnt): its line is not loaded for it on a real processor.
void stores_store_past_caches(const Site* site, uint64_t address, uint64_t size_B);
void stores_load(uint64_t address, uint64_t size_B);
// With dependences: tells of it, too.
void stores_load_by(const Site* site, uint64_t address, uint64_t size_B);
// The stack pointer has risen: what is between is unread for ever.
void stores_stack_ends(uint64_t from, uint64_t to);

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
// LL has evicted a line that this target has loaded.
void stores_line_evicted(const CostTarget* t, uint32_t owner, uint64_t line);

// --- all of it
// The program ends: so does all memory.
void stores_finish(void);
// What is unread stays so, but is charged to nobody: nobody has seen whether it was read.
void stores_break(void);
// Forgets what this thread (0: any) has stored; of all, the pairs, too.
void stores_forget(uint32_t thread);
const StorePair* stores_pairs(void);
// Panics if an invariant is broken.
void stores_check(void);

#endif
