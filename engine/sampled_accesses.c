// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses and fetches with sampled sets; see sampled_accesses.h.
#include "engine/sampled_accesses.h"

#include "cachesim/hierarchy_inl.h"
#include "engine/access.h"
#include "engine/charge_inl.h"
#include "engine/line_costs.h"

#define SAMPLED (&engine.sampled)

static AccessData* data_in_line; // an access that lies in one line

void sampled_accesses_init(void)
{
   data_in_line = access_choose_data(false);
}

// --- data -----------------------------------------------------------------------------------

// The part of an access that lies in one line, which is in the sample.
XG_INLINE void simulate(Site* site, uint64_t address, uint32_t size_B)
{
   const Hierarchy* h = &PROGRAM->caches;
   const uint64_t line = cache_line(&h->d1, address);
   if (h->d1.hot && cache_hot_slot(&h->d1, address)->line == line) {
      hierarchy_count_hot(&PROGRAM->caches, address, size_B);
      return;
   }
   SAMPLED->group = set_sample_group(&SAMPLED->sets, address);
   if (XG_LIKELY(h->fast && site->size_B <= h->d1.geometry.line_B))
      data_in_line(site,
                   line); // what is asked of it does not depend on where in the line it is
   else
      access_data_part(site, address, size_B);
   hierarchy_count_hot(&PROGRAM->caches, address, size_B);
}

// An access to several lines of D1.
static __attribute__((noinline)) void simulate_each(Site* site, uint64_t address)
{
   const Cache* d1 = &PROGRAM->caches.d1;
   for (uint32_t done_B = 0; done_B < site->size_B;) {
      const uint64_t at = address + done_B;
      const uint64_t room_B = cache_line(d1, at) + d1->geometry.line_B - at;
      const uint32_t left_B = site->size_B - done_B;
      const uint32_t part_B = room_B < left_B ? (uint32_t)room_B : left_B;
      if (set_sample_has(&SAMPLED->sets, at)) simulate(site, at, part_B);
      done_B += part_B;
   }
}

void sampled_accesses_data(Site* site, uint64_t address)
{
   if (XG_UNLIKELY(!hierarchy_in_one_line(&PROGRAM->caches, address, site->size_B)))
      simulate_each(site, address);
   else if (XG_LIKELY(set_sample_has(&SAMPLED->sets, address)))
      simulate(site, address, site->size_B);
}

void sampled_accesses_data_guarded(Site* site, uint64_t address)
{
   count_execution(site);
   sampled_accesses_data(site, address);
}

// --- fetches --------------------------------------------------------------------------------

// Lines of a fetch that I1 has missed and that are in the sample.
typedef struct {
   CodeLine* line[LINES_PER_REQUEST];
   uint32_t n;
} MissedCode;

static void find_missed(MissedCode* m, CodeLine* first, uint64_t last)
{
   CodeCache* i1 = &PROGRAM->caches.i1;
   m->n = 0;
   for (CodeLine* line = first;; line = code_cache_next(i1, line)) {
      if (!line->used && set_sample_has(&SAMPLED->sets, line->address)) m->line[m->n++] = line;
      if (line->address == code_cache_start(i1, last)) return;
   }
}

// Asks the next level for a line that I1 has loaded.
static void load_code(const Site* site, CodeLine* line, LineChanges* changes)
{
   const CodeCache* i1 = &PROGRAM->caches.i1;
   SAMPLED->group = set_sample_group(&SAMPLED->sets, line->address);
   const Request r = {line->address, i1->geometry.line_B, false};
   const Payer p = payer_of(site, SITE_FETCH);
   charge_misses_below(PROGRAM, &p, cache_request(i1->next, &r, changes), true);
   if (changes) line->lower = cache_find(i1->next, line->address);
}

static void fetch(const Site* site, CodeLine* first, bool is_counted)
{
   Hierarchy* h = &PROGRAM->caches;
   const Request r = {callgraph_site_address(site), site->size_B, false};
   LineChanges* changes = access_changes(site);
   MissedCode missed;
   find_missed(&missed, first, r.address + r.size_B - 1);
   charge_fetch(PROGRAM, site,
                is_counted ? code_cache_request(&h->i1, &r, changes)
                           : code_cache_missed(&h->i1, first, &r, changes));
   for (uint32_t i = 0; i < missed.n; i++) load_code(site, missed.line[i], changes);
   if (changes) line_costs_of_access(PROGRAM, site, changes);
}

void sampled_accesses_fetch(Site* site)
{
   fetch(site, code_cache_line(&PROGRAM->caches.i1, callgraph_site_address(site)), true);
}

void sampled_accesses_fetch_missed(Site* site, CodeLine* first)
{
   fetch(site, first, false);
}
