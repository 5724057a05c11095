// SPDX-License-Identifier: GPL-3.0-or-later
// Sampled sets; see sampled_sets.h.
#include "engine/sampled_sets.h"

#include "engine/charge_inl.h"

#define SAMPLED (&engine.sampled)

uint8_t xg_sampled_chunks[REACHES][CHUNKS_MAX];

static const uint32_t reach_B[REACHES] = {1, 9, 17, 33, 65};

uint32_t sampled_sets_chunks(void)
{
   uint64_t period_B = (uint64_t)SAMPLED->sets.stripes << SAMPLED->sets.line_shift;
   return period_B >> CHUNK_SHIFT < CHUNKS_MAX ? (uint32_t)(period_B >> CHUNK_SHIFT)
                                               : CHUNKS_MAX;
}

const uint8_t* sampled_sets_table(uint32_t size_B)
{
   if (SAMPLED->sets.stripes << SAMPLED->sets.line_shift > CHUNKS_MAX << CHUNK_SHIFT)
      return NULL;
   for (uint32_t r = 0; r < REACHES; r++)
      if (size_B <= reach_B[r]) return xg_sampled_chunks[r];
   return NULL;
}

void sampled_sets_init(void)
{
   const HierarchyConfig* c = &engine.config.caches;
   XG_ASSERT(!engine.config.objects && !c->write_back);
   XG_ASSERT(!hierarchy_has_choices(c) && c->cores <= 1);
   SAMPLED->on = true;
   set_sample_init(&SAMPLED->sets, engine.config.sample_sets, &c->d1, c->between, &c->ll);
   for (uint32_t r = 0; r < REACHES; r++)
      for (uint32_t chunk = 0; chunk < sampled_sets_chunks(); chunk++)
         xg_sampled_chunks[r][chunk] = set_sample_may_touch(
            &SAMPLED->sets, (uint64_t)chunk << CHUNK_SHIFT, CHUNK_SHIFT, reach_B[r]);
   PROGRAM->caches.i1.leaves_misses = true;
}

// --- what is charged ------------------------------------------------------------------------

// How many lines a line stands for: I1, unlike all others, has all of its own.
XG_INLINE uint64_t lines_for(bool is_of_i1)
{
   return is_of_i1 ? 1 : SAMPLED->sets.one_in;
}

uint64_t sampled_sets_miss(Event e)
{
   const uint64_t n = lines_for(e == EV_I1MR);
   if (n > 1 && xg_current.stack->exec.collect) SAMPLED->charged[SAMPLED->group][e] += n;
   return n;
}

void sampled_sets_charge(const Payer* p, Served served)
{
   charge_miss(PROGRAM, p, MISSES_L1, true);
   charge_misses_below(PROGRAM, p, served, true);
}

uint64_t sampled_sets_use(const Eviction* e, uint32_t use_event, uint64_t access_cost)
{
   const uint64_t n = lines_for(e->is_code);
   if (n == 1) return 1;
   const uint32_t group = set_sample_group(&SAMPLED->sets, e->line);
   uint64_t* charged = SAMPLED->charged[group] + EV_ACCOST_L1;
   charged[use_event] += n * access_cost;
   charged[use_event + 1] += n * e->unused_B;
   return n;
}

void sampled_sets_begin_part(void)
{
   host_memset(SAMPLED->charged, 0, sizeof SAMPLED->charged);
}

bool sampled_sets_estimate(Event e)
{
   static const bool estimate[EV_COUNT] = {
      [EV_I1MR] = true,      [EV_D1MR] = true,      [EV_D1MW] = true,
      [EV_L2MI] = true,      [EV_L2MR] = true,      [EV_L2MW] = true,
      [EV_L3MI] = true,      [EV_L3MR] = true,      [EV_L3MW] = true,
      [EV_ILMR] = true,      [EV_DLMR] = true,      [EV_DLMW] = true,
      [EV_SWPFHIT] = true,   [EV_ACCOST_L1] = true, [EV_SPLOSS_L1] = true,
      [EV_ACCOST_L2] = true, [EV_SPLOSS_L2] = true, [EV_ACCOST_L3] = true,
      [EV_SPLOSS_L3] = true, [EV_ACCOST_LL] = true, [EV_SPLOSS_LL] = true};
   return SAMPLED->on && estimate[e] && lines_for(e == EV_I1MR) > 1;
}

void sampled_sets_groups(Event e, uint64_t charged[SAMPLE_GROUPS_MAX])
{
   for (uint32_t g = 0; g < SAMPLED->sets.groups; g++) charged[g] = SAMPLED->charged[g][e];
}
