// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of stores; see stores.h.
#include "engine/stores/stores.h"

#include "engine/charge_inl.h"
#include "engine/line_costs.h"
#include "engine/probes.h"

static StoredBytes bytes;
static Map pairs; // StorePair, by both places
static StorePair* first_pair;

static void stores_init(void)
{
   host_memset(&bytes, 0, sizeof bytes);
   bytes.lines = engine.config.line_use;
   map_clear(&pairs);
   first_pair = NULL;
   store_targets_init();
}

// --- charging ---------------------------------------------------------------------------------

XG_INLINE void charge_store(const StoreTarget* t, Event e, uint64_t n_B)
{
   if (XG_LIKELY(t->to.counters != NULL))
      charge_target(PROGRAM, &t->to, t->owner, e - EV_ACCOST_L1, n_B);
}

// These bytes have been read.
XG_INLINE void forget_runs(const StoredRuns* runs)
{
   for (uint32_t i = 0; i < runs->n; i++)
      store_target(runs->run[i].writer)->references -= runs->run[i].n_B;
}

static void charge_runs(const StoredRuns* runs, Event e)
{
   for (uint32_t i = 0; i < runs->n; i++)
      charge_store(store_target(runs->run[i].writer), e, runs->run[i].n_B);
   forget_runs(runs);
}

static StorePair* pair_of(const StorePlace* first, const StorePlace* second)
{
   static StorePair* last; // most pairs come again at once
   if (last && last->first == first && last->second == second) return last;
   last = map_get(&pairs, (uintptr_t)first, (uintptr_t)second);
   if (last) return last;
   last = arena_alloc(&engine.graph.arena_blocks, sizeof *last);
   *last = (StorePair){.first = first, .second = second, .next = first_pair};
   first_pair = last;
   map_put(&pairs, (uintptr_t)first, (uintptr_t)second, last);
   return last;
}

// writer: who has stored there now; 0: nobody who is known.
static __attribute__((noinline)) void overwritten(const StoredRuns* runs, uint32_t writer)
{
   for (uint32_t i = 0; i < runs->n && writer; i++) {
      const StoreTarget* t = store_target(runs->run[i].writer);
      if (t->to.counters)
         pair_of(t->code, store_target(writer)->code)->bytes += runs->run[i].n_B;
   }
   charge_runs(runs, EV_SBOVER);
}

// --- accesses ---------------------------------------------------------------------------------

// The bytes of an access that lie in the line of its first one.
XG_INLINE uint32_t piece(uint64_t address, uint64_t size_B)
{
   const uint64_t room = STORED_LINE_B - address % STORED_LINE_B;
   return (uint32_t)(size_B < room ? size_B : room);
}

XG_INLINE void store_by(uint32_t writer, uint64_t address, uint64_t size_B)
{
   StoredRuns lost;
   while (size_B) {
      const uint32_t n_B = piece(address, size_B);
      lost.n = 0;
      const uint32_t kept_B = stored_bytes_store(&bytes, address, n_B, writer, &lost);
      if (kept_B) store_target(writer)->references += kept_B;
      if (XG_UNLIKELY(lost.n)) overwritten(&lost, writer);
      address += n_B;
      size_B -= n_B;
   }
}

static void stores_store(const Site* site, uint64_t address, uint64_t size_B)
{
   const uint32_t writer = store_targets_now(site);
   if (XG_LIKELY(writer)) charge_store(store_target(writer), EV_SB, size_B);
   store_by(writer, address, size_B);
   if (XG_UNLIKELY(probes.stored)) probes.stored(writer, address, size_B);
}

// A store that goes past the caches (movnt): its line is not loaded for it on a real processor.
static void stores_store_past_caches(const Site* site, uint64_t address, uint64_t size_B)
{
   stores_store(site, address, size_B);
   stored_bytes_use(&bytes, address, size_B);
}

static void stores_load(uint64_t address, uint64_t size_B)
{
   StoredRuns read;
   while (size_B) {
      const uint32_t n_B = piece(address, size_B);
      read.n = 0;
      stored_bytes_load(&bytes, address, n_B, &read);
      if (read.n) forget_runs(&read);
      address += n_B;
      size_B -= n_B;
   }
}

// With dependences.
static void stores_load_by(const Site* site, uint64_t address, uint64_t size_B)
{
   stores_load(address, size_B);
   probes.read(site, address, size_B);
}

static void stores_stack_ends(uint64_t from, uint64_t to)
{
   if (from < to) stores_end(from, to - from);
}

// --- what else happens to memory --------------------------------------------------------------

void stores_read_outside(uint64_t start, uint64_t size_B)
{
   StoredCursor c = {0};
   StoredRuns read = {0};
   for (; stored_bytes_take(&bytes, start, size_B, &c, &read); read.n = 0) forget_runs(&read);
   stored_bytes_use(&bytes, start, size_B);
}

void stores_stored_outside(uint64_t start, uint64_t size_B)
{
   StoredCursor c = {0};
   StoredRuns lost = {0};
   for (; stored_bytes_take(&bytes, start, size_B, &c, &lost); lost.n = 0)
      overwritten(&lost, 0);
   stored_bytes_use(&bytes, start, size_B);
   if (probes.memory_ends) probes.memory_ends(start, size_B);
}

void stores_end(uint64_t start, uint64_t size_B)
{
   StoredCursor c = {0};
   StoredRuns lost = {0};
   for (; stored_bytes_take(&bytes, start, size_B, &c, &lost); lost.n = 0)
      charge_runs(&lost, EV_SBDEAD);
   if (XG_UNLIKELY(probes.memory_ends)) probes.memory_ends(start, size_B);
}

void stores_unmap(uint64_t start, uint64_t size_B)
{
   stores_end(start, size_B);
   stored_bytes_unshare(&bytes, start, size_B);
}

void stores_move(uint64_t from, uint64_t to, uint64_t size_B)
{
   stores_unmap(to, size_B);
   stored_bytes_move(&bytes, from, to, size_B);
   if (probes.memory_moves) probes.memory_moves(from, to, size_B);
}

void stores_share(uint64_t start, uint64_t size_B)
{
   stores_read_outside(start, size_B);
   stored_bytes_share(&bytes, start, size_B);
   if (probes.memory_ends) probes.memory_ends(start, size_B);
}

static void stores_line_evicted(const CostTarget* t, uint32_t owner, uint64_t line)
{
   const uint32_t line_B = PROGRAM->caches.ll.geometry.line_B;
   if (stored_bytes_evict(&bytes, line, line_B) && t->counters)
      charge_target(PROGRAM, t, owner, EV_SBLOAD - EV_ACCOST_L1, line_B);
}

// --- all of it --------------------------------------------------------------------------------

void stores_finish(void)
{
   stores_end(0, ~0ULL);
}

// What is unread stays so, but is charged to nobody: nobody has seen whether it was read.
static void stores_break(void)
{
   stores_read_outside(0, ~0ULL);
   if (probes.memory_ends) probes.memory_ends(0, ~0ULL);
}

// Forgets what this thread (0: any) has stored; of all, the pairs, too.
static void stores_forget(uint32_t thread)
{
   store_targets_forget(thread);
   if (!thread)
      for (StorePair* p = first_pair; p; p = p->next) p->bytes = 0;
}

const StorePair* stores_pairs(void)
{
   return first_pair;
}

static void stores_check(void)
{
   stored_bytes_check(&bytes);
   store_targets_check();
}

// --- the probe --------------------------------------------------------------------------------

static void wrap(EntryPoints* e)
{
   e->loaded = stores_load;
   e->loaded_by = stores_load_by;
   e->stored = stores_store;
   e->stored_past_caches = stores_store_past_caches;
   e->stack_ends = stores_stack_ends;
}

const ProbeEvents stores_probe = {.init = stores_init,
                                  .wrap = wrap,
                                  .line_evicted = stores_line_evicted,
                                  .unseen = stores_break,
                                  .forget = stores_forget,
                                  .check = stores_check};
