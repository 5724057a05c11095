// SPDX-License-Identifier: GPL-3.0-or-later
// Sampled sets; see sampled_sets.h.
#include "engine/sampled_sets.h"

#include "cachesim/hierarchy_inl.h"
#include "engine/access.h"
#include "engine/charge_inl.h"
#include "engine/line_costs.h"

#define SAMPLED (&engine.sampled)

uint8_t xg_sampled_chunks[REACHES][CHUNKS_MAX];

static AccessData* data_in_line; // an access that lies in one line

static const uint32_t reach_B[REACHES] = {1, 9, 17, 33, 65};

uint32_t sampled_sets_chunks(void)
{
   uint64_t period_B = (uint64_t)SAMPLED->sets.slices << SAMPLED->sets.line_shift;
   return period_B >> CHUNK_SHIFT < CHUNKS_MAX ? (uint32_t)(period_B >> CHUNK_SHIFT)
                                               : CHUNKS_MAX;
}

const uint8_t* sampled_sets_table(uint32_t size_B)
{
   if (SAMPLED->sets.slices << SAMPLED->sets.line_shift > CHUNKS_MAX << CHUNK_SHIFT)
      return NULL;
   for (uint32_t r = 0; r < REACHES; r++)
      if (size_B <= reach_B[r]) return xg_sampled_chunks[r];
   return NULL;
}

void sampled_sets_init(void)
{
   const HierarchyConfig* c = &engine.config.caches;
   XG_ASSERT(!engine.config.objects && !engine.caches.has_policies && !c->write_back);
   SAMPLED->on = true;
   set_sample_init(&SAMPLED->sets, engine.config.sample_sets, &c->d1, &c->l2, &c->ll);
   for (uint32_t r = 0; r < REACHES; r++)
      for (uint32_t chunk = 0; chunk < sampled_sets_chunks(); chunk++)
         xg_sampled_chunks[r][chunk] = set_sample_may_touch(
            &SAMPLED->sets, (uint64_t)chunk << CHUNK_SHIFT, CHUNK_SHIFT, reach_B[r]);
   engine.caches.i1.leaves_misses = true;
   data_in_line = access_choose_data(engine.config.line_use, engine.config.avx2, false);
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
   charge_miss(p, MISSES_L1, true);
   charge_misses_below(p, served, true);
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
      [EV_ILMR] = true,      [EV_DLMR] = true,      [EV_DLMW] = true,
      [EV_SWPFHIT] = true,   [EV_ACCOST_L1] = true, [EV_SPLOSS_L1] = true,
      [EV_ACCOST_L2] = true, [EV_SPLOSS_L2] = true, [EV_ACCOST_LL] = true,
      [EV_SPLOSS_LL] = true};
   return SAMPLED->on && estimate[e] && lines_for(e == EV_I1MR) > 1;
}

void sampled_sets_groups(Event e, uint64_t charged[SAMPLE_GROUPS_MAX])
{
   for (uint32_t g = 0; g < SAMPLED->sets.groups; g++) charged[g] = SAMPLED->charged[g][e];
}

// --- data -----------------------------------------------------------------------------------

// The part of an access that lies in one line, which is in the sample.
XG_INLINE void simulate(Site* site, uint64_t address, uint32_t size_B)
{
   const Hierarchy* h = &engine.caches;
   const uint64_t line = cache_line(&h->d1, address);
   if (h->d1.hot && cache_hot_slot(&h->d1, address)->line == line) {
      hierarchy_count_hot(&engine.caches, address, size_B);
      return;
   }
   SAMPLED->group = set_sample_group(&SAMPLED->sets, address);
   if (XG_LIKELY(h->fast && site->size_B <= h->d1.geometry.line_B))
      data_in_line(site,
                   line); // what is asked of it does not depend on where in the line it is
   else
      access_data_part(site, address, size_B);
   hierarchy_count_hot(&engine.caches, address, size_B);
}

// An access to several lines of D1.
static __attribute__((noinline)) void simulate_each(Site* site, uint64_t address)
{
   const Cache* d1 = &engine.caches.d1;
   for (uint32_t done_B = 0; done_B < site->size_B;) {
      const uint64_t at = address + done_B;
      const uint64_t room_B = cache_line(d1, at) + d1->geometry.line_B - at;
      const uint32_t left_B = site->size_B - done_B;
      const uint32_t part_B = room_B < left_B ? (uint32_t)room_B : left_B;
      if (set_sample_has(&SAMPLED->sets, at)) simulate(site, at, part_B);
      done_B += part_B;
   }
}

void sampled_sets_data(Site* site, uint64_t address)
{
   if (XG_UNLIKELY(!hierarchy_in_one_line(&engine.caches, address, site->size_B)))
      simulate_each(site, address);
   else if (XG_LIKELY(set_sample_has(&SAMPLED->sets, address)))
      simulate(site, address, site->size_B);
}

void sampled_sets_data_guarded(Site* site, uint64_t address)
{
   count_execution(site);
   sampled_sets_data(site, address);
}

// --- fetches --------------------------------------------------------------------------------

// Lines of a fetch that I1 has missed and that are in the sample.
typedef struct {
   CodeLine* line[LINES_PER_REQUEST];
   uint32_t n;
} MissedCode;

static void find_missed(MissedCode* m, CodeLine* first, uint64_t last)
{
   CodeCache* i1 = &engine.caches.i1;
   m->n = 0;
   for (CodeLine* line = first;; line = code_cache_next(i1, line)) {
      if (!line->used && set_sample_has(&SAMPLED->sets, line->address)) m->line[m->n++] = line;
      if (line->address == code_cache_start(i1, last)) return;
   }
}

// Asks the next level for a line that I1 has loaded.
static void load_code(const Site* site, CodeLine* line, LineChanges* changes)
{
   const CodeCache* i1 = &engine.caches.i1;
   SAMPLED->group = set_sample_group(&SAMPLED->sets, line->address);
   const Request r = {line->address, i1->geometry.line_B, false};
   const Payer p = payer_of(site, SITE_FETCH);
   charge_misses_below(&p, cache_request(i1->next, &r, changes), true);
   if (changes) line->lower = cache_find(i1->next, line->address);
}

static void fetch(const Site* site, CodeLine* first, bool is_counted)
{
   Hierarchy* h = &engine.caches;
   const Request r = {callgraph_site_address(site), site->size_B, false};
   LineChanges* changes = access_changes(site);
   MissedCode missed;
   find_missed(&missed, first, r.address + r.size_B - 1);
   charge_fetch(site,
                is_counted ? code_cache_request(&h->i1, &r, changes)
                           : code_cache_missed(&h->i1, first, &r, changes),
                false);
   for (uint32_t i = 0; i < missed.n; i++) load_code(site, missed.line[i], changes);
   if (changes) line_costs_of_access(site, changes);
}

void sampled_sets_fetch(Site* site)
{
   fetch(site, code_cache_line(&engine.caches.i1, callgraph_site_address(site)), true);
}

void sampled_sets_fetch_missed(Site* site, CodeLine* first)
{
   fetch(site, first, false);
}
