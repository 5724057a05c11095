// SPDX-License-Identifier: GPL-3.0-or-later
//
// Who has stored each byte of memory last, and whether anybody has read it since.
//
// Contract: a writer is a number of the caller's; 0 is nobody who is known.  An access may be of any size.  A load
// says whose bytes it reads, as runs of one writer, in the order of addresses; they stay that writer's until they are
// stored again or forgotten.
//
// Ownership: pages belong to the map until the program ends.
//
//    LastWriters m = {0};
//    last_writers_store(&m, address, size_B, writer);
//    WriterRuns runs = {0};
//    last_writers_load(&m, address, size_B, &runs);          // runs.run[0] to runs.run[runs.n - 1]
//    last_writers_forget(&m, start, size_B);
#ifndef XG_MEMOBJ_LAST_WRITERS_H
#define XG_MEMOBJ_LAST_WRITERS_H

#include "memobj/page_map.h"

enum {
   WRITERS_PAGE_B = 4096,
   WRITERS_WORD_B = 4,
   WRITERS_WORDS = WRITERS_PAGE_B / WRITERS_WORD_B,
   WRITER_RUNS_MAX =
      64 // of one load; what an access of more runs has behind them is left to the next call
};

// Bytes of one writer, of which `first_B` had not been read since they were stored.
typedef struct {
   uint32_t writer, n_B, first_B;
} WriterRun;

typedef struct {
   uint32_t n;
   WriterRun run[WRITER_RUNS_MAX];
} WriterRuns;

// Invariants: a byte's writer is word[] of its word, or, if the bit of that in `mixed` is set, byte[] of it; bits of
// bytes without a writer are not set in `unread`.
typedef struct WritersPage WritersPage;
struct WritersPage {
   uint64_t number; // its address / WRITERS_PAGE_B
   WritersPage* next;
   uint32_t word[WRITERS_WORDS];
   uint32_t* byte;                       // [WRITERS_PAGE_B]; NULL: no word has been mixed
   uint64_t mixed[WRITERS_WORDS / 64];   // a bit for each word
   uint64_t unread[WRITERS_PAGE_B / 64]; // a bit for each byte
};

typedef struct {
   PageMap pages;
   WritersPage* first;
} LastWriters;

void last_writers_store(LastWriters* m, uint64_t address, uint64_t size_B, uint32_t writer);
// Adds runs; returns how many bytes it has gone through, size_B unless there is no room for more runs.
uint64_t last_writers_load(LastWriters* m, uint64_t address, uint64_t size_B, WriterRuns* runs);
// What is in this memory is nobody's.
void last_writers_forget(LastWriters* m, uint64_t start, uint64_t size_B);
// Whole pages have been moved to where nobody has stored.
void last_writers_move(LastWriters* m, uint64_t from, uint64_t to, uint64_t size_B);
// Panics if an invariant is broken.
void last_writers_check(const LastWriters* m);

#endif
