// SPDX-License-Identifier: GPL-3.0-or-later
// Ranges of memory that samples lie in; see timeline_ranges.h.
#include "engine/over_time/timeline_ranges.h"

#include "engine/engine.h"

// Of each range that lives, by MemRange: its TimelineRange, or, while no sample lies in it, the clock at
// its begin as an odd number.
#define LIVING (&engine.timeline.ranges)

static void* entry_of_clock(uint64_t born)
{
   return (void*)(uintptr_t)(born << 1 | 1);
}

static bool is_clock(const void* entry)
{
   return (uintptr_t)entry & 1;
}

static void put(const MemRange* r, void* entry)
{
   map_put(LIVING, (uintptr_t)r, 0, entry);
}

static void begun(const MemRange* r, uint64_t now)
{
   put(r, entry_of_clock(now));
}

static void ends(const MemRange* r, uint64_t now)
{
   void* entry = map_get(LIVING, (uintptr_t)r, 0);
   map_remove(LIVING, (uintptr_t)r, 0);
   if (is_clock(entry)) return;
   TimelineRange* t = entry;
   t->died = now;
   t->range = NULL;
}

void timeline_ranges_init(void)
{
   engine.objects.set.begun = begun;
   engine.objects.set.ends = ends;
}

TimelineRange* timeline_ranges_take(const MemRange* r)
{
   if (!r) return NULL;
   void* entry = map_get(LIVING, (uintptr_t)r, 0);
   if (is_clock(entry)) {
      TimelineRange* t = host_alloc("engine.timeline", sizeof *t);
      *t = (TimelineRange){.object = r->object,
                           .start = r->start,
                           .size_B = r->size_B,
                           .born = (uintptr_t)entry >> 1,
                           .died = RANGE_LIVES,
                           .range = r};
      put(r, t);
      entry = t;
   }
   TimelineRange* t = entry;
   t->n_samples++;
   return t;
}

void timeline_ranges_drop(TimelineRange* t)
{
   if (!t || --t->n_samples) return;
   if (t->range) put(t->range, entry_of_clock(t->born));
   host_free(t);
}
