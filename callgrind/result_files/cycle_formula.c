// SPDX-License-Identifier: GPL-3.0-or-later
// Estimated cycles; see cycle_formula.h.
#include "callgrind/result_files/cycle_formula.h"

#include "pub_tool_basics.h"

#include "base/event.h"
#include "callgrind/options/options.h"
#include "callgrind/processor/levels.h"
#include "callgrind/result_files/columns.h"

// KCachegrind's own figures; 0: an event is not in its estimate.
static const UChar kcachegrind[EV_COUNT] = {
#define CYCLES(id, n) [EV_##id] = n,
#include "base/events.def"
};

// What a term of the formula is handed to: the events from `first` to `last`, each with so many cycles.
typedef void TermAction(void* argument, Event first, Event last, UInt cycles);

static void write_term(void* w, Event first, Event last, UInt cycles)
{
   for (Event e = first; cycles && e <= last; e++) {
      writer_text(w, " + ");
      if (cycles > 1) {
         writer_number(w, cycles);
         writer_char(w, ' ');
      }
      writer_text(w, event_name(e, options.compat));
   }
}

static void set_weight(void* weight, Event first, Event last, UInt cycles)
{
   for (Event e = first; e <= last; e++) ((uint64_t*)weight)[e] = cycles;
}

static void each_of_caches(TermAction* action, void* argument)
{
   const UInt* latency = options.latencies.cycles;
   const UInt n = levels_between();
   action(argument, EV_I1MR, EV_D1MW, latency[n ? LATENCY_L2 : LATENCY_LL]);
   for (UInt i = 0; i < n; i++) {
      const LevelBetween* level = &level_between[i];
      const Latency next = i + 1 < n ? level_between[i + 1].latency : LATENCY_LL;
      action(argument, level->fetches, level->writes, latency[next] - latency[level->latency]);
   }
   action(argument, EV_ILMR, EV_DLMW, latency[LATENCY_MEMORY] - latency[LATENCY_LL]);
}

static void each_of_tlbs(TermAction* action, void* argument)
{
   const UInt* latency = options.latencies.cycles;
   Bool stlb = options.stlb.entries != 0;
   UInt first = latency[stlb ? LATENCY_STLB : LATENCY_WALK];
   if (options.itlb.entries) action(argument, EV_ITM, EV_ITM, first);
   if (options.dtlb.entries) action(argument, EV_DTMR, EV_DTMW, first);
   if (stlb) action(argument, EV_STM, EV_STM, latency[LATENCY_WALK] - latency[LATENCY_STLB]);
}

static void each_of_branches(TermAction* action, void* argument)
{
   if (!options.branch_sim) return;
   action(argument, EV_BCM, EV_BCM, kcachegrind[EV_BCM]);
   action(argument, EV_BIM, EV_BIM, kcachegrind[EV_BIM]);
}

static Bool is_own(void)
{
   return options.cache_sim && options_choose_hierarchy();
}

static Bool is_of_model(Event e)
{
   return (event_info[e].with & EV_WITH_CYCLES) && columns_have(e);
}

// The sum of all causes.
static void write_causes(Writer* w)
{
   const HChar* before = "event: CEst = ";
   for (Event e = EV_IR; e < EV_COUNT; e++) {
      if (!is_of_model(e)) continue;
      writer_text(w, before);
      writer_text(w, event_name(e, False));
      before = " + ";
   }
   writer_text(w, " : Cycle estimation\n");
}

void cycle_formula_write(Writer* w)
{
   if (options.cycles) {
      write_causes(w);
      return;
   }
   if (!is_own()) return;
   writer_text(w, "event: CEst = Ir");
   each_of_caches(write_term, w);
   each_of_tlbs(write_term, w);
   each_of_branches(write_term, w);
   writer_text(w, " : Cycle estimation\n");
}

void cycle_formula_weights(uint64_t weight[EV_COUNT])
{
   if (options.cycles) {
      for (Event e = EV_IR; e < EV_COUNT; e++) weight[e] = is_of_model(e);
      return;
   }
   if (!is_own()) {
      for (Event e = EV_IR; e < EV_COUNT; e++) weight[e] = kcachegrind[e];
      return;
   }
   weight[EV_IR] = 1;
   each_of_caches(set_weight, weight);
   each_of_tlbs(set_weight, weight);
   each_of_branches(set_weight, weight);
}
