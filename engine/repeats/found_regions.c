// SPDX-License-Identifier: GPL-3.0-or-later
// Regions that nobody has asked for; see found_regions.h.
#include "engine/repeats/found_regions.h"

#include "engine/engine.h"
#include "engine/repeats/borders.h"
#include "engine/repeats/repetitions.h"

#define JOURNAL (&engine.journal)

FoundRegions found_regions;

// --- folding ------------------------------------------------------------------------------

static uint64_t clock_of(uint32_t entry)
{
   return JOURNAL->entry[entry].at;
}

// The points from number *at on that lie in the instance.
static void fold_points(FoldInstance* i, const RepetitionSpan* s, uint32_t* at)
{
   while (*at < JOURNAL->n_points && JOURNAL->point[*at].sample.at < clock_of(s->begin)) ++*at;
   for (; *at < JOURNAL->n_points; ++*at) {
      const JournalPoint* p = &JOURNAL->point[*at];
      if (p->sample.at >= clock_of(s->end)) return;
      fold_point(i, p->sample.at, journal_point_totals(*at), p->weight, &p->sample);
   }
}

// --- calls of MPI and OpenMP --------------------------------------------------------------

// What the instance calls of them, but for what these call themselves.
static void add_borders(TimelineRegion* region, const RepetitionSpan* s)
{
   const JournalEntry* begin = &JOURNAL->entry[s->begin];
   const uint64_t length = clock_of(s->end) - begin->at;
   uint32_t n = 0, inside = 0; // depth of the call that runs; 0: none
   for (uint32_t i = s->begin; i < s->end && n < REGION_BORDERS && length; i++) {
      const JournalEntry* e = &JOURNAL->entry[i];
      if (e->stack != begin->stack || e->n_handlers != begin->n_handlers) continue;
      if (e->depth < inside) inside = 0;
      if (inside || !e->block || !e->block->is_entry || !border_is(e->function->name)) continue;
      inside = e->depth;
      RegionBorder* b = &region->border[n];
      if (n == region->n_borders) region->border[region->n_borders++].function = e->function;
      if (b->function == e->function)
         statistic_add(&b->x, statistic_share(e->at - begin->at, length, FOLD_SHARE));
      n++;
   }
}

static void fold(const Repetition* r)
{
   static const RegionKind kind[] = {[REPEATS_CALLS] = REGION_FUNCTION,
                                     [REPEATS_LOOP] = REGION_LOOP,
                                     [REPEATS_BETWEEN] = REGION_BARRIER};
   TimelineRegion* region = timeline_regions_add(kind[r->kind], r->function, r->function->name);
   if (!region) return;
   region->found = true;
   region->instructions = r->instructions;
   region->header = r->header;
   region->first_block = r->first_block;
   region->last_block = r->last_block;
   uint32_t at = 0;
   for (uint32_t i = 0; i < r->n; i++) {
      const RepetitionSpan* s = &r->span[i];
      const FoldStart start = {.clock = clock_of(s->begin),
                               .thread = JOURNAL->entry[s->begin].thread,
                               .points_max = FOLD_POINTS};
      FoldInstance* instance =
         fold_begin(&region->fold, &start, start.clock, journal_totals(s->begin));
      fold_points(instance, s, &at);
      fold_end(instance, clock_of(s->end), journal_totals(s->end));
      region->unfinished += s->unfinished;
      add_borders(region, s);
   }
   found_regions.region[found_regions.n++] = region;
}

// --- the choice ---------------------------------------------------------------------------

// Chooses what takes at least half of the time; returns how many.
static uint32_t choose(const Repetitions* r, bool between, uint64_t all,
                       const Repetition* chosen[REPETITIONS_CHOSEN])
{
   uint64_t sum = 0;
   const uint32_t n = repetitions_choose(r, between, all, chosen);
   for (uint32_t i = 0; i < n; i++) sum += chosen[i]->instructions;
   return sum >= all / 2 ? n : 0;
}

static void note_nearest(const Repetitions* r)
{
   for (uint32_t i = 0; i < r->n && !found_regions.nearest; i++) {
      if (r->repetition[i].kind == REPEATS_BETWEEN) continue;
      found_regions.nearest = r->repetition[i].function;
      found_regions.nearest_instructions = r->repetition[i].instructions;
   }
}

void found_regions_choose(void)
{
   journal_finish();
   const uint64_t all = clock_of(JOURNAL->n - 1) - JOURNAL->start;
   const Repetition* chosen[REPETITIONS_CHOSEN];
   Repetitions r = repetitions_find();
   uint32_t n = choose(&r, false, all, chosen);
   if (!n) n = choose(&r, true, all, chosen);
   found_regions = (FoundRegions){.instructions = all, .is_cut = JOURNAL->is_full};
   for (uint32_t i = 0; i < n; i++) fold(chosen[i]);
   if (!n) note_nearest(&r);
   repetitions_free(&r);
}
