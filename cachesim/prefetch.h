// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stream detector of the hardware prefetcher: eight streams, one per 4 KiB page modulo eight.
//
// The prefetcher observes the requests of the cache that it serves.  Requests for three consecutive
// lines in one direction start a stream; from then on each further line of the stream loads the
// line five ahead (docs/cache-model.md).
//
// Ownership: a Prefetcher is a plain value of the caller.
//
//    uint64_t wanted;
//    if (prefetch_observe(&p, address, &wanted)) ...   // load the line that holds `wanted`
#ifndef XG_CACHESIM_PREFETCH_H
#define XG_CACHESIM_PREFETCH_H

#include "base/host.h"

enum { PREFETCH_STREAMS = 8, PREFETCH_PAGE_SHIFT = 12, PREFETCH_DISTANCE_LINES = 5 };

typedef struct {
   uint64_t last_line[PREFETCH_STREAMS]; // line number seen last
   int64_t run[PREFETCH_STREAMS];        // consecutive lines: > 0 upwards, < 0 downwards
   uint64_t line_number_mask;            // bits of a line number that are compared: all
   uint32_t line_shift;                  // log2 of the cache's line size in bytes
   uint64_t up, down;                    // prefetches asked for
} Prefetcher;

// Sets up a prefetcher without streams for a cache with lines of 1 << line_shift bytes.
void prefetch_init(Prefetcher* p, uint32_t line_shift);
// Forgets all streams.
void prefetch_clear(Prefetcher* p);
// Notes a request; true if a line is to be loaded, which holds the address *wanted.
bool prefetch_observe(Prefetcher* p, uint64_t address, uint64_t* wanted);

#endif
