// SPDX-License-Identifier: GPL-3.0-or-later
// What could happen between threads; see possible_sharing.h.
#include "engine/sharing/possible_sharing.h"

#include "engine/cycles.h"
#include "engine/engine.h"
#include "engine/probes.h"
#include "engine/waiting_inl.h"

#define NEVER UINT64_MAX

PossibleSharing possible_sharing;

enum { WRITTEN, READ_EVER, WRITTEN_EVER }; // words of LineUser.mask

void possible_sharing_init(uint32_t line_B)
{
   possible_sharing =
      (PossibleSharing){.on = true,
                        .line_shift = (uint32_t)__builtin_ctz(line_B),
                        .words = line_B > MASK_WORD_B ? line_B / MASK_WORD_B : 1};
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      sim->sharing = (Sharing){.arena = {.what = "engine.sharing"}};
}

static uint64_t line_of(uint64_t address)
{
   return address >> possible_sharing.line_shift << possible_sharing.line_shift;
}

static uint64_t* mask_of(LineUser* u, uint32_t which)
{
   return u->mask + which * possible_sharing.words;
}

static bool any_bit(const uint64_t* mask)
{
   uint64_t any = 0;
   for (uint32_t w = 0; w < possible_sharing.words; w++) any |= mask[w];
   return any != 0;
}

// --- threads ------------------------------------------------------------------------------

static SharingThread* thread_at(Simulation* sim, uint32_t thread)
{
   if (thread >= sim->sharing.n_threads) {
      uint32_t n = 2 * thread + 16;
      sim->sharing.threads =
         host_realloc("engine.sharing", sim->sharing.threads, n * sizeof *sim->sharing.threads);
      host_memset(sim->sharing.threads + sim->sharing.n_threads, 0,
                  (n - sim->sharing.n_threads) * sizeof *sim->sharing.threads);
      sim->sharing.n_threads = n;
   }
   if (thread >= sim->sharing.end_threads) sim->sharing.end_threads = thread + 1;
   return &sim->sharing.threads[thread];
}

static LineUser* known_user(const SharedLine* l, uint32_t thread)
{
   for (LineUser* u = l->users; u; u = u->next)
      if (u->thread == thread) return u;
   return NULL;
}

// When the interval of this line began that the thread has now, or will have on its return from a
// futex call; NEVER: not before now.
static uint64_t start_now(Simulation* sim, const SharedLine* l, uint32_t thread)
{
   const SharingThread* t = &sim->sharing.threads[thread];
   if (t->waits && t->woken) return t->woken;
   if (!t->runs) return NEVER;
   const LineUser* u = known_user(l, thread);
   return u && u->is_open ? u->start : t->start;
}

// --- intervals end ------------------------------------------------------------------------

static uint64_t bit_of(const LineUser* u)
{
   return 1ULL << u->index;
}

// Counts accesses of a piece as exposed; was_exposed: they have been, but not truly.
static void expose_piece(Simulation* sim, LineUser* u, const SharingPiece* p, bool was_exposed)
{
   if (!u->exposed) u->exposed = arena_alloc(&sim->sharing.arena, sizeof *u->exposed);
   SharingPieces* all = &u->exposed->pieces;
   SharingPiece* e = sharing_pieces_add(&sim->sharing.pool, &sim->sharing.arena, all, *p);
   if (!was_exposed) e->n += p->n;
   if (p->is_true) u->exposed->truly[e - all->at] += p->n;
}

// An interval of another thread that overlaps this one has written these bytes.
static void expose(Simulation* sim, LineUser* u, ClosedInterval* g, const uint64_t* written)
{
   for (uint32_t i = 0; i < g->pieces.n; i++) {
      SharingPiece* p = &g->pieces.at[i];
      if (p->is_true) continue;
      p->is_true = sharing_piece_touches(p, written);
      if (p->is_true || !g->exposed) expose_piece(sim, u, p, g->exposed);
   }
   g->exposed = true;
}

// The interval j of another thread overlaps g of v: what its writes can make v lose, and which accesses of v
// can miss.
static void meet(Simulation* sim, ClosedInterval* j, LineUser* v, ClosedInterval* g)
{
   if (!j->writes) return;
   if (!(j->seen_by & bit_of(v))) v->writes_of_others += j->writes;
   j->seen_by |= bit_of(v);
   expose(sim, v, g, j->written);
}

// The interval j of u ends: it and all that overlap it are exposed to each other.
static void expose_all(Simulation* sim, LineUser* u, ClosedInterval* j)
{
   for (LineUser* v = u->line->users; v; v = v->next) {
      if (v == u) continue;
      for (ClosedInterval* g = v->closed; g && g->end > u->start; g = g->next) {
         meet(sim, j, v, g);
         meet(sim, g, u, j);
      }
   }
}

// How many of the times are before `end`: which intervals of others overlap one that ended then.
static uint32_t overlaps(const uint64_t* starts, uint32_t n, uint64_t end)
{
   uint32_t k = 0;
   for (uint32_t i = 0; i < n; i++) k += starts[i] < end;
   return k;
}

static bool are_equal(const ClosedInterval* a, const ClosedInterval* b)
{
   for (uint32_t w = 0; w < possible_sharing.words; w++)
      if (a->written[w] != b->written[w]) return false;
   return a->exposed == b->exposed && a->seen_by == b->seen_by
          && sharing_pieces_are_alike(&a->pieces, &b->pieces);
}

static void free_interval(Simulation* sim, ClosedInterval* g)
{
   sharing_pieces_free(&sim->sharing.pool, &g->pieces);
   g->next = sim->sharing.free;
   sim->sharing.free = g;
}

static ClosedInterval* new_interval(Simulation* sim)
{
   ClosedInterval* g = sim->sharing.free;
   if (g)
      sim->sharing.free = g->next;
   else
      g = arena_alloc(&sim->sharing.arena,
                      sizeof *g + possible_sharing.words * sizeof g->written[0]);
   return g;
}

// Joins an interval to an older, equal one that the same ones overlap; true: it is joined.
static bool join(const ClosedInterval* g, ClosedInterval* older, const uint64_t* starts,
                 uint32_t n)
{
   for (; older && overlaps(starts, n, older->end) == overlaps(starts, n, g->end);
        older = older->next) {
      if (!are_equal(g, older)) continue;
      older->writes += g->writes;
      for (uint32_t i = 0; i < g->pieces.n; i++) older->pieces.at[i].n += g->pieces.at[i].n;
      return true;
   }
   return false;
}

// Joins what nobody can tell apart any more, and forgets what no interval of others overlaps.
static void shorten(Simulation* sim, LineUser* u)
{
   uint64_t starts[SHARING_USERS_MAX];
   uint32_t n = 0;
   bool exact = true;
   for (uint32_t t = 1; t < sim->sharing.end_threads; t++) {
      if (t == u->thread || !sim->sharing.threads[t].exists) continue;
      uint64_t start = start_now(sim, u->line, t);
      if (start == NEVER) continue;
      if (n < SHARING_USERS_MAX)
         starts[n++] = start;
      else
         exact = false; // of so many threads: keep all
   }
   for (ClosedInterval** at = &u->closed; *at && exact;) {
      ClosedInterval* g = *at;
      if (!overlaps(starts, n, g->end)) {
         *at = NULL; // the others are older
         for (ClosedInterval* next; g; g = next) {
            next = g->next;
            free_interval(sim, g);
         }
      } else if (join(g, g->next, starts, n)) {
         *at = g->next;
         free_interval(sim, g);
      } else {
         at = &g->next;
      }
   }
}

static void close_interval(Simulation* sim, LineUser* u)
{
   ClosedInterval* j = new_interval(sim);
   *j = (ClosedInterval){.end = sim->sharing.time,
                         .writes = u->interval_writes,
                         .pieces = u->pieces,
                         .next = u->closed};
   for (uint32_t w = 0; w < possible_sharing.words; w++) {
      j->written[w] = u->mask[w];
      u->mask[w] = 0;
   }
   expose_all(sim, u, j);
   u->closed = j;
   u->is_open = false;
   u->interval_writes = 0;
   u->pieces = (SharingPieces){0};
   shorten(sim, u);
}

// All intervals of the thread end, but that of one line (NO_LINE: of none).
static void end_intervals(Simulation* sim, SharingThread* t, uint64_t but)
{
   LineUser* kept = NULL;
   sim->sharing.time++;
   for (LineUser *u = t->open, *next; u; u = next) {
      next = u->next_open;
      u->next_open = NULL;
      if (u->line->address == but)
         kept = u;
      else
         close_interval(sim, u);
   }
   t->open = kept;
}

static void begin_interval(SharingThread* t, uint64_t start)
{
   t->runs = true;
   t->start = start;
}

// --- synchronisation ----------------------------------------------------------------------

static void synchronise(Simulation* sim, SharingThread* t, uint64_t but)
{
   end_intervals(sim, t, but);
   begin_interval(t, sim->sharing.time);
}

static void start(Simulation* sim, uint32_t parent, uint32_t thread)
{
   thread_at(sim, thread > parent ? thread : parent); // no more moves of the array
   waiting_end(sim, thread);
   if (parent) {
      waiting_end(sim, parent);
      synchronise(sim, thread_at(sim, parent), NO_LINE);
   } else {
      sim->sharing.time++;
   }
   SharingThread* t = thread_at(sim, thread);
   *t = (SharingThread){.exists = true};
   begin_interval(t, sim->sharing.time);
}

void possible_sharing_start_thread(uint32_t parent, uint32_t thread)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) start(sim, parent, thread);
}

static void end(Simulation* sim, uint32_t thread)
{
   waiting_end(sim, thread);
   SharingThread* t = thread_at(sim, thread);
   end_intervals(sim, t, NO_LINE);
   *t = (SharingThread){0};
}

void possible_sharing_end_thread(uint32_t thread)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) end(sim, thread);
}

void possible_sharing_keep_thread(uint32_t thread)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      for (uint32_t t = 1; t < sim->sharing.end_threads; t++)
         if (t != thread) sim->sharing.threads[t] = (SharingThread){0};
   possible_sharing_zero();
}

static void begin_futex(Simulation* sim, uint32_t thread, uint64_t address, bool is_wait,
                        bool wakes)
{
   SharingThread* t = thread_at(sim, thread);
   if (!t->exists) return;
   if (is_wait)
      waiting_sleep(sim, thread, address);
   else
      waiting_end(sim, thread);
   end_intervals(sim, t, NO_LINE);
   t->runs = false;
   t->waits = is_wait;
   t->address = address;
   t->woken = 0;
   for (uint32_t i = 1; wakes && i < sim->sharing.end_threads; i++) {
      SharingThread* other = &sim->sharing.threads[i];
      if (i != thread && other->waits && other->address == address)
         other->woken = sim->sharing.time;
   }
}

void possible_sharing_begin_futex(uint32_t thread, uint64_t address, bool is_wait, bool wakes)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      begin_futex(sim, thread, address, is_wait, wakes);
}

static void end_futex(Simulation* sim, uint32_t thread)
{
   SharingThread* t = thread_at(sim, thread);
   if (!t->exists || t->runs) return;
   sim->sharing.time++;
   begin_interval(t, t->waits && t->woken ? t->woken : sim->sharing.time);
   t->waits = false;
   t->woken = 0;
}

void possible_sharing_end_futex(uint32_t thread)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) end_futex(sim, thread);
}

static void atomic(Simulation* sim, uint64_t address)
{
   const uint32_t thread = xg_current.stack->thread;
   SharingThread* t = thread_at(sim, thread);
   if (PROGRAM->time.contention) cycles_atomic(sim, address);
   if (!possible_sharing.leaves_memory) waiting_end(sim, thread);
   if (t->exists) synchronise(sim, t, line_of(address));
}

void possible_sharing_atomic(uint64_t address)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      atomic(sim, engine.config.what_if ? what_if_address(sim, address) : address);
   possible_sharing.leaves_memory = 0;
}

// All intervals of all threads end.
static void end_all_intervals(Simulation* sim)
{
   waiting_end_all(sim);
   for (uint32_t t = 1; t < sim->sharing.end_threads; t++)
      if (sim->sharing.threads[t].exists) end_intervals(sim, &sim->sharing.threads[t], NO_LINE);
}

static void break_all(Simulation* sim)
{
   end_all_intervals(sim);
   // None begins before the last one has ended, or it would overlap that one.
   for (uint32_t t = 1; t < sim->sharing.end_threads; t++) {
      sim->sharing.threads[t].start = sim->sharing.time;
      sim->sharing.threads[t].woken = 0;
   }
}

void possible_sharing_break(void)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) break_all(sim);
}

void possible_sharing_close(void)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) end_all_intervals(sim);
}

static void forget(Simulation* sim)
{
   waiting_zero(sim);
   map_clear(&sim->sharing.lines);
   arena_clear(&sim->sharing.arena);
   sim->sharing.first = NULL;
   sim->sharing.free = NULL;
   sim->sharing.pool = (SharingPiecesPool){0};
   host_memset(sim->sharing.recent, 0, sizeof sim->sharing.recent);
   for (uint32_t t = 1; t < sim->sharing.end_threads; t++) {
      sim->sharing.threads[t].open = NULL;
      sim->sharing.threads[t].start = ++sim->sharing.time;
   }
}

void possible_sharing_zero(void)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) forget(sim);
}

// --- allocations --------------------------------------------------------------------------

void possible_sharing_note_allocation(uint64_t start)
{
   map_put(&possible_sharing.allocated_by, start, 0,
           (void*)(uintptr_t)(xg_current.stack->thread + 1));
}

static uint32_t thread_that_allocated(const MemRange* r)
{
   uintptr_t known = r->object->kind == OBJECT_HEAP
                        ? (uintptr_t)map_get(&possible_sharing.allocated_by, r->start, 0)
                        : 0;
   return known ? (uint32_t)(known - 1) : r->object->thread;
}

static void note_range(Simulation* sim, SharedLine* l, uint64_t address)
{
   const MemRange* r = range_map_find(&engine.objects.set.map, address);
   if (!r || r->is_cut) return;
   for (uint32_t i = 0; i < l->n_allocations; i++) {
      const LineAllocation* a = &l->allocations[i];
      if (a->start == r->start && a->size_B == r->size_B && a->object == r->object) return;
   }
   if (l->n_allocations == SHARING_ALLOCATIONS_MAX) return;
   if (!l->allocations)
      l->allocations =
         arena_alloc(&sim->sharing.arena, SHARING_ALLOCATIONS_MAX * sizeof *l->allocations);
   l->allocations[l->n_allocations++] = (LineAllocation){
      .object = r->object,
      .start = r->start,
      .size_B = r->size_B,
      .thread = thread_that_allocated(r),
   };
}

// A second thread uses the line: what has the first one used?
static void note_ranges_so_far(Simulation* sim, SharedLine* l, LineUser* first)
{
   for (uint64_t b = 0; b < 1ULL << possible_sharing.line_shift; b++) {
      uint64_t used = mask_of(first, READ_EVER)[b / MASK_WORD_B]
                      | mask_of(first, WRITTEN_EVER)[b / MASK_WORD_B];
      if (used >> b % MASK_WORD_B & 1) note_range(sim, l, l->address + b);
   }
}

// --- accesses -----------------------------------------------------------------------------

static SharedLine* look_up(Simulation* sim, uint64_t address)
{
   SharedLine* l = map_get(&sim->sharing.lines, address, 0);
   if (l) return l;
   l = arena_alloc(&sim->sharing.arena, sizeof *l);
   *l = (SharedLine){.address = address, .next = sim->sharing.first};
   sim->sharing.first = l;
   map_put(&sim->sharing.lines, address, 0, l);
   return l;
}

XG_INLINE RecentLine* recent_line(Simulation* sim, uint64_t address)
{
   RecentLine* r =
      &sim->sharing.recent[(address >> possible_sharing.line_shift) % SHARING_RECENT];
   if (XG_LIKELY(r->line == address && r->at)) return r;
   SharedLine* l = look_up(sim, address);
   *r = (RecentLine){address, l, l->n_users == 1 ? l->users : NULL};
   return r;
}

// The thread's use of a line; NULL: the line has too many users.
static LineUser* user_of(Simulation* sim, RecentLine* r, uint32_t thread)
{
   SharedLine* l = r->at;
   LineUser* u = known_user(l, thread);
   if (u || l->n_users == SHARING_USERS_MAX) return u;
   if (l->n_users == 1 && engine.config.objects) note_ranges_so_far(sim, l, l->users);
   u = arena_alloc(&sim->sharing.arena,
                   sizeof *u + 3 * possible_sharing.words * sizeof u->mask[0]);
   u->line = l;
   u->thread = thread;
   u->index = (uint8_t)l->n_users++;
   u->next = l->users;
   l->users = u;
   r->sole = l->n_users == 1 ? u : NULL;
   return u;
}

static void count_site(Simulation* sim, LineUser* u, const Site* site, uint64_t n)
{
   SharingSite** at = &u->sites;
   while (*at && (*at)->site != site) at = &(*at)->next;
   SharingSite* s = *at;
   if (s) {
      *at = s->next; // those used most are found first
   } else {
      s = arena_alloc(&sim->sharing.arena, sizeof *s);
      s->site = site;
   }
   s->next = u->sites;
   u->sites = s;
   s->accesses += n;
}

// Some accesses to bytes of one line.
typedef struct {
   const Site* site;
   uint64_t line, from, size_B, n;
} LineAccess;

// Adds the bytes to a mask.
XG_INLINE void note_bytes(LineUser* u, uint32_t which, const LineAccess* a)
{
   if (XG_LIKELY(possible_sharing.words == 1))
      *mask_of(u, which) |= line_use_bits(a->from, a->size_B);
   else
      line_use_set_bits(mask_of(u, which), a->from, a->size_B);
}

static SharingPiece* find_piece(Simulation* sim, LineUser* u, const LineAccess* a)
{
   const SharingPiece kind = {
      .from = (uint16_t)a->from, .size_B = (uint16_t)a->size_B, .is_write = a->site->is_write};
   return sharing_pieces_add(&sim->sharing.pool, &sim->sharing.arena, &u->pieces, kind);
}

XG_INLINE void access_line(Simulation* sim, uint32_t thread, const LineAccess* a)
{
   const bool is_write = a->site->is_write;
   RecentLine* r = recent_line(sim, a->line);
   LineUser* u =
      XG_LIKELY(r->sole && r->sole->thread == thread) ? r->sole : user_of(sim, r, thread);
   if (!u) return;
   if (XG_UNLIKELY(!u->is_open)) {
      SharingThread* t = thread_at(sim, thread);
      if (!t->exists) return;
      u->is_open = true;
      u->start = t->start;
      u->next_open = t->open;
      t->open = u;
   }
   SharingPiece* p =
      sharing_pieces_next(&u->pieces, (uint32_t)a->from, (uint32_t)a->size_B, is_write);
   if (!p) p = find_piece(sim, u, a);
   p->n += a->n;
   *(is_write ? &u->writes : &u->reads) += a->n;
   if (is_write) {
      u->interval_writes += a->n;
      note_bytes(u, WRITTEN, a);
   }
   note_bytes(u, is_write ? WRITTEN_EVER : READ_EVER, a);
   if (XG_LIKELY(r->sole == u)) return;
   count_site(sim, u, a->site, a->n);
   if (engine.config.objects) note_range(sim, r->at, a->line + a->from);
}

XG_INLINE void count(Simulation* sim, uint32_t thread, const Site* site, uint64_t address,
                     uint64_t n)
{
   uint64_t end = address + site->size_B, line_B = 1ULL << possible_sharing.line_shift;
   for (uint64_t line = line_of(address); line < end; line += line_B) {
      uint64_t from = address > line ? address - line : 0;
      uint64_t size_B = (end - line < line_B ? end - line : line_B) - from;
      access_line(sim, thread, &(LineAccess){site, line, from, size_B, n});
   }
}

void possible_sharing_count(Simulation* sim, uint32_t thread, const Site* site,
                            uint64_t address, uint64_t n)
{
   count(sim, thread, site, address, n);
}

void possible_sharing_access(Simulation* sim, const Site* site, uint64_t address)
{
   const uint32_t thread = xg_current.stack->thread;
   if (!xg_current.stack->exec.collect) {
      waiting_end(sim, thread);
      return;
   }
   if (waiting_holds(sim, thread, site, address, possible_sharing.leaves_memory)) return;
   if (site->is_write && sim->waiting.active && !possible_sharing.leaves_memory)
      waiting_note_write(sim, thread, address, site->size_B);
   count(sim, thread, site, address, 1);
}

void possible_sharing_note_waiting(Simulation* sim, uint64_t address, uint64_t truly,
                                   uint64_t falsely)
{
   SharedLine* l = recent_line(sim, line_of(address))->at;
   l->waiting_misses[0] += truly;
   l->waiting_misses[1] += falsely;
}

// --- weights ------------------------------------------------------------------------------

SharingWeight possible_sharing_exposed(const LineUser* u)
{
   SharingWeight sum = {0};
   if (!u->exposed) return sum;
   for (uint32_t i = 0; i < u->exposed->pieces.n; i++) {
      sum.truly += u->exposed->truly[i];
      sum.falsely += u->exposed->pieces.at[i].n - u->exposed->truly[i];
   }
   return sum;
}

// n * part / whole, rounded down; of numbers beyond 32 bits, of their highest 32.
static uint64_t share_of(uint64_t n, uint64_t part, uint64_t whole)
{
   uint32_t shift = 0;
   for (; whole >> 32; whole >>= 1) part >>= 1;
   for (; n >> 32; n >>= 1) shift++;
   return n * part / whole << shift;
}

SharingWeight possible_sharing_weight(const SharedLine* l)
{
   SharingWeight sum = {0};
   for (const LineUser* u = l->users; u; u = u->next) {
      const SharingWeight of = possible_sharing_exposed(u);
      const uint64_t all = of.truly + of.falsely;
      const uint64_t most = all < u->writes_of_others ? all : u->writes_of_others;
      if (!most) continue;
      const uint64_t truly = share_of(most, of.truly, all);
      sum.truly += truly;
      sum.falsely += most - truly;
   }
   return sum;
}

static void check(Simulation* sim)
{
   for (const SharedLine* l = sim->sharing.first; l; l = l->next) {
      XG_ASSERT(map_get(&sim->sharing.lines, l->address, 0) == l);
      for (LineUser* u = l->users; u; u = u->next) {
         XG_ASSERT(u->line == l && u->index < l->n_users);
         XG_ASSERT(u->is_open == (u->pieces.n != 0));
         XG_ASSERT(any_bit(mask_of(u, WRITTEN)) == (u->interval_writes != 0));
         for (const ClosedInterval* g = u->closed; g && g->next; g = g->next)
            XG_ASSERT(g->end >= g->next->end);
         for (uint32_t i = 0; u->exposed && i < u->exposed->pieces.n; i++)
            XG_ASSERT(u->exposed->truly[i] <= u->exposed->pieces.at[i].n);
      }
   }
}

void possible_sharing_check(void)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) check(sim);
}

// --- the probe --------------------------------------------------------------------------------

static void init(void)
{
   possible_sharing_init(engine.config.caches.ll.line_B);
}

const ProbeEvents possible_sharing_probe = {.init = init,
                                            .allocated = possible_sharing_note_allocation,
                                            .unseen = possible_sharing_break,
                                            .close = possible_sharing_close,
                                            .check = possible_sharing_check};
