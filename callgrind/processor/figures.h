// SPDX-License-Identifier: GPL-3.0-or-later
//
// Options with several figures of a machine: --latencies=NAME:NUMBER,... and their like.
//
// Contract: a name that is not given keeps its value.
//
//    const HChar* error = figures_parse("L2:14,memory:300", &latencies);
//    if (error) ...  // a sentence without a final stop, valid until the next call
#ifndef XG_CALLGRIND_PROCESSOR_FIGURES_H
#define XG_CALLGRIND_PROCESSOR_FIGURES_H

#include "pub_tool_basics.h"

#include "cachesim/geometry.h"
#include "cycles/processor.h"

typedef struct {
   const HChar* name;
   UInt* value;
   UInt min, max; // in the unit of the option
   UInt
      parts; // of the unit that *value counts: 1, or 1000 for cycles with up to three decimals
   const Geometry* of; // the level that the figure is of, which need not be there; or NULL
} Figure;

enum { FIGURES_MAX = 20, FIGURES_TEXT_B = 400 };

typedef struct {
   Figure figure[FIGURES_MAX]; // up to the first one without a name
} Figures;

// Cycles beyond those of a hit in level 1, by who serves the request.
typedef enum {
   LATENCY_L2,     // the second level
   LATENCY_L3,     // the third, where that is not the last
   LATENCY_LL,     // the last level
   LATENCY_MEMORY, // memory
   LATENCY_CORE,   // another core, which has changed the line
   LATENCY_STLB,   // a page that the first TLB lacks and the second has
   LATENCY_WALK,   // a page that all TLBs lack
   LATENCY_WALK_NEAR, // ... whose entry in the page tables lies in a line that was read lately; 0: as others
   LATENCY_PAGE, // the first access to a page, which the kernel has to give; of 2 MiB
   LATENCY_HUGE_PAGE,
   N_LATENCIES
} Latency;

typedef struct {
   UInt cycles[N_LATENCIES];
} Latencies;

// For an L2 and an LL as most processors have them.
#define LATENCIES_DEFAULT                                                                      \
   {                                                                                           \
      .cycles = { 12, 25, 40, 200, 200, 7, 30, 0, 2000, 200000 }                               \
   }

// What the options --latencies, --processor, --rates, --operations and --units set, in `options`.
extern const Figures latency_figures, processor_figures, rate_figures, operation_figures,
   unit_figures;

// Changes those that the text names.  Returns NULL, or the reason as a sentence that can follow
// "...: "; then nothing is changed.
const HChar* figures_parse(const HChar* text, const Figures* all);
// All of them but those of levels that are not there, as figures_parse() reads them.
void figures_format(const Figures* all, HChar text[FIGURES_TEXT_B]);

// The prefetchers of a processor, as in "stride,stream,adjacent", or "none".  As figures_parse().
const HChar* prefetchers_parse(const HChar* text, Processor* p);
void prefetchers_format(const Processor* p, HChar text[FIGURES_TEXT_B]);

// The processor as options describe it, with its latencies.
const Processor* chosen_processor(void);

#endif
