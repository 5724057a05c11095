// SPDX-License-Identifier: GPL-3.0-or-later
// Room for counters; see site_events.h.
#include "callgraph/site_events.h"

// Whether a counter counts an event of the run; accesses have their counter in guarded blocks only.
static bool counts(uint32_t kind, uint32_t counter, uint32_t with)
{
   const uint8_t e = site_events[kind].event[counter];
   return e != EV_NONE && counter != ACCESSES && (event_info[e].with & ~with) == 0;
}

uint32_t site_counters(uint32_t with, bool guarded)
{
   uint32_t n = guarded ? ACCESSES + 1 : EXTRA_EXECUTIONS + 1;
   for (uint32_t kind = 0; kind <= SITE_PREFETCH; kind++)
      for (uint32_t c = n; c < SITE_COUNTERS; c++)
         if (counts(kind, c, with)) n = c + 1;
   return n;
}
