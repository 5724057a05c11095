// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles by cause; see cycle_causes.h.
#include "callgrind/summary/cycle_causes.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "base/short_text.h"
#include "cachesim/cache.h"
#include "callgrind/options/options.h"
#include "callgrind/summary/findings.h"

typedef struct {
   Event event;
   UInt
      into; // level that lines are loaded into from where it waits for them; 0: for other things
   ULong cycles;
} Cause;

static const Cause causes[] = {{EV_CYBASE, 0, 0},       {EV_CYDEP, 0, 0},
                               {EV_CYBR, 0, 0},         {EV_CYFETCH, 0, 0},
                               {EV_CYL2, LEVEL_L1, 0},  {EV_CYLL, LEVEL_L2, 0},
                               {EV_CYMEM, LEVEL_LL, 0}, {EV_CYRATE, LEVEL_LL, 0},
                               {EV_CYTLB, 0, 0},        {EV_CYCOH, LEVEL_L2, 0}};
enum { CAUSES = sizeof causes / sizeof causes[0] };

// "latency of memory", of "Cycles: latency of memory".
static const HChar* words(Event e)
{
   return event_info[e].long_name + sizeof "Cycles: " - 1;
}

// All causes, the largest first.  Returns their sum.
static ULong sort(Cause to[CAUSES], const uint64_t totals[EV_COUNT])
{
   ULong all = 0;
   for (UInt i = 0; i < CAUSES; i++) {
      Cause c = causes[i];
      c.cycles = event_shown(c.event, totals[c.event], NULL);
      all += c.cycles;
      UInt at = i;
      for (; at > 0 && to[at - 1].cycles < c.cycles; at--) to[at] = to[at - 1];
      to[at] = c;
   }
   return all;
}

void cycle_causes_add(EndLines* l, const uint64_t totals[EV_COUNT])
{
   Cause c[CAUSES];
   HChar text[512] = "Cycles: ", next[128], share[SHARE_B];
   const ULong all = sort(c, totals);
   for (UInt i = 0; i < CAUSES && c[i].cycles; i++) {
      VG_(snprintf)
      (next, sizeof next, "%s%s %s", i ? ", " : "", finding_share(share, c[i].cycles, all),
       words(c[i].event));
      if (short_text_columns(text) + short_text_columns(next) > end_lines_room()) break;
      VG_(strcat)(text, next);
   }
   if (all) end_lines_add(l, END_FINDING, "%s", text);
}

ULong cycle_causes_of_loads(UInt level, const uint64_t totals[EV_COUNT])
{
   ULong sum = 0;
   for (UInt i = 0; i < CAUSES; i++) {
      const Bool no_l2 = causes[i].into == LEVEL_L2 && !options.l2.size_B;
      if ((no_l2 ? LEVEL_L1 : causes[i].into) == level)
         sum += event_shown(causes[i].event, totals[causes[i].event], NULL);
   }
   return sum;
}
