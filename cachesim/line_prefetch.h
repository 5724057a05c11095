// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prefetchers of a cache: next line, stream, stride by instruction (docs/cache-model.md).  Callgrind's,
// which is for LL alone, is in prefetch.h.
//
// Contract: a prefetcher observes accesses, not requests of other prefetchers: each line that is
// absent, and the first hit of each line that it has loaded.  It answers with at most one line to
// load, and does not know which lines are there.
//
// Ownership: a LinePrefetcher is a plain value of the caller.
//
//    LinePrefetcher p;
//    line_prefetch_init(&p, PREFETCH_STREAM, line_shift);
//    uint64_t wanted;
//    if (line_prefetch_observe(&p, line, &wanted)) ...             // load this line
//    if (line_prefetch_observe_instr(&p, instr, address, &wanted)) // ... with PREFETCH_STRIDE
#ifndef XG_CACHESIM_LINE_PREFETCH_H
#define XG_CACHESIM_LINE_PREFETCH_H

#include "base/host.h"
#include "cachesim/policy.h"

enum {
   LINE_STREAMS = 16,
   STREAM_WINDOW_LINES = 4,   // the next line of a stream is at most so far from its last one
   STREAM_RUN = 3,            // lines that make a stream
   STREAM_DISTANCE_LINES = 4, // how far ahead a stream's lines are loaded
   STRIDE_INSTRS = 256,       // instructions that are remembered
};

// Lines of one direction, near each other.
typedef struct {
   uint64_t last; // number of its last line
   int64_t step;  // 1, -1; 0: there was one line only
   uint32_t run;  // lines so far, up to STREAM_RUN; 0: a free stream
   uint64_t time; // when its last line was observed
} LineStream;

// An instruction's accesses.
typedef struct {
   uint64_t instr;  // its address; 0: none
   uint64_t last;   // address accessed last
   uint64_t stride; // between the last two different ones
} InstrStride;

typedef struct {
   PrefetchKind kind;
   uint32_t line_shift; // log2 of the cache's line size in bytes
   uint64_t time;       // lines observed
   LineStream stream[LINE_STREAMS];
   InstrStride stride[STRIDE_INSTRS]; // of the instruction whose address is its index, modulo
} LinePrefetcher;

// Sets up a prefetcher that has observed nothing, for a cache with lines of 1 << line_shift bytes.
void line_prefetch_init(LinePrefetcher* p, PrefetchKind kind, uint32_t line_shift);
// Observes the line with this address; true: the line *wanted is to be loaded.
bool line_prefetch_observe(LinePrefetcher* p, uint64_t line, uint64_t* wanted);
// Observes an access of this instruction (0: none is known), once, though it may have two lines.
bool line_prefetch_observe_instr(LinePrefetcher* p, uint64_t instr, uint64_t address,
                                 uint64_t* wanted);

#endif
