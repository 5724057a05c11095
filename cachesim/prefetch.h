// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stream detector of the hardware prefetcher: eight streams, one per 4 KiB page modulo eight.
//
// Three accesses to consecutive last-level lines in one direction start a stream; from then on
// each further line of the stream asks for the line five ahead (docs/cache-model.md).
//
//    uint64_t wanted;
//    if (prefetch_observe(&p, address, &wanted)) set_cache_touch(&ll, wanted);
#ifndef XG_CACHESIM_PREFETCH_H
#define XG_CACHESIM_PREFETCH_H

#include "base/host.h"

enum { PREFETCH_STREAMS = 8, PREFETCH_PAGE_SHIFT = 12, PREFETCH_DISTANCE_LINES = 5 };

typedef struct {
   uint64_t last_line[PREFETCH_STREAMS]; // line number seen last
   int64_t run[PREFETCH_STREAMS];        // consecutive lines: > 0 upwards, < 0 downwards
   uint64_t line_number_mask;            // all ones; 32 bits for Callgrind's arithmetic
   uint32_t line_shift;                  // log2 of the last-level line in bytes
   uint64_t up, down;                    // prefetches asked for
} Prefetcher;

// Forgets all streams; callgrind_arithmetic keeps 32 bits of line numbers, as stock does.
void prefetch_init(Prefetcher* p, uint32_t ll_line_shift, bool callgrind_arithmetic);
// Forgets all streams.
void prefetch_clear(Prefetcher* p);
// Notes a last-level access; true if a line is to be fetched, whose address is then in *wanted.
bool prefetch_observe(Prefetcher* p, uint64_t address, uint64_t* wanted);

#endif
