// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses by memory object; see object_accesses.h.
#include "engine/object_accesses.h"

#include "engine/access.h"
#include "engine/charge_inl.h"
#include "engine/translate.h"

#define OBJECTS (&engine.objects)

// True if the site has gone on to another range.
XG_INLINE bool find_object(Site* site, uint64_t address)
{
   LastRanges* all = site->block->last_ranges;
   LastRange* last = &all->range[site->index];
   bool moved = object_costs_is_outside(site, address);
   if (moved) object_costs_look(all, last, site, address);
   OBJECTS->now = &last->now.costs;
   return moved;
}

void object_accesses_data(Site* site, uint64_t address)
{
   // For an access within the last range, generated code asks only if it is not to the hot line.
   if (find_object(site, address) && access_is_hot(site, address)) return;
   OBJECTS->data(site, address);
}

// Looks whose the access is, and counts it, if it is to be recorded.
XG_INLINE void record(Site* site, uint64_t address, bool taken)
{
   OBJECTS->now = engine_is_collecting() ? &OBJECTS->unrecorded : &OBJECTS->nobody;
   if (!taken) return;
   find_object(site, address);
   charge_object_accesses(*OBJECTS->now, site, 1);
}

void object_accesses_data_sampled(Site* site, uint64_t address)
{
   // In a run in which no access is due, generated code asks only if this is not to the hot line.
   bool due = OBJECTS->sampling.left <= 0;
   record(site, address, due && sampling_records(&OBJECTS->sampling, site));
   if (due && access_is_hot(site, address)) return;
   OBJECTS->data(site, address);
}

void object_accesses_prefetch(Site* site, uint64_t address)
{
   if (sampling_applies(&OBJECTS->sampling, false))
      record(site, address, false);
   else
      find_object(site, address);
}

bool object_accesses_turn(Site* site, uint64_t address)
{
   return find_object(site, address);
}

void object_accesses_count_guarded(Site* site, uint64_t address)
{
   OBJECTS->range = NULL;
   record(site, address, true);
   if (!OBJECTS->range) OBJECTS->range = object_costs_range(address);
}

void object_accesses_data_guarded(Site* site, uint64_t address)
{
   bool sampled = sampling_applies(&OBJECTS->sampling, site->is_write);
   record(site, address, !sampled || sampling_records_guarded(&OBJECTS->sampling));
   access_data_guarded(site, address);
}

static void find_code_object(const Site* site)
{
   LastRanges* all = site->block->last_ranges;
   LastRange* last = &all->range[site->index];
   if (engine_is_collecting()) object_costs_turn_to(all, last, OBJECTS->set.code, site);
   OBJECTS->now = engine_is_collecting() ? &last->now.costs : &OBJECTS->nobody;
}

void object_accesses_fetch(Site* site)
{
   find_code_object(site);
   access_fetch(site);
}

void object_accesses_fetch_page(Site* site)
{
   find_code_object(site);
   translate_fetch(site);
}

void object_accesses_fetch_missed(Site* site, CodeLine* first)
{
   find_code_object(site);
   OBJECTS->fetch_missed(site, first);
}
