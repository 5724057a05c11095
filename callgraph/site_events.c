// SPDX-License-Identifier: GPL-3.0-or-later
// Room for counters; see site_events.h.
#include "callgraph/site_events.h"

// The counters up to the last one that counts an event; accesses have theirs in guarded blocks only.
static uint32_t room_for(Event e)
{
   uint32_t room = 0;
   for (uint32_t kind = 0; kind <= SITE_PREFETCH; kind++)
      for (uint32_t c = room; c < SITE_COUNTERS; c++)
         if (c != ACCESSES && site_events[kind].event[c] == e) room = c + 1;
   return room;
}

uint32_t site_counters(uint32_t with, bool guarded)
{
   uint32_t n = guarded ? ACCESSES + 1 : EXTRA_EXECUTIONS + 1;
   for (Event e = EV_NONE + 1; e < EV_COUNT; e++) {
      uint32_t room = (event_info[e].with & ~with) == 0 ? room_for(e) : 0;
      if (room > n) n = room;
   }
   return n;
}
