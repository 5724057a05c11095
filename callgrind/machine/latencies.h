// SPDX-License-Identifier: GPL-3.0-or-later
//
// What requests cost in cycles, by where they are served: --latencies=NAME:CYCLES,...
//
// Contract: a name that is not given keeps its value.
//
//    Latencies l = LATENCIES_DEFAULT;
//    const HChar* error = latencies_parse("L2:14,memory:300", &l);
//    if (error) ...  // a sentence without a final stop
#ifndef XG_CALLGRIND_MACHINE_LATENCIES_H
#define XG_CALLGRIND_MACHINE_LATENCIES_H

#include "pub_tool_basics.h"

typedef enum {
   LATENCY_L2,     // served by the second level
   LATENCY_LL,     // by the last level
   LATENCY_MEMORY, // by memory
   LATENCY_STLB,   // a page that the first TLB lacks and the second has
   LATENCY_WALK,   // a page that all TLBs lack
   N_LATENCIES
} Latency;

enum { LATENCY_MAX = 100000, LATENCIES_TEXT_B = 128 };

// Cycles beyond those of a hit in level 1.
typedef struct {
   UInt cycles[N_LATENCIES];
} Latencies;

// For an L2 and an LL as most processors have them.
#define LATENCIES_DEFAULT                                                                      \
   {                                                                                           \
      .cycles = { 12, 40, 200, 7, 30 }                                                         \
   }

// Changes those that the text names.  Returns NULL, or the reason as a sentence that can follow
// "...: "; then *l is unchanged.
const HChar* latencies_parse(const HChar* text, Latencies* l);
// All of them, as latencies_parse() reads them.
void latencies_format(const Latencies* l, HChar text[LATENCIES_TEXT_B]);

#endif
