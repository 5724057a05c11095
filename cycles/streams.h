// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a processor's prefetchers recognise: sequences of lines within a page of 4 KiB, up or down, and accesses
// of one instruction with a constant distance.  They do not cross pages, whose frames are anywhere.
//
// Contract: told of each miss of L1, in order.
//
//    Streams s = {0};
//    Announced a = streams_missed(&s, &processor, callgraph_site_address(site), address, FROM_L2);
#ifndef XG_CYCLES_STREAMS_H
#define XG_CYCLES_STREAMS_H

#include "cycles/processor.h"

enum {
   STREAMS_LOG2 = 8,
   STREAMS = 1 << STREAMS_LOG2,
   STRIDES_LOG2 = 8,
   STRIDES = 1 << STRIDES_LOG2
};

// The misses in a page.
typedef struct {
   uint64_t page;
   int8_t
      line; // of the last one, within the page; -1, or behind its end: that of a page before, or behind
   int8_t direction; // 1, -1; 0: not known yet
   uint8_t length;   // lines that came in this direction
   uint64_t
      beside; // lines that came with their neighbour, and have not been missed since; a bit each
} PageStream;

// The misses of an instruction.
typedef struct {
   uint64_t instruction; // its address
   uint64_t address;     // of the last one
   int64_t distance;     // from the one before
   uint8_t times;        // that it was the same
} Stride;

typedef struct {
   PageStream stream[STREAMS]; // by page
   Stride stride[STRIDES];     // by instruction
} Streams;

// What prefetchers bring for a miss.
typedef struct {
   uint32_t
      lines; // with those that a stream skips; 0: none would have asked for it early enough to be of use
   bool is_strided; // it is no stream
} Announced;

// The instruction at `instruction` misses L1 at this address, and `from` serves it.  Returns what the prefetchers that the processor has
// would have asked for before.  A stride brings no lines from memory if the processor has no rate for them; the
// neighbour of a line comes to L2, which is no gain for lines that are there.
Announced streams_missed(Streams* s, const Processor* p, uint64_t instruction, uint64_t address,
                         ServedFrom from);

#endif
