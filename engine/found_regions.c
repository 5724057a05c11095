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

// --- calls of MPI and OpenMP --------------------------------------------------------------

static bool begins_with(const char* name, const char* start)
{
   return host_strncmp(name, start, host_strlen(start)) == 0;
}

// Where a program waits for others or tells them something; names of Fortran are in small letters.
static bool is_border(const char* name)
{
   static const char* const starts[] = {"MPI_",          "PMPI_",        "mpi_",
                                        "GOMP_parallel", "GOMP_barrier", "__kmpc_fork_call",
                                        "__kmpc_barrier"};
   static const char* const others[] = {"MPI_W", "mpi_w", "MPI_Comm_",
                                        "mpi_comm_"}; // a clock, ranks
   for (size_t i = 0; i < sizeof others / sizeof *others; i++)
      if (begins_with(name, others[i]) && !begins_with(name, "MPI_Wait")
          && !begins_with(name, "mpi_wait"))
         return false;
   for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
      if (begins_with(name, starts[i])) return true;
   return false;
}

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
      if (inside || !e->block || !e->block->is_entry || !is_border(e->function->name)) continue;
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
      add_borders(region, s);
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
