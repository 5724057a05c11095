// SPDX-License-Identifier: GPL-3.0-or-later
// Regions that nobody has asked for; see found_regions.h.
#include "engine/found_regions.h"

#include "engine/engine.h"
#include "engine/repetitions.h"

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

static void fold(const Repetition* r)
{
   TimelineRegion* region = timeline_regions_add(r->is_loop ? REGION_LOOP : REGION_FUNCTION,
                                                 r->function, r->function->name);
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
   }
   found_regions.region[found_regions.n++] = region;
}

// --- the choice ---------------------------------------------------------------------------

void found_regions_choose(void)
{
   journal_finish();
   const uint64_t all = clock_of(JOURNAL->n - 1) - JOURNAL->start;
   const Repetition* chosen[REPETITIONS_CHOSEN];
   uint64_t sum = 0;
   Repetitions r = repetitions_find();
   const uint32_t n = repetitions_choose(&r, all, chosen);
   for (uint32_t i = 0; i < n; i++) sum += chosen[i]->instructions;
   found_regions = (FoundRegions){.instructions = all, .is_cut = JOURNAL->is_full};
   if (sum >= all / 2 && n) {
      for (uint32_t i = 0; i < n; i++) fold(chosen[i]);
   } else if (r.n) {
      found_regions.nearest = r.repetition[0].function;
      found_regions.nearest_instructions = r.repetition[0].instructions;
   }
   repetitions_free(&r);
}
