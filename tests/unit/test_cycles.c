// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cycle model: the window against a plain one of the same rules, which has an array of delays by instruction; blocks
// told by hand; the loads that an address comes from against values that carry their loads forward.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cycles/contention.h"
#include "cycles/flow.h"
#include "cycles/predictor.h"
#include "cycles/producers.h"
#include "cycles/recent_stores.h"
#include "cycles/streams.h"
#include "cycles/window.h"
#include "host_libc.h"
#include "unit_main.h"
#include "xorshift.h"

// Figures that are easy to tell apart in sums.
static const Processor plain = {
   .width = 4,
   .window = 100,
   .misses = 8,
   .store_buffer = 10,
   .walks = 5,
   .mispredict_mc = 15 * CYCLE_MC,
   .latency_mc = {[FROM_L2] = 10 * CYCLE_MC,
                  [FROM_L3] = 20 * CYCLE_MC,
                  [FROM_LL] = 50 * CYCLE_MC,
                  [FROM_MEMORY] = 300 * CYCLE_MC},
   .rate_mc = {[FROM_L2] = 1 * CYCLE_MC,
               [FROM_L3] = 2 * CYCLE_MC,
               [FROM_LL] = 3 * CYCLE_MC,
               [FROM_MEMORY] = 7 * CYCLE_MC},
   .stlb_mc = 8 * CYCLE_MC,
   .walk_mc = 40 * CYCLE_MC,
   .operation_mc = {[OPERATION_LOAD] = 5 * CYCLE_MC,
                    [OPERATION_FADD] = 3 * CYCLE_MC,
                    [OPERATION_FMUL] = 4 * CYCLE_MC,
                    [OPERATION_FDIV] = 14 * CYCLE_MC,
                    [OPERATION_FSQRT] = 20 * CYCLE_MC,
                    [OPERATION_IMUL] = 3 * CYCLE_MC,
                    [OPERATION_IDIV] = 12 * CYCLE_MC,
                    [OPERATION_ATOMIC] = 18 * CYCLE_MC},
   .unit_mc = {[UNIT_LOAD] = CYCLE_MC / 2,
               [UNIT_VECTOR_LOAD] = 3 * CYCLE_MC / 4,
               [UNIT_STORE] = CYCLE_MC,
               [UNIT_FADD] = CYCLE_MC / 2,
               [UNIT_FMUL] = 2 * CYCLE_MC / 5,
               [UNIT_FDIV] = 6 * CYCLE_MC,
               [UNIT_FSQRT] = 9 * CYCLE_MC,
               [UNIT_IDIV] = 5 * CYCLE_MC,
               [UNIT_BRANCH] = CYCLE_MC},
};
#define BASE_MC (CYCLE_MC / 4) // of an instruction, at the width above

static uint64_t later(uint64_t a, uint64_t b)
{
   return a > b ? a : b;
}

static uint64_t below(uint64_t n)
{
   return next_random() % n;
}

// --- the window, plainly --------------------------------------------------------------------

enum { INSTRUCTIONS = 30000, MISSES = 4000, AHEAD = 1000 }; // AHEAD: no delay is farther away

// Instruction n begins at its base_mc, and gone_mc, and the delay_mc[i] of all i <= n that are still to come.
typedef struct {
   const Processor* p;
   uint64_t n, base_mc;
   uint64_t paced_n, paced_base_mc, pace_mc;
   uint64_t gone_mc;
   uint64_t delay_mc[INSTRUCTIONS];
   uint64_t sent_mc[FROM_LEVELS];   // each level is busy until then
   uint64_t set_mc[WINDOW_SETS];    // and each set
   uint64_t set_lines[WINDOW_SETS]; // that it has taken
   struct {
      uint64_t line, there_mc, count; // count: set_lines with it
   } coming[1 << 8];                  // the last line of each place
   struct {
      uint64_t line, there_mc;
      ServedFrom from;
      bool rated;
   } wanted[WINDOW_AWAITED];      // by prefetch instructions; each line has two places
   uint64_t wanted_mc;            // when all are there
   uint64_t walked_mc, second_mc; // walkers, and the second TLB
   uint64_t table[256];           // lines of page tables that were read, where is_table says so
   bool is_table[256];
   uint64_t done_mc[MISSES];
   uint32_t n_misses;
} Plain;

static Plain reference;

static void plain_begin(Plain* r, const Processor* p)
{
   memset(r, 0, sizeof *r);
   r->p = p;
   r->pace_mc = CYCLE_MC / p->width;
}

static void plain_let_come(Plain* r, uint64_t to)
{
   for (uint64_t i = r->n; i <= to; i++) {
      r->gone_mc += r->delay_mc[i];
      r->delay_mc[i] = 0;
   }
}

static void plain_at(Plain* r, Moment m)
{
   if (m.instructions < r->n || m.base_mc < r->base_mc) { // another thread
      plain_let_come(r, r->n + AHEAD);
      r->gone_mc += r->base_mc - m.base_mc;
      r->paced_n = m.instructions;
      r->paced_base_mc = m.base_mc;
   }
   if (m.instructions - r->paced_n >= WINDOW_PACE_OVER) {
      r->pace_mc = (m.base_mc - r->paced_base_mc) / (m.instructions - r->paced_n);
      r->paced_n = m.instructions;
      r->paced_base_mc = m.base_mc;
   }
   plain_let_come(r, m.instructions);
   r->n = m.instructions;
   r->base_mc = m.base_mc;
}

static uint64_t plain_begins(const Plain* r, uint64_t n)
{
   uint64_t mc = r->base_mc + r->gone_mc + (n - r->n) * r->pace_mc;
   for (uint64_t i = r->n; i <= n; i++) mc += r->delay_mc[i];
   return mc;
}

static uint64_t plain_now(const Plain* r)
{
   return plain_begins(r, r->n);
}

// Of WINDOW_STOPS delays to come, the two first become one before another one is noted.
static void plain_make_room(Plain* r)
{
   uint64_t to_come[WINDOW_STOPS + 1];
   uint32_t n = 0;
   for (uint64_t i = r->n + 1; i < r->n + AHEAD; i++)
      if (r->delay_mc[i]) to_come[n++] = i;
   if (n < WINDOW_STOPS) return;
   r->delay_mc[to_come[0]] += r->delay_mc[to_come[1]];
   r->delay_mc[to_come[1]] = 0;
}

static uint64_t plain_hold(Plain* r, uint64_t distance, uint64_t until_mc)
{
   uint64_t at = r->n + distance, enters = plain_begins(r, at);
   if (until_mc <= enters) return 0;
   uint64_t mc = until_mc - enters, added = mc;
   for (uint64_t i = at + 1; i < r->n + AHEAD; i++) {
      uint64_t taken = r->delay_mc[i] < added ? r->delay_mc[i] : added;
      r->delay_mc[i] -= taken;
      added -= taken;
   }
   if (distance && !r->delay_mc[at]) plain_make_room(r);
   r->delay_mc[at] += mc;
   return added;
}

// Lines that are changed go back to memory, at half the cost of one that comes, or so that both take written_mc.  A level is busy from when
// the code is there, and not only from when the address is known: others are sent meanwhile.
static uint64_t plain_send(Plain* r, const Miss* m, uint64_t begun_mc, uint64_t asked_mc)
{
   bool goes_back = m->from == FROM_MEMORY && (m->is_store || m->is_changed);
   uint64_t lines = later(m->prefetched, 1), mc = r->p->rate_mc[m->from];
   if (goes_back) mc = r->p->written_mc ? r->p->written_mc : mc + mc / 2;
   const bool changes = m->is_store || m->is_changed;
   if (changes && m->from == FROM_L2 && r->p->l2_written_mc) mc = r->p->l2_written_mc;
   if (changes && m->from == FROM_L3 && r->p->l3_written_mc) mc = r->p->l3_written_mc;
   if (changes && m->from == FROM_LL && r->p->ll_written_mc) mc = r->p->ll_written_mc;
   if (m->from == FROM_MEMORY && m->is_strided) mc = r->p->strided_mc;
   if (m->from == FROM_MEMORY && m->is_filled)
      mc = r->p->filled_mc ? r->p->filled_mc : r->p->rate_mc[FROM_MEMORY];
   r->sent_mc[m->from] = later(begun_mc, r->sent_mc[m->from]) + lines * mc;
   return later(asked_mc + lines * mc, r->sent_mc[m->from]);
}

// What the set takes: the more others came between, from as many as it has ways to two and a half times as many, the longer.
static uint64_t plain_turn(const Processor* p, const Miss* m, uint64_t others)
{
   uint64_t near = p->latency_mc[FROM_L2], clean = p->set_mc ? p->set_mc : near * 12 / 10;
   uint64_t written = p->set_written_mc ? p->set_written_mc : near * 25 / 10;
   uint64_t changed = p->set_changed_mc ? p->set_changed_mc : written;
   uint64_t most = m->is_store ? written : m->is_changed ? changed : clean;
   uint64_t from = p->ways, to = p->ways * 5 / 2;
   if (most < clean || others <= from) return clean;
   return others >= to ? most : clean + (most - clean) * (others - from) / (to - from);
}

// When the line is there; *rated: its level is too slow.
static uint64_t plain_comes(Plain* r, const Miss* m, bool* rated)
{
   const Processor* p = r->p;
   uint64_t issue = later(plain_now(r), m->ready_mc), sent, first;
   uint32_t place = (uint32_t)(m->line * 0x9E3779B97F4A7C15 >> 56), set = m->set % WINDOW_SETS;
   bool known = r->coming[place].line == m->line;
   *rated = false;
   uint64_t can_wait = r->n_misses < p->misses ? 0 : r->done_mc[r->n_misses - p->misses];
   if (known && r->coming[place].there_mc > issue && r->coming[place].there_mc > can_wait
       && m->from != FROM_CORE)
      return r->coming[place].there_mc;
   if (m->prefetched) {
      uint64_t ahead = (uint64_t)WINDOW_LINES_AHEAD * p->rate_mc[m->from];
      uint64_t now = plain_now(r);
      sent =
         plain_send(r, m, now - (now < ahead ? now : ahead), issue > ahead ? issue - ahead : 0);
      first = issue + p->latency_mc[FROM_L2];
   } else {
      issue = later(issue, can_wait);
      sent = plain_send(r, m, plain_now(r), issue);
      first = issue + p->latency_mc[m->from];
   }
   uint64_t others = known ? r->set_lines[set] - r->coming[place].count : UINT64_MAX;
   if (r->set_mc[set] <= issue) others = 0; // the set is free
   r->set_mc[set] = later(r->set_mc[set], issue) + plain_turn(p, m, others);
   uint64_t there = later(later(sent, first), r->set_mc[set]);
   *rated = sent > first;
   r->done_mc[r->n_misses++] = there;
   r->coming[place].line = m->line;
   r->coming[place].there_mc = there;
   r->coming[place].count = ++r->set_lines[set];
   return there;
}

static MissTime plain_miss(Plain* r, const Miss* m)
{
   const Processor* p = r->p;
   MissTime t = {0};
   t.done_mc = plain_comes(r, m, &t.by_rate);
   if (!m->is_store) t.done_mc += p->operation_mc[OPERATION_LOAD];
   uint64_t room = m->is_store ? p->store_buffer * WINDOW_STORE_DISTANCE : 0;
   t.stall_mc = plain_hold(r, p->window + room, t.done_mc);
   return t;
}

// Of the lines of page tables, 8 entries of pages of 4 KiB each, that whose number modulo 256 is the same was read last.
static uint64_t plain_walk_mc(Plain* r, uint64_t address)
{
   const uint64_t line = address / 4096 / 8;
   const bool near = r->is_table[line % 256] && r->table[line % 256] == line;
   r->is_table[line % 256] = true;
   r->table[line % 256] = line;
   return near && r->p->walk_near_mc ? r->p->walk_near_mc : r->p->walk_mc;
}

static MissTime plain_translate(Plain* r, uint64_t ready_mc, uint64_t address, bool walk)
{
   uint64_t now = plain_now(r), issue = later(now, ready_mc);
   r->second_mc = later(now, r->second_mc) + WINDOW_STLB_MC;
   MissTime t = {.done_mc = later(issue + r->p->stlb_mc, r->second_mc)};
   if (walk) {
      uint64_t free = later(now, r->walked_mc);
      const uint64_t walk_mc = plain_walk_mc(r, address);
      r->walked_mc = free + walk_mc / r->p->walks;
      t.done_mc = later(issue, free) + walk_mc;
   }
   t.stall_mc = plain_hold(r, r->p->window, t.done_mc);
   return t;
}

// Where a wanted line is, or takes the place of another one: of that which is there first.
static uint32_t plain_place(const Plain* r, uint64_t line)
{
   uint32_t own = (uint32_t)(line * 0x9E3779B97F4A7C15 >> 57), other = own ^ 1;
   if (r->wanted[own].line == line) return own;
   if (r->wanted[other].line == line) return other;
   return r->wanted[other].there_mc < r->wanted[own].there_mc ? other : own;
}

// The code waits until the prefetch has begun, as others have to wait with it, but not for its line.
static MissTime plain_prefetch(Plain* r, const Miss* m)
{
   uint64_t can_wait = r->n_misses < r->p->misses ? 0 : r->done_mc[r->n_misses - r->p->misses];
   uint64_t begins = later(later(plain_now(r), m->ready_mc), can_wait);
   MissTime t = {0};
   t.done_mc = plain_comes(r, m, &t.by_rate);
   uint32_t place = plain_place(r, m->line);
   r->wanted[place].line = m->line;
   r->wanted[place].there_mc = t.done_mc;
   r->wanted[place].from = m->from;
   r->wanted[place].rated = t.by_rate;
   r->wanted_mc = later(r->wanted_mc, t.done_mc);
   if (!m->prefetched) t.stall_mc = plain_hold(r, r->p->window, begins);
   return t;
}

static MissTime plain_await(Plain* r, const Miss* m, ServedFrom* from)
{
   uint32_t place = plain_place(r, m->line);
   MissTime t = {0};
   if (r->wanted[place].line != m->line) return t;
   uint64_t there = r->wanted[place].there_mc;
   r->wanted[place].there_mc = 0; // once
   if (there <= later(plain_now(r), m->ready_mc)) return t;
   *from = r->wanted[place].from;
   t.by_rate = r->wanted[place].rated;
   t.done_mc = there + (m->is_store ? 0 : r->p->operation_mc[OPERATION_LOAD]);
   uint64_t room = m->is_store ? r->p->store_buffer * WINDOW_STORE_DISTANCE : 0;
   t.stall_mc = plain_hold(r, r->p->window + room, t.done_mc);
   return t;
}

static void assert_same_time(MissTime a, MissTime b)
{
   assert_int_equal(a.done_mc, b.done_mc);
   assert_int_equal(a.stall_mc, b.stall_mc);
   assert_int_equal(a.by_rate, b.by_rate);
}

// --- random traces --------------------------------------------------------------------------

typedef struct {
   Window w;
   Moment m;
   uint64_t passed_mc;    // of base
   uint64_t stalls_mc;    // returned
   uint64_t last_done_mc; // of the last miss
   uint64_t step_max,
      base_max_mc; // instructions between two events, and what each of them takes
   bool goes_back;
} Trace;

static Processor random_processor(void)
{
   Processor p = {.width = 1 + below(8),
                  .window = 1 + below(300),
                  .misses = 1 + below(below(2) ? 8 : 64),
                  .store_buffer = 1 + below(60),
                  .walks = 1 + below(8),
                  .mispredict_mc = below(20 * CYCLE_MC)};
   for (ServedFrom f = 0; f < FROM_LEVELS; f++) {
      p.latency_mc[f] = below(100 * CYCLE_MC * (f + 1));
      p.rate_mc[f] = below(8 * CYCLE_MC * (f + 1));
   }
   p.stlb_mc = below(10 * CYCLE_MC);
   p.walk_mc = below(100 * CYCLE_MC);
   p.walk_near_mc = below(2) ? 0 : below(50 * CYCLE_MC);
   p.written_mc = below(2) ? 0 : below(20 * CYCLE_MC);
   p.l2_written_mc = below(2) ? 0 : below(10 * CYCLE_MC);
   p.l3_written_mc = below(2) ? 0 : below(12 * CYCLE_MC);
   p.ll_written_mc = below(2) ? 0 : below(15 * CYCLE_MC);
   p.filled_mc = below(2) ? 0 : below(20 * CYCLE_MC);
   p.strided_mc = below(20 * CYCLE_MC);
   p.set_mc = below(2) ? 0 : below(20 * CYCLE_MC);
   p.set_written_mc = below(2) ? 0 : below(50 * CYCLE_MC);
   p.set_changed_mc = below(2) ? 0 : below(70 * CYCLE_MC);
   p.ways = 1 + below(6);
   p.operation_mc[OPERATION_LOAD] = below(6 * CYCLE_MC);
   return p;
}

static void trace_move(Trace* t)
{
   Moment m = t->m;
   uint64_t n = below(4) ? below(t->step_max + 1) : 0;
   if (t->goes_back && below(50) == 0) {
      if (below(3)) m.instructions = below(m.instructions + 1);
      if (below(3)) m.base_mc = below(m.base_mc + 1);
   } else {
      m.instructions += n;
      for (uint64_t i = 0; i < n; i++) m.base_mc += below(t->base_max_mc + 1);
      t->passed_mc += m.base_mc - t->m.base_mc;
   }
   t->m = m;
   window_at(&t->w, m);
   plain_at(&reference, m);
}

// An address that is known now, or when the last miss is done, or at another time, which is not before the start.
static uint64_t trace_ready(const Trace* t)
{
   uint64_t now = window_now(&t->w), ago = 50 * CYCLE_MC;
   return below(2)   ? 0
          : below(2) ? t->last_done_mc
                     : now + below(200 * CYCLE_MC) - (now < ago ? now : ago);
}

// A prefetch, or an access to a line that may be one's.
static MissTime trace_prefetch(Trace* t, MissTime* b)
{
   Miss m = {.ready_mc = trace_ready(t),
             .from = (ServedFrom)below(FROM_LEVELS),
             .line = 1 + below(below(2) ? 30 : 3000),
             .set = below(200)};
   MissTime a;
   if (below(2)) {
      m.prefetched = below(3) ? 0 : 1 + below(3);
      a = window_prefetch(&t->w, &m);
      *b = plain_prefetch(&reference, &m);
   } else {
      ServedFrom from = FROM_LEVELS, must_be = FROM_LEVELS;
      m.is_store = below(3) == 0;
      a = window_await(&t->w, &m, &from);
      *b = plain_await(&reference, &m, &must_be);
      assert_int_equal(from, must_be);
   }
   assert_int_equal(t->w.awaited_mc, reference.wanted_mc);
   return a;
}

static void trace_event(Trace* t)
{
   uint64_t what = below(13);
   MissTime a, b;
   if (what < 6) {
      Miss m = {.ready_mc = trace_ready(t),
                .from = (ServedFrom)below(FROM_LEVELS),
                .line = 1 + below(below(2) ? 30 : 3000),
                .set = below(below(2) ? 3 : 200),
                .is_store = below(3) == 0,
                .is_changed = below(3) == 0,
                .prefetched = below(3) ? 0 : 1 + below(3)};
      m.is_strided = m.prefetched && below(2);
      m.is_filled = m.is_store && below(2);
      a = window_miss(&t->w, &m);
      b = plain_miss(&reference, &m);
      t->last_done_mc = a.done_mc;
   } else if (what < 8) {
      uint64_t ready_mc = trace_ready(t);
      bool walk = below(2);
      const uint64_t address = (below(2) * 256 + below(3)) * 32768 + below(32768);
      a = window_translate(&t->w, ready_mc, address, walk);
      b = plain_translate(&reference, ready_mc, address, walk);
   } else if (what < 11) {
      a = trace_prefetch(t, &b);
   } else {
      uint64_t distance = below(3) ? 0 : below(200);
      uint64_t until = window_now(&t->w) + below(60 * CYCLE_MC);
      a = (MissTime){.stall_mc = window_hold(&t->w, distance, until)};
      b = (MissTime){.stall_mc = plain_hold(&reference, distance, until)};
   }
   assert_same_time(a, b);
   t->stalls_mc += a.stall_mc;
   assert_int_equal(window_now(&t->w), plain_now(&reference));
}

// All that was to come has come, so that stalls are the time beyond the base.
static void trace_end(Trace* t)
{
   t->m.instructions += 5000;
   window_at(&t->w, t->m);
   plain_at(&reference, t->m);
   assert_int_equal(window_now(&t->w), plain_now(&reference));
   assert_int_equal(window_now(&t->w), t->passed_mc + t->stalls_mc);
}

static void run_traces(uint32_t n, uint32_t events, uint64_t step_max, bool goes_back)
{
   while (n--) {
      Processor p = random_processor();
      Trace t = {.step_max = 1 + below(step_max), .goes_back = goes_back};
      t.base_max_mc = below(1500);
      window_init(&t.w, &p);
      plain_begin(&reference, &p);
      for (uint32_t i = 0; i < events; i++) {
         trace_move(&t);
         trace_event(&t);
      }
      trace_end(&t);
   }
}

static void test_random_traces(void** state)
{
   (void)state;
   run_traces(2000, 200, 40, false);
}

static void test_long_traces(void** state)
{
   (void)state;
   run_traces(20, 2000, 10, false);
}

// An instruction at most between two events: more stops than are told apart are to come.
static void test_many_stops(void** state)
{
   (void)state;
   run_traces(300, 1000, 1, false);
}

// One delay more than fit, before the first ones, between them and behind them.
static void test_full_stops(void** state)
{
   (void)state;
   const Processor p = {.width = 4, .window = 300, .misses = 8};
   for (uint64_t place = 0; place < 5; place++) {
      static Window w;
      window_init(&w, &p);
      plain_begin(&reference, &p);
      for (uint64_t i = 0; i <= WINDOW_STOPS; i++) {
         const bool is_last =
            i == WINDOW_STOPS; // less than any of the others, of which none goes
         const uint64_t distance = is_last ? 99 + 2 * place : 100 + 2 * i;
         const uint64_t until =
            plain_begins(&reference, distance) + (is_last ? CYCLE_MC / 2 : (i + 1) * CYCLE_MC);
         const uint64_t added = plain_hold(&reference, distance, until);
         assert_int_equal(window_hold(&w, distance, until), added);
      }
      for (uint64_t n = 1; n < 400; n++) {
         const Moment m = {n, n * CYCLE_MC};
         window_at(&w, m);
         plain_at(&reference, m);
         assert_int_equal(window_now(&w), plain_now(&reference));
      }
   }
}

static void test_moments_go_back(void** state)
{
   (void)state;
   run_traces(500, 300, 30, true);
}

// --- known times ------------------------------------------------------------------------------

static Window w;

// Loads take what the level takes, and no two of a few misses are in one set.
static Processor timed;
static uint32_t next_set;
static uint64_t next_line;

static void start(const Processor* p)
{
   timed = *p;
   timed.operation_mc[OPERATION_LOAD] = 0;
   window_init(&w, &timed);
   window_at(&w, (Moment){1000, 1000 * BASE_MC});
}

// So many instructions on.
static void go(uint64_t n)
{
   window_at(&w, (Moment){w.now.instructions + n, w.now.base_mc + n * BASE_MC});
}

static MissTime miss_from(ServedFrom from)
{
   return window_miss(&w, &(Miss){.from = from, .line = ++next_line, .set = next_set++});
}

// A window of 100 instructions takes 25 cycles of the latency.
static void test_one_miss(void** state)
{
   (void)state;
   start(&plain);
   uint64_t now = window_now(&w);
   MissTime t = miss_from(FROM_MEMORY);
   assert_int_equal(t.done_mc, now + 300 * CYCLE_MC);
   assert_int_equal(t.stall_mc, 275 * CYCLE_MC);
   assert_false(t.by_rate);
   go(99);
   assert_int_equal(window_now(&w), now + 99 * BASE_MC);
   go(1);
   assert_int_equal(window_now(&w), now + 300 * CYCLE_MC);
   go(1000);
   assert_int_equal(miss_from(FROM_L2).stall_mc, 0); // 10 cycles are hidden
   assert_int_equal(miss_from(FROM_LL).stall_mc, 25 * CYCLE_MC);
}

// Code that takes a cycle for an instruction hides more.
static void test_pace(void** state)
{
   (void)state;
   start(&plain);
   window_at(&w, (Moment){2000, w.now.base_mc + 1000 * CYCLE_MC});
   assert_int_equal(miss_from(FROM_MEMORY).stall_mc, 200 * CYCLE_MC);
}

static void test_overlapping(void** state)
{
   (void)state;
   start(&plain);
   assert_int_equal(miss_from(FROM_MEMORY).stall_mc, 275 * CYCLE_MC);
   go(40); // in the same window
   assert_int_equal(miss_from(FROM_MEMORY).stall_mc,
                    0); // it is there before the first stop ends
}

static void test_dependent(void** state)
{
   (void)state;
   start(&plain);
   MissTime first = miss_from(FROM_MEMORY);
   go(40);
   MissTime second = window_miss(
      &w,
      &(Miss){.from = FROM_MEMORY, .line = ++next_line, .set = 99, .ready_mc = first.done_mc});
   assert_int_equal(second.done_mc, first.done_mc + 300 * CYCLE_MC);
   // The instruction a window behind the second one enters 40 instructions after the first stop.
   assert_int_equal(second.stall_mc, 300 * CYCLE_MC - 40 * BASE_MC);
}

// The third of two that can wait begins when the first is done.
static void test_outstanding(void** state)
{
   (void)state;
   Processor p = plain;
   p.misses = 2;
   p.rate_mc[FROM_MEMORY] = 0;
   start(&p);
   uint64_t now = window_now(&w);
   for (uint64_t i = 0; i < 7; i++) {
      MissTime t = miss_from(FROM_MEMORY);
      assert_int_equal(t.done_mc, now + (1 + i / 2) * 300 * CYCLE_MC);
      assert_int_equal(t.stall_mc, i == 0 ? 275 * CYCLE_MC : i % 2 ? 0 : 300 * CYCLE_MC);
   }
}

// A stream of lines, each of them after 10 instructions: 2.5 cycles, where memory sends one in 7.
static void test_rate(void** state)
{
   (void)state;
   start(&plain);
   uint64_t begin = window_now(&w), by_rate = 0;
   for (int i = 0; i < 1000; i++) {
      by_rate +=
         window_miss(
            &w, &(Miss){.from = FROM_MEMORY, .line = ++next_line, .set = i, .prefetched = 1})
            .by_rate;
      go(10);
   }
   go(1000);
   uint64_t mc = window_now(&w) - begin - 1000 * BASE_MC;
   assert_in_range(mc, 1000 * 7 * CYCLE_MC * 97 / 100, 1000 * 7 * CYCLE_MC);
   assert_true(by_rate > 900);
   // Slow code does not wait: lines come in time.
   start(&plain);
   for (int i = 0; i < 1000; i++) {
      MissTime t = window_miss(
         &w, &(Miss){.from = FROM_MEMORY, .line = ++next_line, .set = i, .prefetched = 1});
      assert_int_equal(t.stall_mc, 0);
      assert_false(t.by_rate);
      go(40);
   }
}

// Without prefetchers as many lines come as can wait at a time: 8 in 300 cycles.
static void test_rate_of_demands(void** state)
{
   (void)state;
   start(&plain);
   uint64_t begin = window_now(&w);
   for (int i = 0; i < 1000; i++) {
      assert_false(miss_from(FROM_MEMORY).by_rate);
      go(1);
   }
   go(1000);
   assert_in_range(window_now(&w) - begin, 124 * 300 * CYCLE_MC, 127 * 300 * CYCLE_MC);
}

static void test_stores(void** state)
{
   (void)state;
   start(&plain);
   const Miss store = {.from = FROM_MEMORY, .line = ++next_line, .is_store = true};
   // The window, and as much code as fills the store buffer.
   uint64_t hidden = (100 + 10 * WINDOW_STORE_DISTANCE) * BASE_MC;
   assert_int_equal(window_miss(&w, &store).stall_mc, 300 * CYCLE_MC - hidden);
   Processor p = plain;
   p.store_buffer = 1000;
   start(&p);
   assert_int_equal(window_miss(&w, &store).stall_mc, 0);
}

// What comes later than its first byte could waits for the rate.
static void test_slow_rate(void** state)
{
   (void)state;
   Processor p = plain;
   p.rate_mc[FROM_MEMORY] = 200 * CYCLE_MC;
   start(&p);
   uint64_t now = window_now(&w);
   for (uint64_t i = 0; i < 5; i++) {
      MissTime t = miss_from(FROM_MEMORY);
      assert_int_equal(t.done_mc, now + (i ? (i + 1) * 200 : 300) * CYCLE_MC);
      assert_int_equal(t.by_rate, i > 0);
   }
}

// A set takes a line in little more than the time of a miss from L2; another one does not wait.
static void test_sets(void** state)
{
   (void)state;
   start(&plain);
   uint64_t now = window_now(&w);
   for (uint64_t i = 0; i < 5; i++) {
      MissTime t = window_miss(&w, &(Miss){.from = FROM_L2, .line = ++next_line, .set = 7});
      assert_int_equal(t.done_mc, now + (i + 1) * 12 * CYCLE_MC);
   }
   // Those that are changed or written while others wait have to go back, too.
   for (int is_store = 0; is_store < 2; is_store++) {
      start(&plain);
      for (uint64_t i = 0; i < 5; i++) {
         MissTime t = window_miss(&w, &(Miss){.from = FROM_L2,
                                              .line = ++next_line,
                                              .set = 7,
                                              .is_store = is_store,
                                              .is_changed = !is_store});
         assert_int_equal(t.done_mc, now + (12 + i * 25) * CYCLE_MC);
      }
   }
   assert_true(window_miss(&w, &(Miss){.from = FROM_L2, .line = ++next_line, .set = 8}).done_mc
               < now + 20 * CYCLE_MC);
   // Or as the processor says.
   Processor p = plain;
   p.set_mc = 14 * CYCLE_MC;
   p.set_written_mc = 33 * CYCLE_MC;
   for (int is_store = 0; is_store < 2; is_store++) {
      start(&p);
      for (uint64_t i = 1; i < 5; i++) {
         MissTime t = window_miss(
            &w, &(Miss){.from = FROM_L2, .line = ++next_line, .set = 7, .is_store = is_store});
         assert_int_equal(t.done_mc, now + (14 + (i - 1) * (is_store ? 33 : 14)) * CYCLE_MC);
      }
   }
   // A load that misses takes what a hit takes, and a store does not.
   for (int is_store = 0; is_store < 2; is_store++) {
      start(&plain);
      timed.operation_mc[OPERATION_LOAD] = 4 * CYCLE_MC;
      MissTime t =
         window_miss(&w, &(Miss){.from = FROM_LL, .line = ++next_line, .is_store = is_store});
      assert_int_equal(t.done_mc, window_now(&w) + (is_store ? 50 : 54) * CYCLE_MC);
   }
}

// A line that is on its way comes once, for all who wait for it; one from another core is another matter.
static void test_shared_miss(void** state)
{
   (void)state;
   start(&plain);
   const Miss load = {.from = FROM_L2, .line = 5, .set = 7},
              store = {.from = FROM_L2, .line = 5, .is_store = true},
              other = {.from = FROM_CORE, .line = 5};
   uint64_t done = window_miss(&w, &load).done_mc;
   for (int i = 0; i < 20; i++) {
      go(1); // a quarter of a cycle, of twelve
      assert_int_equal(window_miss(&w, i % 2 ? &load : &store).done_mc, done);
   }
   assert_true(window_miss(&w, &other).done_mc != done);
   go(60);
   assert_true(window_miss(&w, &load).done_mc > done);
}

// Of lines that come again and again, behind others, a set takes those that are changed the more slowly, the more there are.
static void test_changed_again(void** state)
{
   (void)state;
   const struct {
      uint64_t lines, takes; // there are as many others, and their own number less one
   } known[] = {{1, 14}, {2, 14}, {3, 20}, {4, 32}, {6, 50}, {20, 50}};
   Processor p = plain;
   p.ways = 4;
   p.set_mc = 14 * CYCLE_MC;
   p.set_changed_mc = 50 * CYCLE_MC;
   for (int i = 0; i < 6; i++) {
      start(&p);
      for (uint64_t n = 0; n <= 3 * known[i].lines; n++) {
         const Miss other = {.from = FROM_L2, .line = 100 + n, .set = 7};
         const Miss m = {
            .from = FROM_L2, .line = 1 + n % known[i].lines, .set = 7, .is_changed = true};
         uint64_t before = window_miss(&w, &other).done_mc;
         assert_int_equal(before - window_now(&w), 14 * CYCLE_MC);
         assert_int_equal(window_miss(&w, &m).done_mc - before,
                          (n < known[i].lines ? 50 : known[i].takes) * CYCLE_MC);
         go(1000);
      }
   }
}

// --- lines that cores contend for ---------------------------------------------------------

enum { SHARED_LINES = 5, SHARING_CORES = 4, SHARED_ACCESSES = 4000 };

static Contention contention;
static Arena shared_arena = {.what = "test"};

static Contended share(uint64_t line, uint32_t core, uint64_t now, uint64_t block, bool is_load,
                       bool is_taken)
{
   return contention_access(&contention,
                            &(SharedAccess){line, core, now, 300, block, is_load, is_taken});
}

// Two cores in turns of five accesses, each in its own time.
static void test_contention(void** state)
{
   (void)state;
   contention_init(&contention, &shared_arena, 2);
   assert_null(share(9, 0, 100, 0, true, false).line);
   for (uint64_t turn = 0; turn < 6; turn++)
      for (uint64_t i = 0; i < 5; i++) {
         uint64_t now = 1000 + turn / 2 * 50 + i * 10;
         Contended t = share(9, turn % 2, now, now, i % 2 == 0, i == 0);
         assert_int_equal(t.line != NULL, turn >= 2); // each has had it before
         if (!t.line) continue;
         assert_int_equal(t.line->sharers, 2);
         assert_int_equal(t.gap_mc, 10);
         assert_int_equal(t.pays, i % 2 == 0);
         assert_ptr_equal(contention_line(&contention, 9, turn % 2), t.line);
         assert_null(contention_line(&contention, 9, 1 - turn % 2));
      }
   // Once for each block; and no more often than the other one has accessed it.
   for (uint64_t i = 0; i < 20; i++)
      assert_int_equal(share(9, 0, 2000, i, true, i == 0).pays, false); // it comes much later
   share(9, 1, 1150, 0, false, true);
   share(9, 1, 1150, 0, false, false);
   for (uint64_t i = 0; i < 20; i++) {
      Contended t = share(9, 0, 2001 + i, i / 2, true, i == 0);
      assert_int_equal(t.pays, i == 0 || i == 2);
   }
   arena_clear(&shared_arena);
}

// All that happened to a line, told afterwards.
typedef struct {
   uint32_t n, core[SHARED_ACCESSES];
   uint64_t now[SHARED_ACCESSES];
   uint64_t left, block;
   uint32_t sharers;
} Told;

static Contended told_access(Told* l, const SharedAccess* a)
{
   bool has = l->n && l->core[l->n - 1] == a->core;
   Contended t = {0};
   uint64_t others = 0, tenures = 0, last = 0;
   if (!has && !a->is_taken) return t;
   for (uint32_t i = l->n; i-- && !last;) {
      if (l->core[i] == a->core) {
         last = l->now[i];
         break;
      }
      others++;
      tenures += i + 1 == l->n || l->core[i] != l->core[i + 1];
   }
   if (!has) {
      l->sharers = last && a->now_mc - last <= a->away_mc ? 1 + (uint32_t)tenures : 0;
      l->left = others;
      l->block = UINT64_MAX;
   }
   t.gap_mc = a->now_mc - last;
   t.pays = l->sharers && a->is_load && l->left && l->block != a->block;
   if (t.pays) {
      l->left--;
      l->block = a->block;
   }
   l->core[l->n] = a->core;
   l->now[l->n++] = a->now_mc;
   return t;
}

static void test_random_sharing(void** state)
{
   (void)state;
   static Told told[SHARED_LINES];
   uint32_t paid = 0;
   for (int run = 0; run < 20; run++) {
      memset(told, 0, sizeof told);
      uint64_t now[SHARING_CORES] = {1, 1, 1, 1}, block = 0;
      uint32_t core = 0, cores = 2 + (uint32_t)below(SHARING_CORES - 1);
      contention_init(&contention, &shared_arena, cores);
      for (int i = 0; i < SHARED_ACCESSES; i++) {
         if (below(10) == 0) core = (uint32_t)below(cores);
         now[core] += below(below(20) ? 40 : 800);
         block += below(2);
         // lines whose places differ
         uint64_t which = below(SHARED_LINES);
         SharedAccess a = {1 + which, core, now[core], 300, block, below(3) > 0, below(2)};
         Contended is = contention_access(&contention, &a),
                   known = told_access(&told[which], &a);
         assert_int_equal(is.line ? is.line->sharers : 0, is.line ? told[which].sharers : 0);
         assert_int_equal(is.pays, known.pays);
         if (known.gap_mc && is.line) assert_int_equal(is.gap_mc, known.gap_mc);
         paid += is.pays;
      }
      arena_clear(&shared_arena);
   }
   assert_true(paid > 1000);
}

// The front end waits for the branch's result; what it waits is no longer waited for a window behind the miss.
static void test_mispredicted_under_miss(void** state)
{
   (void)state;
   start(&plain);
   MissTime t = miss_from(FROM_MEMORY);
   go(20);
   uint64_t now = window_now(&w), until = t.done_mc + plain.mispredict_mc;
   assert_int_equal(window_hold(&w, 0, until), until - now - 275 * CYCLE_MC);
   assert_int_equal(window_now(&w), until);
   go(200);
   assert_int_equal(window_now(&w), until + 200 * BASE_MC);
   // One that is known at once, under a miss from LL: 15 cycles of its 25 are hidden under it.
   start(&plain);
   assert_int_equal(miss_from(FROM_LL).stall_mc, 25 * CYCLE_MC);
   go(20);
   assert_int_equal(window_hold(&w, 0, window_now(&w) + plain.mispredict_mc), 0);
   go(200);
   assert_int_equal(window_now(&w), w.now.base_mc + 25 * CYCLE_MC);
}

static void test_translations(void** state)
{
   (void)state;
   start(&plain);
   uint64_t now = window_now(&w);
   MissTime t = window_translate(&w, 0, 0, false);
   assert_int_equal(t.done_mc, now + 8 * CYCLE_MC);
   assert_int_equal(t.stall_mc, 0);
   // Walks begin one after the other.
   for (uint64_t i = 0; i < 6; i++) {
      t = window_translate(&w, 0, 0, true);
      assert_int_equal(t.done_mc, now + 40 * CYCLE_MC + i * (40 * CYCLE_MC / 5));
      assert_int_equal(t.stall_mc, i ? 40 * CYCLE_MC / 5 : 15 * CYCLE_MC);
   }
   // The second TLB answers one after the other.
   start(&plain);
   for (uint64_t i = 0; i < 20; i++) t = window_translate(&w, 0, 0, false);
   assert_int_equal(t.done_mc, now + 20 * WINDOW_STLB_MC);
   now = window_now(&w);
   start(&plain);
   t = window_translate(&w, now + 500 * CYCLE_MC, 0, false);
   assert_int_equal(t.done_mc, now + 508 * CYCLE_MC);
   assert_int_equal(t.stall_mc, (508 - 25) * CYCLE_MC);
   assert_false(t.by_rate);
   // Entries beside each other are near, unless another line with the same place was read since.
   Processor near = plain;
   near.walk_near_mc = 16 * CYCLE_MC;
   near.walks = 4;
   start(&near);
   const uint64_t address[] = {0, 7 << 12, 8 << 12, 256 << 15, 0, 4 << 12};
   const uint64_t takes[] = {40, 16, 40, 40, 40, 16};
   for (int i = 0; i < 6; i++) {
      window_at(&w, (Moment){w.now.instructions + 1000, w.now.base_mc + 1000 * CYCLE_MC});
      now = window_now(&w);
      t = window_translate(&w, 0, address[i], true);
      assert_int_equal(t.done_mc, now + takes[i] * CYCLE_MC);
   }
}

static void test_prefetch_instructions(void** state)
{
   (void)state;
   start(&plain);
   const Miss prefetch = {.from = FROM_LL, .line = 5, .set = 7}, load = {.line = 5};
   ServedFrom from = FROM_LEVELS;
   const uint64_t now = window_now(&w), there = now + 50 * CYCLE_MC;
   assert_int_equal(window_await(&w, &load, &from).done_mc, 0); // nobody has asked for it
   MissTime t = window_prefetch(&w, &prefetch);
   assert_int_equal(t.done_mc, there);
   assert_int_equal(t.stall_mc, 0);
   assert_int_equal(window_now(&w), now);
   // 20 cycles later, 30 are left, of which the window has room for 25.
   go(80);
   t = window_await(&w, &load, &from);
   assert_int_equal(t.done_mc, there);
   assert_int_equal(t.stall_mc, 5 * CYCLE_MC);
   assert_int_equal(from, FROM_LL);
   assert_int_equal(window_await(&w, &load, &from).done_mc, 0); // once
   // When the line is there, nothing is left; and nobody waits whose address comes later.
   window_prefetch(&w, &prefetch);
   go(400);
   assert_int_equal(window_await(&w, &load, &from).done_mc, 0);
   window_prefetch(&w, &prefetch);
   const Miss late = {.line = 5, .ready_mc = window_now(&w) + 60 * CYCLE_MC};
   assert_int_equal(window_await(&w, &late, &from).done_mc, 0);
   // Nine lines from memory, one more than can wait: the ninth holds up the code until the first one is there.
   start(&plain);
   Miss many = {.from = FROM_MEMORY};
   for (many.line = many.set = 1; many.line <= 8; many.line++, many.set++)
      assert_int_equal(window_prefetch(&w, &many).stall_mc, 0);
   assert_int_equal(window_prefetch(&w, &many).stall_mc, (300 - 25) * CYCLE_MC);
}

// Loads of what was stored in pieces wait one after the other, while others go on.
static void test_failed_forwarding(void** state)
{
   (void)state;
   Processor p = plain;
   p.operation_mc[OPERATION_FORWARD_FAILED] = 30 * CYCLE_MC;
   start(&p);
   const uint64_t now = window_now(&w);
   MissTime t = window_forward(&w, 0, 1);
   assert_int_equal(t.done_mc, now + 30 * CYCLE_MC);
   assert_int_equal(t.stall_mc, (30 - 25) * CYCLE_MC); // what a window takes is hidden
   t = window_forward(&w, 0, 2);
   assert_int_equal(t.done_mc, now + 60 * CYCLE_MC);
   assert_int_equal(t.stall_mc, 30 * CYCLE_MC);
   // More than two pieces are written one after the other.
   t = window_forward(&w, 0, 8);
   assert_int_equal(t.done_mc, now + (90 + 6) * CYCLE_MC);
   t = window_forward(&w, now + 500 * CYCLE_MC, 2);
   assert_int_equal(t.done_mc, now + 530 * CYCLE_MC);
   assert_false(t.by_rate);
}

// --- recent stores ----------------------------------------------------------------------------

enum { STORES = 20000, HALF = 4, WORD = 8, TWO = 16, FOUR = 32 };

static RecentStores recent_stores;

// Whether a load fails, by which block's stores, and of how many pieces.
static bool fails(uint64_t address, uint32_t size_B, uint64_t begun, uint32_t pieces)
{
   const bool suspect = recent_suspects(&recent_stores, address, size_B);
   const FailedLoad is = recent_failed(&recent_stores, address, size_B);
   if (!is.begun) return false;
   assert_true(suspect);
   assert_int_equal(is.begun, begun);
   assert_int_equal(is.pieces, pieces);
   return true;
}

static void stored(uint64_t address, uint32_t size_B, uint64_t begun)
{
   recent_store(&recent_stores, address, size_B, begun);
}

static void test_pieces(void** state)
{
   (void)state;
   recent_stores = (RecentStores){0};
   assert_false(fails(0, WORD, 0, 0));
   for (uint32_t i = 0; i < 8; i++) stored(4096 + i, 1, 1 + i);
   assert_true(fails(4096, WORD, 8, 8));
   assert_false(fails(4096, WORD, 0, 0)); // it is in L1 now
   stored(64, HALF, 3);
   assert_false(fails(64, HALF, 0, 0));
   assert_false(fails(64, 2, 0, 0));
   assert_false(fails(66, 2, 0, 0));
   assert_false(fails(68, HALF, 0, 0));
   assert_true(fails(64, WORD, 3, 2));
   stored(65, 1, 3);
   assert_true(fails(64, 2, 3, 2));
   stored(68, HALF, 4);
   assert_false(fails(64, HALF, 0, 0));
   assert_true(fails(64, WORD, 4, 2));
   // One store has all of it.
   stored(65, 1, 5);
   stored(64, WORD, 6);
   assert_false(fails(64, WORD, 0, 0));
   assert_false(fails(68, HALF, 0, 0));
   // ... but not behind its end.
   assert_true(fails(68, WORD, 6, 1));
   // Words, and what is wider.
   stored(128, WORD, 7);
   stored(136, WORD, 8);
   assert_true(fails(128, TWO, 8, 2));
   stored(136, WORD, 9); // the first word is old
   assert_true(fails(128, TWO, 9, 2));
   stored(128, TWO, 10);
   assert_false(fails(128, TWO, 0, 0));
   assert_false(fails(136, WORD, 0, 0));
   assert_true(fails(128, FOUR, 10, 2));
   stored(128, FOUR, 11);
   assert_false(fails(128, FOUR, 0, 0));
   assert_false(fails(144, TWO, 0, 0));
   stored(152, WORD, 12);
   assert_true(fails(128, FOUR, 12, 4));
   stored(128, FOUR, 12);
   assert_false(fails(128, 64, 0, 0));
   stored(128, 64, 13); // looked at are its first words
   assert_false(fails(128, 64, 0, 0));
   // Numbers of 80 bits.
   stored(256, 10, 14);
   assert_false(fails(256, 10, 0, 0));
   // Words that share a place.
   stored(512, 1, 15);
   assert_false(fails(512 + WORD * RECENT_WORDS, WORD, 0, 0));
   stored(512 + WORD * RECENT_WORDS, 1, 16);
   assert_false(fails(512, WORD, 0, 0));
   assert_true(fails(512 + WORD * RECENT_WORDS, WORD, 16, 8));
   assert_false(recent_may_fail(1));
   assert_true(recent_may_fail(2));
}

// With all stores in an array: the last one in each word that a load begins with.
typedef struct {
   uint64_t address, begun;
   uint32_t size_B;
   bool forgotten;
} Stored;

static bool holds_all(const Stored* s, uint64_t address, uint32_t size_B)
{
   return s->address <= address && address + size_B <= s->address + s->size_B;
}

static void test_random_pieces(void** state)
{
   (void)state;
   static Stored all[STORES * RECENT_PARTS_MAX];
   recent_stores = (RecentStores){0};
   uint32_t n = 0, n_failed = 0;
   for (uint64_t begun = 1; begun <= STORES; begun++) {
      const uint32_t size_B = 1U << below(6);
      uint64_t at = 4096 + below(64) + 8 * below(2) * RECENT_WORDS;
      if (below(2)) at -= at % size_B;
      stored(at, size_B, begun);
      for (uint32_t i = 0; i < recent_parts(size_B); i++)
         all[n++] = (Stored){at + WORD * i, begun, size_B, false};
      const uint32_t loaded_B = 2U << below(5);
      uint64_t address = 4096 + below(64) + 8 * below(2) * RECENT_WORDS;
      if (below(2)) address -= address % loaded_B;
      uint64_t must = 0;
      uint32_t pieces = 0;
      for (uint32_t i = 0; i < recent_parts(loaded_B); i++) {
         const uint64_t word = (address + WORD * i) / WORD;
         Stored* s = NULL;
         for (uint32_t k = n; k && !s; k--)
            if (all[k - 1].address / WORD % RECENT_WORDS == word % RECENT_WORDS)
               s = &all[k - 1];
         if (!s || s->forgotten || s->address / WORD != word) continue;
         if (s->address == address + WORD * i && s->size_B >= loaded_B) continue;
         if (s->address < address && loaded_B < WORD) continue;
         if (s->address >= address + loaded_B || s->address + s->size_B <= address) continue;
         if (holds_all(s, address, loaded_B)) continue;
         s->forgotten = true;
         if (s->begun < must) continue;
         must = s->begun;
         pieces = loaded_B > s->size_B ? loaded_B / s->size_B : 1;
      }
      assert_int_equal(fails(address, loaded_B, must, pieces), must != 0);
      n_failed += must != 0;
   }
   assert_true(n_failed > STORES / 10);
}

static void test_store_buffer(void** state)
{
   (void)state;
   Processor p = plain; // a window of 100, 10 stores
   const BlockCycles stores = {.stores = 3, .instrs = 5}, others = {.stores = 0, .instrs = 30};
   RecentBlocks blocks = {0};
#define RUN(b) blocks.ring[blocks.begun++ % PRODUCERS_BLOCKS] = (b)
   RUN(&stores);
   assert_true(recent_waits(&blocks, &p, 1)); // in the block itself
   for (int i = 0; i < 4; i++) RUN(&stores);
   assert_true(recent_waits(&blocks, &p, 1)); // nine stores between
   RUN(&stores);
   assert_false(recent_waits(&blocks, &p, 1));
   assert_true(recent_waits(&blocks, &p, 2));
   p.store_buffer = 13;
   assert_true(recent_waits(&blocks, &p, 1));
   for (int i = 0; i < 4; i++) RUN(&others);
   assert_true(recent_waits(&blocks, &p, 6)); // 90 instructions
   RUN(NULL);                                 // and 30
   assert_false(recent_waits(&blocks, &p, 6));
   // Of a block that nobody knows nothing counts.
   const uint64_t begun = blocks.begun;
   for (int i = 0; i < PRODUCERS_BLOCKS - 1; i++) RUN(NULL);
   assert_true(recent_waits(&blocks, &p, begun));
   RUN(NULL);
   assert_false(recent_waits(&blocks, &p, begun));
#undef RUN
}

// --- prefetchers ------------------------------------------------------------------------------

enum { PAGE_B = 4096, LINE_B = 64 };
#define PLACE (UINT64_C(1) << 32)

static Streams streams;
static const Processor by_stream = {.stream = true}, by_stride = {.stride = true},
                       by_pair = {.adjacent = true}, by_none;
// Others lie behind it, in other places of the table of instructions.
static const uint64_t instruction = 0x401000;

static bool missed(Streams* s, const Processor* p, uint64_t by, uint64_t at)
{
   return streams_missed(s, p, by, at, FROM_LL).lines > 0;
}

// Of so many misses, each `distance` from the one before, how many are announced.
static uint32_t announced(const Processor* p, uint64_t from, int64_t distance, uint32_t n)
{
   uint32_t found = 0;
   memset(&streams, 0, sizeof streams);
   for (uint32_t i = 0; i < n; i++)
      found += missed(&streams, p, instruction, from + i * (uint64_t)distance);
   return found;
}

static void test_streams(void** state)
{
   (void)state;
   // A page has 64 lines; a few of them are needed to recognise the stream, which goes on in the next page.
   assert_in_range(announced(&by_stream, PLACE, LINE_B, 64), 60, 62);
   assert_in_range(announced(&by_stream, PLACE + PAGE_B - LINE_B, -LINE_B, 64), 60, 62);
   assert_int_equal(announced(&by_stream, PLACE, LINE_B, 128),
                    64 + announced(&by_stream, PLACE, LINE_B, 64));
   assert_int_equal(announced(&by_stream, PLACE + 2 * PAGE_B - LINE_B, -LINE_B, 128),
                    64 + announced(&by_stream, PLACE, LINE_B, 64));
   assert_int_equal(announced(&by_stream, PLACE + PAGE_B - LINE_B, LINE_B, 2), 0);
   // Every other line, too; but not each line of another page, nor any of what turns.
   assert_in_range(announced(&by_stream, PLACE, 2 * LINE_B, 32), 28, 30);
   assert_int_equal(announced(&by_stream, PLACE, PAGE_B + LINE_B, 1000), 0);
   assert_int_equal(announced(&by_stream, PLACE, 16 * LINE_B, 4), 0);
   assert_int_equal(announced(&by_stream, PLACE, LINE_B, 2), 0);
   assert_int_equal(announced(&by_none, PLACE, LINE_B, 64), 0);
   // After a jump, one step is not a stream yet.
   assert_true(announced(&by_stream, PLACE, LINE_B, 10) > 0);
   assert_false(missed(&streams, &by_stream, instruction, PLACE + 30 * LINE_B));
   assert_false(missed(&streams, &by_stream, instruction, PLACE + 31 * LINE_B));
   memset(&streams, 0, sizeof streams);
   for (uint32_t i = 0; i < 60; i++) // up, down
      assert_false(missed(&streams, &by_stream, instruction, PLACE + (20 + i % 2) * LINE_B));
}

// Two pages, in turns: streams are by page, whatever instruction misses.
static void test_two_streams(void** state)
{
   (void)state;
   memset(&streams, 0, sizeof streams);
   uint32_t found = 0;
   for (uint32_t i = 0; i < 64; i++) {
      found += missed(&streams, &by_stream, instruction + i % 5 * 32, PLACE + i * LINE_B);
      found += missed(&streams, &by_stream, instruction, PLACE + PAGE_B + i * LINE_B);
   }
   assert_in_range(found, 120, 124);
   // Two arrays with a power of two between them.
   memset(&streams, 0, sizeof streams);
   found = 0;
   for (uint32_t i = 0; i < 64; i++) {
      found += missed(&streams, &by_stream, instruction, PLACE + i * LINE_B);
      found += missed(&streams, &by_stream, instruction, PLACE + (1 << 27) + i * LINE_B);
   }
   assert_in_range(found, 120, 124);
   memset(&streams, 0, sizeof streams);
   found = 0;
   for (uint32_t i = 0; i < 64; i++) {
      found += missed(&streams, &by_stride, instruction, PLACE + i * LINE_B);
      found +=
         missed(&streams, &by_stride, instruction + 32, PLACE + 9 * PAGE_B + 3 * i * LINE_B);
   }
   assert_true(found > 110);
}

static void test_strides(void** state)
{
   (void)state;
   // In each page of eight misses; the first one in a page is not announced.
   uint32_t found = announced(&by_stride, PLACE, 512, 800);
   assert_in_range(found, 690, 700);
   assert_int_equal(announced(&by_stride, PLACE + 800 * 512, -512, 800) / 10, found / 10);
   assert_int_equal(announced(&by_stride, PLACE, PAGE_B, 800), 0);
   assert_int_equal(announced(&by_stride, PLACE, 3000, 800), 0); // too far, even within a page
   assert_int_equal(announced(&by_stream, PLACE, 512, 800), 0);
   assert_int_equal(announced(&by_stride, PLACE, 512, 3), 0);
   // What one of two prefetchers announces.
   const Processor both = {.stream = true, .stride = true};
   assert_int_equal(announced(&both, PLACE, 512, 8), announced(&by_stride, PLACE, 512, 8));
   memset(&streams, 0, sizeof streams);
   uint32_t lines = 0;
   for (uint32_t i = 0; i < 64; i++)
      lines +=
         missed(&streams, &both, instruction + i % 2 * 32, PLACE + i * LINE_B + i % 4 * 8);
   assert_in_range(lines, 60, 62);
   // Distances of 128 and 192 bytes in turns.
   memset(&streams, 0, sizeof streams);
   for (uint32_t i = 0; i < 12; i++) {
      assert_false(missed(&streams, &by_stride, instruction, PLACE + i * 320));
      assert_false(missed(&streams, &by_stride, instruction, PLACE + i * 320 + 128));
   }
}

static void test_adjacent(void** state)
{
   (void)state;
   memset(&streams, 0, sizeof streams);
   assert_false(missed(&streams, &by_pair, instruction, PLACE + 2 * LINE_B));
   assert_true(missed(&streams, &by_pair, instruction, PLACE + 3 * LINE_B));
   assert_false(missed(&streams, &by_pair, instruction, PLACE + 4 * LINE_B)); // of another pair
   assert_true(missed(&streams, &by_pair, instruction, PLACE + 5 * LINE_B));
   assert_false(missed(&streams, &by_pair, instruction, PLACE + 4 * LINE_B)); // it came before
   // Whatever comes between.
   assert_false(missed(&streams, &by_pair, instruction, PLACE + 10 * LINE_B));
   assert_false(missed(&streams, &by_pair, instruction, PLACE + 21 * LINE_B));
   assert_true(missed(&streams, &by_pair, instruction, PLACE + 11 * LINE_B));
   assert_true(missed(&streams, &by_pair, instruction, PLACE + 20 * LINE_B));
   assert_int_equal(announced(&by_pair, PLACE, LINE_B, 64), 32);
   // The neighbour comes to L2, which is no gain for what is there.
   memset(&streams, 0, sizeof streams);
   for (uint32_t i = 0; i < 64; i++)
      assert_int_equal(
         streams_missed(&streams, &by_pair, instruction, PLACE + i * LINE_B, FROM_L2).lines, 0);
}

// A stream brings what it skips, too; strides bring from memory what the processor has a rate for.
static void test_lines_of_streams(void** state)
{
   (void)state;
   for (uint32_t step = 1; step <= 3; step++) {
      uint32_t lines = 0;
      memset(&streams, 0, sizeof streams);
      for (uint32_t i = 0; i < 10; i++)
         lines = streams_missed(&streams, &by_stream, instruction, PLACE + i * step * LINE_B,
                                FROM_MEMORY)
                    .lines;
      unit_given("ten misses in steps of %jd lines", step);
      assert_int_equal(lines, step);
   }
   for (int has_rate = 0; has_rate < 2; has_rate++)
      for (ServedFrom from = FROM_L2; from <= FROM_MEMORY; from++) {
         const Processor p = {.stride = true, .strided_mc = has_rate * 9 * CYCLE_MC};
         Announced a;
         memset(&streams, 0, sizeof streams);
         for (uint32_t i = 0; i < 6; i++)
            a = streams_missed(&streams, &p, instruction, PLACE + i * 512, from);
         assert_int_equal(a.lines, has_rate || from != FROM_MEMORY);
         assert_int_equal(a.is_strided, a.lines);
      }
   // What is a stream, too, comes at its rate.
   const Processor both = {.stream = true, .stride = true, .strided_mc = 9 * CYCLE_MC};
   Announced a;
   memset(&streams, 0, sizeof streams);
   for (uint32_t i = 0; i < 10; i++)
      a = streams_missed(&streams, &both, instruction, PLACE + i * 2 * LINE_B, FROM_MEMORY);
   assert_int_equal(a.lines, 2);
   assert_false(a.is_strided);
}

// A line that misses again was there a moment ago: nothing has brought it, and the stream goes on behind it.
static void test_lines_again(void** state)
{
   (void)state;
   memset(&streams, 0, sizeof streams);
   for (uint32_t i = 0; i < 60; i++) {
      uint64_t at = PLACE + i * LINE_B;
      bool goes_on = i >= 2;
      assert_int_equal(streams_missed(&streams, &by_stream, instruction, at, FROM_LL).lines,
                       goes_on);
      for (uint32_t times = 0; times < i % 4; times++)
         assert_int_equal(
            streams_missed(&streams, &by_stream, instruction, at + 8 * times, FROM_LL).lines,
            0);
   }
}

static void test_random_misses(void** state)
{
   (void)state;
   const Processor all = {.stream = true, .stride = true, .adjacent = true};
   memset(&streams, 0, sizeof streams);
   uint32_t found = 0;
   for (uint32_t i = 0; i < 10000; i++)
      found += missed(&streams, &all, instruction, PLACE + below(1 << 20) * LINE_B);
   assert_true(found < 10);
}

// --- branches ---------------------------------------------------------------------------------

static BranchHistory branches;
static const uint64_t address = 0x401234, other_address = 0x405678;
static Branch branch, other, between;

static void branches_begin(void)
{
   memset(&branches, 0, sizeof branches);
   predictor_init(&branches, 1 << 16);
   branch = other = between = (Branch){0};
}

// Wrong ones of the last 10000 of 20000 branches; taken(i) says which way the i-th one goes.
static uint32_t wrong_of(bool (*taken)(uint32_t i), bool other_before)
{
   uint32_t wrong = 0;
   branches_begin();
   for (uint32_t i = 0; i < 20000; i++) {
      if (other_before) predictor_conditional(&branches, &other, other_address, taken(i));
      bool is = predictor_conditional(&branches, &branch, address, taken(i));
      wrong += is && i >= 10000;
   }
   return wrong;
}

static bool always(uint32_t i)
{
   (void)i;
   return true;
}
static bool never(uint32_t i)
{
   (void)i;
   return false;
}
static bool alternating(uint32_t i)
{
   return i % 2;
}
static bool loop_of_5(uint32_t i)
{
   return i % 5 != 4;
}
static bool at_random(uint32_t i) // the same for the same i
{
   uint64_t x = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
   x ^= x >> 29;
   x *= UINT64_C(0xbf58476d1ce4e5b9);
   return x >> 40 & 1;
}
static bool mostly(uint32_t i) // 7 of 8
{
   return at_random(i) || at_random(i + 100003) || at_random(i + 200003);
}

static void test_branches(void** state)
{
   (void)state;
   assert_int_equal(wrong_of(always, false), 0);
   assert_int_equal(wrong_of(never, false), 0);
   assert_int_equal(wrong_of(alternating, false), 0);
   assert_int_equal(wrong_of(loop_of_5, false), 0);
   assert_in_range(wrong_of(at_random, false), 4500, 5500);
   // A branch that goes one way in 7 of 8 cases: little more than the eighth.
   assert_in_range(wrong_of(mostly, false), 1100, 2000);
}

static bool loop_of_100(uint32_t i)
{
   return i % 100 != 99;
}
static bool loop_of_128(uint32_t i)
{
   return i % 128 != 127;
}
static bool loop_of_200(uint32_t i)
{
   return i % 200 != 199;
}
static bool loops_of_two_lengths(uint32_t i)
{
   return i % 210 != 99 && i % 210 != 209;
}

// The end of a loop is known by the number of its rounds, if that is always the same, and not as large as a long run.
static void test_loops(void** state)
{
   (void)state;
   assert_int_equal(wrong_of(loop_of_100, false), 0);
   assert_int_equal(wrong_of(loop_of_128, false), 0);
   assert_int_equal(wrong_of(loop_of_200, false), 10000 / 200);
   assert_int_equal(wrong_of(loops_of_two_lengths, false), 10000 / 105);
}

// A branch that goes as another one has gone, a number of branches of a loop before.
static uint32_t wrong_after(uint32_t n_between)
{
   uint32_t wrong = 0;
   branches_begin();
   for (uint32_t i = 0; i < 4000; i++) {
      predictor_conditional(&branches, &other, other_address, at_random(i));
      for (uint32_t k = 0; k < n_between; k++)
         predictor_conditional(&branches, &between, address + 64, k % 2);
      bool is = predictor_conditional(&branches, &branch, address, at_random(i));
      wrong += is && i >= 2000;
   }
   return wrong;
}

static void test_long_history(void** state)
{
   (void)state;
   assert_true(wrong_after(10) < 100);
   assert_true(wrong_after(30) < 100);
   assert_true(wrong_after(60) > 800);
}

// The way of random branches is known from another one that goes the same way just before.
static void test_correlated_branch(void** state)
{
   (void)state;
   assert_true(wrong_of(at_random, true) < 1000);
}

// Of the last 10000 of many random outcomes of a branch, of which n are repeated, those that a predictor of this size
// mispredicts.
static uint32_t wrong_of_repeated(uint32_t n, uint32_t size)
{
   uint32_t wrong = 0;
   branches_begin();
   predictor_init(&branches, size);
   for (uint32_t i = 0; i < 20 * n + 10000; i++) {
      bool is = predictor_conditional(&branches, &branch, address, at_random(i % n));
      wrong += is && i >= 20 * n;
   }
   return wrong;
}

// It knows some thousand outcomes by heart, as many as its tables have room for.
static void test_size_of_predictor(void** state)
{
   (void)state;
   for (uint32_t size = PREDICTOR_MIN; size <= PREDICTOR_MAX; size *= 4) {
      assert_true(wrong_of_repeated(size / 4, size) < 600);
      assert_in_range(wrong_of_repeated(size, size), 600, 2500);
      assert_in_range(wrong_of_repeated(size * 2, size), 2500, 4700);
      assert_true(wrong_of_repeated(size * 8, size) > 4400);
   }
   // The next power of two.
   predictor_init(&branches, 3 << 13);
   uint32_t mask = branches.short_mask, shift = branches.long_shift;
   predictor_init(&branches, 1 << 15);
   assert_int_equal(branches.short_mask, mask);
   assert_int_equal(branches.long_shift, shift);
   predictor_init(&branches, (3 << 13) - 1);
   assert_int_equal(branches.short_mask, mask / 2);
   assert_int_equal(branches.long_shift, shift + 1);
   predictor_init(&branches, 1);
   assert_int_equal(branches.short_mask, PREDICTOR_MIN / 2 - 1);
   predictor_init(&branches, UINT32_MAX);
   assert_int_equal(branches.short_mask, PREDICTIONS_MAX - 1);
   assert_int_equal(1 << (64 - branches.long_shift), LONG_PREDICTIONS_MAX);
}

static void test_first_branches(void** state)
{
   (void)state;
   branches_begin();
   assert_true(
      predictor_conditional(&branches, &branch, address, true)); // not taken, as is most code
   assert_true(predictor_conditional(&branches, &branch, address, true));
   branches_begin();
   assert_false(predictor_conditional(&branches, &branch, address, false));
}

// Many branches that always go one way leave what is known of one that does not: they share its counters as long as
// they are new, and then no longer.
static void test_long_runs(void** state)
{
   (void)state;
   static Branch steady[1000];
   memset(steady, 0, sizeof steady);
   branches_begin();
   uint32_t wrong = 0;
   for (uint32_t i = 0; i < 400; i++) {
      for (uint32_t k = 0; k < 1000; k++)
         predictor_conditional(&branches, &steady[k], address + 4 + 4 * k, true);
      uint64_t before = branches.history;
      bool is = predictor_conditional(&branches, &branch, address, i % 2);
      assert_int_equal(branches.history, before << 1 | i % 2);
      wrong += is && i >= 200;
   }
   assert_int_equal(wrong, 0); // the history is its own
   for (uint32_t k = 0; k < 1000; k++) assert_int_equal(predictor_goes(&steady[k]), 1);
   uint8_t known[sizeof branches.by_history];
   memcpy(known, branches.by_history, sizeof known);
   for (uint32_t k = 0; k < 1000; k++)
      assert_false(predictor_conditional(&branches, &steady[k], address + 4 + 4 * k, true));
   assert_memory_equal(known, branches.by_history, sizeof known);
   // The first time that one goes the other way, it is mispredicted, and begins anew.
   assert_true(predictor_conditional(&branches, &steady[7], address + 32, false));
   assert_int_equal(steady[7].run, 0);
   assert_int_equal(steady[7].counter, 2);
   assert_memory_equal(known, branches.by_history, sizeof known);
   for (int i = 0; i < 8; i++)
      predictor_conditional(&branches, &steady[7], address + 32, i % 2);
   assert_memory_not_equal(known, branches.by_history, sizeof known);
}

// So many times one way.
static void go_one_way(uint32_t n, bool taken)
{
   for (uint32_t i = 0; i < n; i++) predictor_conditional(&branches, &branch, address, taken);
}

// A branch that goes one way is steady after a long run, and after a long run that was interrupted once, soon again.
static void test_steady_again(void** state)
{
   (void)state;
   branches_begin();
   go_one_way(LONG_RUN + 1, true); // the first one goes the other way than it is expected to
   assert_int_equal(predictor_goes(&branch), BRANCH_ASKS);
   go_one_way(1, true);
   assert_int_equal(predictor_goes(&branch), 1);
   go_one_way(1, false);
   go_one_way(LONG_RUN_AGAIN - 1, true);
   assert_int_equal(predictor_goes(&branch), BRANCH_ASKS);
   go_one_way(1, true);
   assert_int_equal(predictor_goes(&branch), 1);
   // A short run behind it, and it takes a long one.
   go_one_way(1, false);
   go_one_way(LONG_RUN_AGAIN - 1, true);
   go_one_way(1, false);
   go_one_way(LONG_RUN - 1, true);
   assert_int_equal(predictor_goes(&branch), BRANCH_ASKS);
   go_one_way(1, true);
   assert_int_equal(predictor_goes(&branch), 1);
}

static void test_indirect(void** state)
{
   (void)state;
   uint32_t wrong = 0;
   branches_begin();
   for (uint32_t i = 0; i < 1000; i++)
      wrong += predictor_indirect(&branches, address, 0x500000) && i >= 100;
   assert_int_equal(wrong, 0);
   for (uint32_t i = 0; i < 1000; i++)
      wrong += predictor_indirect(&branches, address, i % 2 ? 0x500000 : 0x600040) && i >= 100;
   assert_int_equal(wrong, 0);
   for (uint32_t i = 0; i < 1000; i++)
      wrong += predictor_indirect(&branches, address, 0x500000 + below(16) * 64);
   assert_true(wrong > 800);
}

// --- blocks -----------------------------------------------------------------------------------

static Arena arena = {.what = "cycles"};
static Flow flow;
static BlockCycles* block;
static uint32_t n_instrs;

static void block_begin(uint32_t instrs, uint32_t sites)
{
   n_instrs = instrs;
   block = flow_begin(&flow, &plain, &arena, instrs, sites);
   flow_instruction(&flow, 0);
}

static uint64_t sum_of(const uint16_t* mc)
{
   uint64_t sum = 0;
   for (uint32_t i = 0; i < n_instrs; i++) sum += mc[i];
   return sum;
}

// Cycles of the block's execution as one of a loop.
static uint64_t block_end(void)
{
   flow_end(&flow, &arena, CYCLE_MC, END_JUMP);
   return sum_of(block->base_mc) + sum_of(block->chain_mc);
}

// reg = reg OPERATION x
static void accumulate(uint32_t instr, uint32_t reg, OperationKind kind, const Value* x)
{
   flow_instruction(&flow, instr);
   Value v = flow_get(&flow, reg);
   flow_combine(&v, x);
   flow_use(&flow, kind, &v);
   flow_put(&flow, reg, &v, true);
}

// reg += 1
static void induction(uint32_t instr, uint32_t reg)
{
   flow_instruction(&flow, instr);
   Value v = flow_get(&flow, reg);
   flow_delay(&v, CYCLE_MC);
   flow_put(&flow, reg, &v, true);
}

static Value load_at(uint32_t instr, uint32_t site, uint32_t reg)
{
   flow_instruction(&flow, instr);
   Value a = flow_get(&flow, reg);
   return flow_load(&flow, site, &a);
}

// The loop of a sum: a load, an addition, an induction, a branch.
static void test_sum(void** state)
{
   (void)state;
   block_begin(4, 1);
   Value x = load_at(0, 0, 1);
   accumulate(1, 20, OPERATION_FADD, &x);
   induction(2, 1);
   assert_int_equal(block_end(), 3 * CYCLE_MC);
   assert_int_equal(sum_of(block->base_mc), CYCLE_MC);
   // The addition is what takes long.
   assert_int_equal(block->chain_mc[1], 2 * CYCLE_MC);
}

static void test_four_accumulators(void** state)
{
   (void)state;
   block_begin(12, 4);
   for (uint32_t i = 0; i < 4; i++) {
      Value x = load_at(2 * i, i, 1);
      accumulate(2 * i + 1, 20 + i, OPERATION_FADD, &x);
   }
   induction(8, 1);
   assert_int_equal(block_end(), 3 * CYCLE_MC); // four elements
   assert_int_equal(sum_of(block->chain_mc), 0);
   // A product and a sum in one chain.
   block_begin(4, 0);
   Value c = flow_constant();
   accumulate(0, 20, OPERATION_FMUL, &c);
   accumulate(1, 20, OPERATION_FADD, &c);
   assert_int_equal(block_end(), 7 * CYCLE_MC);
   assert_int_equal(block->chain_mc[0], 0);
   assert_int_equal(block->chain_mc[1], 6 * CYCLE_MC); // where it ends
}

static void test_chase(void** state)
{
   (void)state;
   block_begin(4, 1);
   Value x = load_at(0, 0, 1);
   flow_put(&flow, 1, &x, true);
   assert_int_equal(block_end(), 5 * CYCLE_MC);
   assert_int_equal(block->needs[0].registers, 1 << 1);
   assert_int_equal(block->needs[0].loads, 0);
   assert_int_equal(block->written, 1 << 1);
   assert_int_equal(block->end[1].registers, 1 << 1);
   assert_int_equal(block->end[1].loads, 1);
}

static void test_induction_only(void** state)
{
   (void)state;
   block_begin(8, 0);
   induction(0, 1);
   induction(1, 2);
   assert_int_equal(block_end(), 2 * CYCLE_MC);
   assert_int_equal(sum_of(block->chain_mc), 0);
   // No chain through what is only read, or not from itself.
   block_begin(4, 0);
   Value v = flow_get(&flow, 3);
   flow_delay(&v, 90 * CYCLE_MC);
   flow_put(&flow, 4, &v, true);
   assert_int_equal(block_end(), CYCLE_MC);
   assert_int_equal(block->end[4].registers, 1 << 3);
   // A chain of 3 cycles, and registers that come from others once and for all, and late.
   block_begin(4, 0);
   Value c = flow_constant(), four = flow_get(&flow, 4);
   flow_delay(&four, 300 * CYCLE_MC);
   accumulate(0, 7, OPERATION_FADD, &c);
   flow_put(&flow, 6, &v, true);
   flow_put(&flow, 4, &c, true);
   flow_put(&flow, 5, &four, true);
   flow_instruction(&flow, 2);
   Value seven = flow_get(&flow, 7);
   flow_delay(&seven, 9 * CYCLE_MC);
   flow_put(&flow, 8, &seven, true);
   assert_int_equal(block_end(), 3 * CYCLE_MC);
   // Of the chain, not of what comes from it.
   assert_int_equal(block->chain_mc[0], 2 * CYCLE_MC);
}

// a, b = b + 3 cycles, a + 6 cycles: 9 in two rounds.
static void test_exchange(void** state)
{
   (void)state;
   block_begin(4, 0);
   Value a = flow_get(&flow, 1), b = flow_get(&flow, 2);
   flow_delay(&b, 3 * CYCLE_MC);
   flow_put(&flow, 1, &b, true);
   flow_delay(&a, 6 * CYCLE_MC);
   flow_put(&flow, 2, &a, true);
   assert_in_range(block_end(), 4500 - 2, 4500 + 2);
   assert_int_equal(block->end[1].registers, 1 << 2);
   assert_int_equal(block->end[2].registers, 1 << 1);
}

static void test_partial_writes(void** state)
{
   (void)state;
   for (int whole = 0; whole < 2; whole++) {
      block_begin(4, 1);
      Value x = load_at(0, 0, 1), c = flow_constant();
      flow_put(&flow, 5, &x, true);
      flow_put(&flow, 5, &c, whole);
      flow_put(&flow, 6, &c, whole);
      Value five = flow_get(&flow, 5), six = flow_get(&flow, 6);
      assert_int_equal(five.inputs.loads, !whole);
      assert_int_equal(five.inputs.registers, whole ? 0 : 1 << 1);
      assert_int_equal(six.inputs.registers, whole ? 0 : 1 << 6);
      block_end();
      assert_int_equal(block->written, 1 << 5 | 1 << 6);
      assert_int_equal(block->end[5].loads, !whole);
   }
   // Part of the register, at the latency of an addition: the chain goes through the rest of it.
   block_begin(4, 0);
   Value v = flow_get(&flow, 2);
   flow_delay(&v, 3 * CYCLE_MC);
   flow_put(&flow, 2, &v, false);
   assert_int_equal(block_end(), 3 * CYCLE_MC);
}

static void test_constants(void** state)
{
   (void)state;
   Value c = flow_constant();
   flow_delay(&c, 1000);
   assert_int_equal(c.inputs.registers, 0);
   assert_int_equal(c.inputs.loads, 0);
   block_begin(2, 1);
   accumulate(0, 3, OPERATION_FADD, &c);
   flow_put(&flow, 3, &c, true); // the sum is of no use
   Value x = flow_load(&flow, 0, &c);
   assert_int_equal(x.inputs.loads, 1);
   block_end();
   assert_int_equal(sum_of(block->chain_mc), 0);
   assert_int_equal(block->needs[0].registers, 0);
   assert_int_equal(block->end[3].registers, 0);
}

// Of two ways, the longer one counts, for each register that a value comes from.
static void test_combine(void** state)
{
   (void)state;
   block_begin(1, 0);
   Value a = flow_get(&flow, 1), b = flow_get(&flow, 1), c = flow_get(&flow, 2);
   flow_delay(&a, 7);
   flow_delay(&b, 5);
   flow_combine(&c, &b);
   flow_combine(&c, &a);
   flow_combine(&c, &b);
   assert_int_equal(c.inputs.registers, 1 << 1 | 1 << 2);
   assert_int_equal(c.delay_mc[1], 7);
   assert_int_equal(c.delay_mc[2], 0);
   flow_delay(&c, 10);
   assert_int_equal(c.delay_mc[1], 17);
   assert_int_equal(c.delay_mc[2], 10);
   flow_end(&flow, &arena, CYCLE_MC, END_JUMP);
}

static uint64_t block_of(OperationKind kind, uint32_t n, uint32_t instrs)
{
   block_begin(instrs, 0);
   for (uint32_t i = 0; i < n; i++) {
      flow_instruction(&flow, i);
      Value v = flow_constant();
      flow_use(&flow, kind, &v);
   }
   return block_end();
}

// Four instructions begin in a cycle, but two loads, one store, two additions.
static void test_units(void** state)
{
   (void)state;
   const Value c = flow_constant();
   block_begin(20, 0);
   assert_int_equal(block_end(), 5 * CYCLE_MC);
   for (uint32_t i = 0; i < 20; i++) assert_int_equal(block->base_mc[i], BASE_MC);
   block_begin(20, 20);
   for (uint32_t i = 0; i < 12; i++) {
      flow_instruction(&flow, i);
      flow_load(&flow, i, &c);
   }
   assert_in_range(block_end(), 6 * CYCLE_MC - 20, 6 * CYCLE_MC);
   assert_true(block->base_mc[0] > BASE_MC);
   assert_int_equal(block->base_mc[19], BASE_MC);
   block_begin(20, 20);
   for (uint32_t i = 0; i < 12; i++) {
      flow_instruction(&flow, i);
      flow_store(&flow, i, &c);
   }
   flow_load(&flow, 0, &c); // this is not what takes longest
   assert_in_range(block_end(), 12 * CYCLE_MC - 20, 12 * CYCLE_MC);
   // A load whose result is a vector is one of theirs, but not what is computed from other loads.
   block_begin(20, 20);
   for (uint32_t i = 0; i < 12; i++) {
      Value x = load_at(i, i, 1);
      flow_instruction(&flow, 19);
      if (i % 3 == 0) flow_combine(&x, &c);
      flow_vector(&flow, &x);
   }
   assert_in_range(block_end(), 6 * CYCLE_MC - 20, 6 * CYCLE_MC); // 8 of vectors, 12 in all
   block_begin(20, 20);
   for (uint32_t i = 0; i < 12; i++) {
      Value x = load_at(i, i, 1);
      flow_vector(&flow, &x);
   }
   assert_in_range(block_end(), 9 * CYCLE_MC - 20, 9 * CYCLE_MC);
   assert_in_range(block_of(OPERATION_FADD, 12, 20), 6 * CYCLE_MC - 20, 6 * CYCLE_MC);
   // Additions and multiplications have units of their own.
   block_begin(8, 0);
   for (uint32_t i = 0; i < 8; i++) {
      flow_instruction(&flow, i);
      Value v = flow_constant();
      flow_use(&flow, i % 2 ? OPERATION_FADD : OPERATION_FMUL, &v);
   }
   assert_int_equal(block_end(), 2 * CYCLE_MC);
   assert_in_range(block_of(OPERATION_IMUL, 8, 20), 5 * CYCLE_MC, 5 * CYCLE_MC);
   // Divisions that do not wait for each other: some of them at a time, but not all.
   const OperationKind divisions[] = {OPERATION_FDIV, OPERATION_FSQRT, OPERATION_IDIV};
   const uint64_t each[] = {6 * CYCLE_MC, 9 * CYCLE_MC, 5 * CYCLE_MC};
   for (int i = 0; i < 3; i++)
      assert_in_range(block_of(divisions[i], 10, 20), 10 * each[i] - 20, 10 * each[i]);
   // They have one unit.
   block_begin(20, 0);
   for (uint32_t i = 0; i < 9; i++) {
      flow_instruction(&flow, i);
      Value v = flow_constant();
      flow_use(&flow, divisions[i % 3], &v);
   }
   assert_in_range(block_end(), 60 * CYCLE_MC - 20, 60 * CYCLE_MC);
   uint64_t atomic = plain.operation_mc[OPERATION_ATOMIC];
   assert_in_range(block_of(OPERATION_ATOMIC, 10, 20), 10 * atomic - 20, 10 * atomic);
}

// A block ends with a branch, of which one is taken in a cycle.
static void test_least(void** state)
{
   (void)state;
   block_begin(1, 0);
   assert_int_equal(block_end(), CYCLE_MC);
   block_begin(3, 0);
   assert_int_equal(block_end(), CYCLE_MC);
   assert_int_equal(block->base_mc[0], BASE_MC);
   assert_int_equal(block->base_mc[1], BASE_MC);
   assert_int_equal(block->base_mc[2], 2 * BASE_MC);
   block_begin(1, 0);
   flow_end(&flow, &arena, CYCLE_MC / 2, END_JUMP);
   assert_int_equal(block->base_mc[0], CYCLE_MC / 2);
}

// What costs more than there is room for, and more instructions than a block has.
static void test_limits(void** state)
{
   (void)state;
   block_begin(1, 0);
   for (int i = 0; i < 100; i++) {
      Value v = flow_get(&flow, 1);
      flow_use(&flow, OPERATION_FSQRT, &v);
      flow_put(&flow, 1, &v, true);
   }
   flow_end(&flow, &arena, CYCLE_MC, END_JUMP);
   assert_int_equal(block->base_mc[0], UINT16_MAX);
   assert_int_equal(block->chain_mc[0], UINT16_MAX);
   block_begin(FLOW_INSTRS_MAX + 10, 0);
   flow_instruction(&flow, FLOW_INSTRS_MAX + 5);
   n_instrs = FLOW_INSTRS_MAX;
   assert_int_equal(block_end(), FLOW_INSTRS_MAX * BASE_MC);
}

// An address from a register, from a load, from both, from a load of a load.
static void test_inputs(void** state)
{
   (void)state;
   block_begin(10, 6);
   Value table = flow_get(&flow, 7);
   Value index = load_at(0, 0, 3);
   Value element = index;
   flow_combine(&element, &table);
   Value x = flow_load(&flow, 1, &element);
   flow_store(&flow, 2, &x);
   flow_store(&flow, 3, &table);
   flow_put(&flow, 8, &index, true);
   Value again = flow_get(&flow, 8);
   flow_branch(&flow, 4, &again);
   flow_branch(&flow, 6, &again); // no such site
   flow_stored(&flow, &index);
   flow_stored(&flow, &table);
   flow_end(&flow, &arena, CYCLE_MC, END_JUMP);
   const Inputs* n = block->needs;
   assert_int_equal(n[0].registers, 1 << 3);
   assert_int_equal(n[0].loads, 0);
   assert_int_equal(n[1].registers, 1 << 3 | 1 << 7);
   assert_int_equal(n[1].loads, 1 << 0);
   assert_int_equal(n[2].registers, 1 << 3 | 1 << 7);
   assert_int_equal(n[2].loads, 1 << 0 | 1 << 1);
   assert_int_equal(n[3].registers, 1 << 7);
   assert_int_equal(n[3].loads, 0);
   assert_int_equal(n[4].loads, 1 << 0);
   assert_int_equal(n[6].loads, 0);
   assert_int_equal(block->stores, 2);
   assert_int_equal(block->data.registers, 1 << 3 | 1 << 7);
   assert_int_equal(block->data.loads, 1 << 0);
}

// What an address adds up to is part of the load; the register that it begins at is known.
static void test_addresses(void** state)
{
   (void)state;
   for (uint32_t instr = 1; instr < 3; instr++) {
      block_begin(4, 1);
      Value a = flow_get(&flow, 1);
      flow_instruction(&flow, 1);
      flow_add(&flow, &a);
      flow_instruction(&flow, instr);
      Value x = flow_load(&flow, 0, &a);
      flow_put(&flow, 1, &x, true);
      assert_int_equal(block_end(), (instr == 1 ? 5 : 6) * CYCLE_MC);
   }
   block_begin(4, 3);
   Value a = flow_get(&flow, 1), b = flow_get(&flow, 2);
   Value x = flow_load(&flow, 0, &a);
   assert_int_equal(x.inputs.bases, 1 << 1);
   flow_load(&flow, 1, &x);
   flow_combine(&a, &b);
   Value y = flow_load(&flow, 2, &a);
   assert_int_equal(y.inputs.bases, 0);
   assert_int_equal(y.inputs.names, 0);
   flow_end(&flow, &arena, CYCLE_MC, END_JUMP);
   assert_int_equal(block->base[0], 1);
   assert_int_equal(block->base[1], x.base);
   assert_int_equal(block->base[2], NO_BASE);
}

// Values that are computed alike have one name, others have different ones; a block has so many.
static void test_names(void** state)
{
   (void)state;
   block_begin(4, 3);
   const Naming n = {7, 1, 2}, others[] = {{8, 1, 2}, {7, 2, 2}, {7, 1, 3}};
   Value a = flow_get(&flow, 1);
   a.base = flow_name(&flow, &n);
   assert_int_equal(flow_name(&flow, &n), a.base);
   for (int i = 0; i < 3; i++) assert_true(flow_name(&flow, &others[i]) != a.base);
   assert_true(flow_name(&flow, NULL) != flow_name(&flow, NULL));
   Value x = flow_load(&flow, 0, &a);
   assert_true(flow_has_base(&x.inputs, a.base));
   assert_false(flow_has_base(&x.inputs, x.base));
   assert_false(flow_has_base(&x.inputs, 1));
   assert_false(flow_has_base(&x.inputs, NO_BASE));
   assert_false(flow_has_base(&block->stored, a.base));
   flow_store(&flow, 1, &a);
   assert_true(flow_has_base(&block->stored, a.base));
   assert_false(flow_has_base(&block->stored, 2));
   for (int i = 0; i < FLOW_NAMES; i++) flow_name(&flow, NULL);
   assert_int_equal(flow_name(&flow, NULL), NO_BASE);
   assert_int_equal(flow_name(&flow, &n), a.base);
   flow_end(&flow, &arena, CYCLE_MC, END_JUMP);
}

static void test_many_loads(void** state)
{
   (void)state;
   block_begin(10, 100);
   const Value c = flow_constant();
   assert_int_equal(flow_load(&flow, FLOW_LOADS - 2, &c).inputs.loads, 1U << (FLOW_LOADS - 2));
   assert_int_equal(flow_load(&flow, FLOW_LOADS - 1, &c).inputs.loads, 1U << (FLOW_LOADS - 1));
   assert_int_equal(flow_load(&flow, FLOW_LOADS + 5, &c).inputs.loads, 1U << (FLOW_LOADS - 1));
   flow_end(&flow, &arena, CYCLE_MC, END_JUMP);
}

// --- the loads that an address comes from -----------------------------------------------------

static RecentBlocks recent;
static Producers producers;

static void run_block(const BlockCycles* b)
{
   recent.ring[recent.begun++ % PRODUCERS_BLOCKS] = b;
}

static void producers_begin(void)
{
   memset(&recent, 0, sizeof recent);
   producers = (Producers){.blocks = &recent};
}

// r1 = *r1, once with the miss at the load; the loop of a list.
static void test_list(void** state)
{
   (void)state;
   const BlockCycles next = {.written = 1 << 1,
                             .end = {[1] = {.registers = 1 << 1, .loads = 1}}};
   const Inputs needs = {.registers = 1 << 1};
   producers_begin();
   uint64_t done = 0;
   for (uint64_t i = 0; i < 200; i++) {
      run_block(&next);
      assert_int_equal(producers_ready(&producers, &needs, i), done);
      if (i) assert_int_equal(producers.last_block, i - 1);
      done = 1000 * (i + 1);
      producers_missed(&producers, 0, NO_BASE, done);
      assert_int_equal(producers_done(&producers, done), i % PRODUCERS_LOADS);
      assert_int_equal(producers_done(&producers, done + 1), PRODUCERS_LOADS);
   }
   // Each round hits: the last one that missed is what they all wait for, as far as is known of them.
   for (uint32_t i = 0; i < PRODUCERS_BLOCKS - 1; i++) {
      run_block(&next);
      assert_int_equal(producers_ready(&producers, &needs, done - 1), done);
   }
   run_block(&next);
   assert_int_equal(producers_ready(&producers, &needs, done - 1), 0);
   producers_missed(&producers, 0, NO_BASE, done + 1);
   run_block(&next);
   assert_int_equal(producers_ready(&producers, &needs, done), done + 1);
   // In the block before, it is not there yet.
   assert_int_equal(producers_ready_in(&producers, recent.begun - 1, &needs, done), done + 1);
   assert_int_equal(producers_ready_in(&producers, recent.begun - 2, &needs, done), 0);
   producers_missed(&producers, 0, NO_BASE, done + 9);
   run_block(&next);
   assert_int_equal(producers_ready_in(&producers, recent.begun - 2, &needs, done), done + 1);
   assert_int_equal(producers_ready_in(&producers, recent.begun - 1, &needs, done), done + 9);
   assert_int_equal(producers_ready(&producers, &needs, done + 9), 0);
}

// x += table[index[i]]: the index hits, or misses in the same block.
static void test_gather(void** state)
{
   (void)state;
   const BlockCycles gather = {
      .written = 1 << 1 | 1 << 4,
      .end = {[1] = {.registers = 1 << 1}, [4] = {.registers = 1 << 1 | 1 << 3, .loads = 1}}};
   const Inputs needs = {.registers = 1 << 1 | 1 << 3, .loads = 1};
   producers_begin();
   for (uint64_t i = 1; i < 100; i++) {
      run_block(&gather);
      assert_int_equal(producers_ready(&producers, &needs, 0), 0);
      producers_missed(&producers, 1, NO_BASE, 1000 * i);
      assert_int_equal(producers_ready(&producers, &needs, 0), 0);
   }
   producers_missed(&producers, 0, NO_BASE, 5);
   assert_int_equal(producers_ready(&producers, &needs, 0), 5);
   assert_int_equal(producers.last_block, recent.begun - 1);
   assert_int_equal(producers_ready(&producers, &needs, 5), 0);
   run_block(&gather);
   assert_int_equal(producers_ready(&producers, &needs, 0), 0);
}

static void test_across_blocks(void** state)
{
   (void)state;
   const BlockCycles loads = {.written = 1 << 2, .end = {[2] = {.loads = 1 << 3}}},
                     moves = {.written = 1 << 5, .end = {[5] = {.registers = 1 << 2}}},
                     overwrites = {.written = 1 << 5}, other = {0};
   const Inputs needs = {.registers = 1 << 5};
   producers_begin();
   run_block(&loads);
   producers_missed(&producers, 3, NO_BASE, 700);
   run_block(&other);
   run_block(&moves);
   run_block(&other);
   run_block(&other);
   assert_int_equal(producers_ready(&producers, &needs, 10), 700);
   const Inputs none = {0}, other_register = {.registers = 1 << 6};
   assert_int_equal(producers_ready(&producers, &none, 10), 0);
   assert_int_equal(producers_ready(&producers, &other_register, 10), 0);
   run_block(&overwrites);
   run_block(&other);
   assert_int_equal(producers_ready(&producers, &needs, 10), 0);
}

static void test_unknown_block(void** state)
{
   (void)state;
   const BlockCycles loads = {.written = 1 << 2, .end = {[2] = {.loads = 1}}}, other;
   const Inputs needs = {.registers = 1 << 2};
   producers_begin();
   run_block(&loads);
   producers_missed(&producers, 0, NO_BASE, 700);
   run_block(NULL);
   run_block(&other);
   assert_int_equal(producers_ready(&producers, &needs, 10), 0);
   producers_begin();
   run_block(&loads);
   producers_missed(&producers, 0, NO_BASE, 700);
   run_block(&other);
   assert_int_equal(producers_ready(&producers, &needs, 10), 700);
   producers_missed(&producers, 5, NO_BASE, 700);
   const Inputs load_5 = {.loads = 1 << 5};
   assert_int_equal(producers_ready(&producers, &load_5, 10), 700);
   producers_forget(&producers);
   assert_int_equal(producers_ready(&producers, &load_5, 10), 0);
   run_block(&other);
   assert_int_equal(producers_ready(&producers, &needs, 10), 0);
   producers_missed(&producers, 0, NO_BASE, 800);
   run_block(&other);
   assert_int_equal(producers_ready(&producers, &needs, 10), 0);
}

// Two threads take turns of all lengths up to more blocks than are known, and walk through a list each: each waits for its own last load, as
// alone.
static void test_turns(void** state)
{
   (void)state;
   const BlockCycles next = {.written = 1 << 1,
                             .end = {[1] = {.registers = 1 << 1, .loads = 1}}};
   const Inputs needs = {.registers = 1 << 1};
   static Producers of[2];
   static RecentBlocks left[2];
   memset(&recent, 0, sizeof recent);
   memset(left, 0, sizeof left);
   for (int i = 0; i < 2; i++) of[i] = (Producers){.blocks = &recent};
   uint64_t done[2] = {0}, n = 0;
   for (uint64_t turn = 1; turn < PRODUCERS_BLOCKS + 9; turn++) {
      for (int i = 0; i < 2; i++) {
         producers_move(&of[i], recent_blocks_resume(&recent, &left[i]));
         for (uint64_t b = 0; b < turn; b++) {
            run_block(&next);
            assert_int_equal(producers_ready(&of[i], &needs, 0), done[i]);
            if (done[i]) assert_int_equal(of[i].last_block, recent.begun - 2);
            done[i] = 1000 * ++n;
            producers_missed(&of[i], 0, NO_BASE, done[i]);
         }
         left[i] = recent;
      }
   }
}

// A loop that sets r2 to a constant, and then r1 to r2: what r2 was before the loop is of no importance from the third
// round on.
static void test_rounds(void** state)
{
   (void)state;
   const BlockCycles loads = {.written = 1 << 2, .end = {[2] = {.loads = 1}}},
                     loop = {.written = 1 << 1 | 1 << 2, .end = {[1] = {.registers = 1 << 2}}};
   const Inputs needs = {.registers = 1 << 1 | 1 << 2};
   producers_begin();
   run_block(&loads);
   producers_missed(&producers, 0, NO_BASE, 700);
   run_block(&loop);
   assert_int_equal(producers_ready(&producers, &needs, 10), 700);
   run_block(&loop);
   assert_int_equal(producers_ready(&producers, &needs, 10), 700);
   run_block(&loop);
   assert_int_equal(producers_ready(&producers, &needs, 10), 0);
   // What the loop leaves alone comes from before it, in whatever round.
   const Inputs three = {.registers = 1 << 3};
   const BlockCycles three_loads = {.written = 1 << 3, .end = {[3] = {.loads = 1}}};
   producers_begin();
   run_block(&three_loads);
   producers_missed(&producers, 0, NO_BASE, 700);
   for (int i = 0; i < 50; i++) run_block(&loop);
   assert_int_equal(producers_ready(&producers, &three, 10), 700);
}

enum { CODE = 6, REGISTERS = 8, NAMES = 3, SITES = FLOW_LOADS + 2 };

// One in `rare` comes from loads.
static Inputs random_origin(uint64_t rare)
{
   if (below(rare)) return (Inputs){.registers = below(1 << REGISTERS) & below(1 << REGISTERS)};
   return (Inputs){.registers = below(3) ? 1U << below(REGISTERS) : below(1 << REGISTERS),
                   .bases = below(2) ? 0 : 1U << below(REGISTERS),
                   .names = below(2) ? 0 : 1U << below(NAMES),
                   .loads = below(2)   ? 0
                            : below(2) ? 1U << below(FLOW_LOADS)
                                       : 1U << (FLOW_LOADS - 1)};
}

static void random_blocks(BlockCycles b[CODE], uint64_t rare)
{
   for (uint32_t i = 0; i < CODE; i++) {
      b[i] = (BlockCycles){.written = below(1 << REGISTERS) & below(1 << REGISTERS)};
      for (uint32_t r = 0; r < REGISTERS; r++)
         if (b[i].written >> r & 1) b[i].end[r] = random_origin(rare);
   }
}

// Values carry the time at which the last of their loads is done, forward.
typedef struct {
   uint64_t reg_mc[REGISTERS], load_mc[FLOW_LOADS];
   uint64_t
      base_mc[REGISTERS];   // of loads whose address is in the register, as it is since then
   uint64_t name_mc[NAMES]; // of loads of the block whose address has the name
} Carried;

static uint64_t carried_of(const Carried* c, const Inputs* o)
{
   uint64_t mc = 0;
   for (uint32_t r = 0; r < REGISTERS; r++)
      if (o->registers >> r & 1) mc = later(mc, c->reg_mc[r]);
   for (uint32_t r = 0; r < REGISTERS; r++)
      if (o->bases >> r & 1) mc = later(mc, c->base_mc[r]);
   for (uint32_t n = 0; n < NAMES; n++)
      if (o->names >> n & 1) mc = later(mc, c->name_mc[n]);
   for (uint32_t l = 0; l < FLOW_LOADS; l++)
      if (o->loads >> l & 1) mc = later(mc, c->load_mc[l]);
   return mc;
}

static void carry_on(Carried* c, const BlockCycles* b)
{
   const Carried old = *c;
   memset(c->load_mc, 0, sizeof c->load_mc);
   memset(c->name_mc, 0, sizeof c->name_mc);
   for (uint32_t r = 0; r < REGISTERS; r++)
      if (b->written >> r & 1) {
         c->reg_mc[r] = carried_of(&old, &b->end[r]);
         c->base_mc[r] = 0;
      }
}

// Loops of several blocks, one after the other.
typedef struct {
   const BlockCycles* block[4];
   uint64_t length, left;
} Loops;

static const BlockCycles* next_of(Loops* l, const BlockCycles code[CODE])
{
   if (!l->left) {
      l->length = 1 + below(4);
      l->left = 1 + below(30);
      for (uint32_t i = 0; i < l->length; i++) l->block[i] = &code[below(CODE)];
   }
   return l->block[l->left-- % l->length];
}

// Whether one of the loads that missed was of this execution of a block, and is done then.
static bool was_missed(uint64_t block, uint64_t done_mc)
{
   for (uint64_t n = 0; n < producers.n_loads; n++)
      if (producers.load[n].block == block && producers.load[n].done_mc == done_mc) return true;
   return false;
}

static void test_random_blocks(void** state)
{
   (void)state;
   uint32_t waited = 0;
   for (uint32_t run = 0; run < 3000; run++) {
      BlockCycles code[CODE];
      Carried c = {0};
      Loops loops = {0};
      const uint64_t rare = run % 2 ? 1 : 20;
      uint64_t now = 0;
      random_blocks(code, rare);
      producers_begin();
      recent.begun = below(1000);
      uint32_t misses = 0;
      const BlockCycles* b = NULL;
      for (uint32_t i = 0; i < PRODUCERS_BLOCKS; i++) {
         if (b) carry_on(&c, b);
         b = next_of(&loops, code);
         run_block(b);
         while (misses < PRODUCERS_LOADS && below(rare == 1 ? 2 : 4) == 1) {
            uint32_t site = below(SITES), bit = site < FLOW_LOADS ? site : FLOW_LOADS - 1;
            uint64_t done = now + 1 + below(1000);
            int32_t base = below(2) ? NO_BASE : (int32_t)below(REGISTERS + NAMES);
            if (base >= REGISTERS) {
               c.name_mc[base - REGISTERS] = later(c.name_mc[base - REGISTERS], done);
               base += FLOW_REGISTERS - REGISTERS;
            } else if (base != NO_BASE)
               c.base_mc[base] = later(c.base_mc[base], done);
            producers_missed(&producers, site, base, done);
            c.load_mc[bit] = later(c.load_mc[bit], done);
            misses++;
         }
         Inputs needs = random_origin(rare);
         uint64_t ready = carried_of(&c, &needs);
         now += below(60);
         assert_int_equal(producers_ready(&producers, &needs, now), ready > now ? ready : 0);
         if (ready <= now) continue;
         waited++;
         assert_true(was_missed(producers.last_block, ready));
      }
   }
   assert_true(waited > 10000);
}

// Of more loads than are remembered, the last ones are.
static void test_many_waiting(void** state)
{
   (void)state;
   const BlockCycles all = {.written = 1 << 1, .end = {[1] = {.loads = 1}}};
   const Inputs needs = {.loads = 1};
   producers_begin();
   run_block(&all);
   producers_missed(&producers, 0, NO_BASE, 900);
   for (uint32_t i = 0; i < PRODUCERS_LOADS - 1; i++)
      producers_missed(&producers, 1, NO_BASE, 800);
   assert_int_equal(producers_ready(&producers, &needs, 10), 900);
   producers_missed(&producers, 1, NO_BASE, 800);
   assert_int_equal(producers_ready(&producers, &needs, 10), 0);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_miss),
      cmocka_unit_test(test_pace),
      cmocka_unit_test(test_overlapping),
      cmocka_unit_test(test_dependent),
      cmocka_unit_test(test_outstanding),
      cmocka_unit_test(test_rate),
      cmocka_unit_test(test_rate_of_demands),
      cmocka_unit_test(test_stores),
      cmocka_unit_test(test_slow_rate),
      cmocka_unit_test(test_sets),
      cmocka_unit_test(test_shared_miss),
      cmocka_unit_test(test_changed_again),
      cmocka_unit_test(test_contention),
      cmocka_unit_test(test_random_sharing),
      cmocka_unit_test(test_mispredicted_under_miss),
      cmocka_unit_test(test_translations),
      cmocka_unit_test(test_prefetch_instructions),
      cmocka_unit_test(test_failed_forwarding),
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_random_pieces),
      cmocka_unit_test(test_store_buffer),
      cmocka_unit_test(test_random_traces),
      cmocka_unit_test(test_long_traces),
      cmocka_unit_test(test_many_stops),
      cmocka_unit_test(test_full_stops),
      cmocka_unit_test(test_moments_go_back),
      cmocka_unit_test(test_streams),
      cmocka_unit_test(test_two_streams),
      cmocka_unit_test(test_strides),
      cmocka_unit_test(test_adjacent),
      cmocka_unit_test(test_lines_of_streams),
      cmocka_unit_test(test_lines_again),
      cmocka_unit_test(test_random_misses),
      cmocka_unit_test(test_branches),
      cmocka_unit_test(test_loops),
      cmocka_unit_test(test_long_history),
      cmocka_unit_test(test_correlated_branch),
      cmocka_unit_test(test_size_of_predictor),
      cmocka_unit_test(test_first_branches),
      cmocka_unit_test(test_long_runs),
      cmocka_unit_test(test_steady_again),
      cmocka_unit_test(test_indirect),
      cmocka_unit_test(test_sum),
      cmocka_unit_test(test_four_accumulators),
      cmocka_unit_test(test_chase),
      cmocka_unit_test(test_induction_only),
      cmocka_unit_test(test_exchange),
      cmocka_unit_test(test_partial_writes),
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_combine),
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_least),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_inputs),
      cmocka_unit_test(test_addresses),
      cmocka_unit_test(test_names),
      cmocka_unit_test(test_many_loads),
      cmocka_unit_test(test_list),
      cmocka_unit_test(test_gather),
      cmocka_unit_test(test_across_blocks),
      cmocka_unit_test(test_unknown_block),
      cmocka_unit_test(test_turns),
      cmocka_unit_test(test_rounds),
      cmocka_unit_test(test_random_blocks),
      cmocka_unit_test(test_many_waiting),
   };
   int failed = UNIT_MAIN(argc, argv, tests);
   arena_clear(&arena);
   return failed;
}
