// SPDX-License-Identifier: GPL-3.0-or-later
// Estimated cycles; see cycle_formula.h.
#include "callgrind/files/cycle_formula.h"

#include "pub_tool_basics.h"

#include "base/event.h"
#include "callgrind/options/options.h"

// KCachegrind's own figure.
enum { MISPREDICTION_CYCLES = 10 };

static void write_terms(Writer* w, Event first, Event last, UInt cycles)
{
   for (Event e = first; cycles && e <= last; e++) {
      writer_text(w, " + ");
      if (cycles > 1) {
         writer_number(w, cycles);
         writer_char(w, ' ');
      }
      writer_text(w, event_name[e]);
   }
}

static void write_caches(Writer* w)
{
   const UInt* latency = options.latencies.cycles;
   Bool l2 = options.l2.size_B != 0;
   write_terms(w, EV_I1MR, EV_D1MW, latency[l2 ? LATENCY_L2 : LATENCY_LL]);
   if (l2) write_terms(w, EV_L2MI, EV_L2MW, latency[LATENCY_LL] - latency[LATENCY_L2]);
   write_terms(w, EV_ILMR, EV_DLMW, latency[LATENCY_MEMORY] - latency[LATENCY_LL]);
}

static void write_tlbs(Writer* w)
{
   const UInt* latency = options.latencies.cycles;
   Bool stlb = options.stlb.entries != 0;
   UInt first = latency[stlb ? LATENCY_STLB : LATENCY_WALK];
   if (options.itlb.entries) write_terms(w, EV_ITM, EV_ITM, first);
   if (options.dtlb.entries) write_terms(w, EV_DTMR, EV_DTMW, first);
   if (stlb) write_terms(w, EV_STM, EV_STM, latency[LATENCY_WALK] - latency[LATENCY_STLB]);
}

void cycle_formula_write(Writer* w)
{
   if (!options.cache_sim || !options_choose_hierarchy()) return;
   writer_text(w, "event: CEst = Ir");
   write_caches(w);
   write_tlbs(w);
   if (options.branch_sim) {
      write_terms(w, EV_BCM, EV_BCM, MISPREDICTION_CYCLES);
      write_terms(w, EV_BIM, EV_BIM, MISPREDICTION_CYCLES);
   }
   writer_text(w, " : Cycle estimation\n");
}
