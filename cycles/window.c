// SPDX-License-Identifier: GPL-3.0-or-later
// Interval model; see window.h.
#include "cycles/window.h"

#include "base/host.h"

enum {
   TURN = 12,
   TURN_WRITTEN = 25
}; // tenths of the latency of L2, where nothing else is known

static uint64_t later(uint64_t a, uint64_t b)
{
   return a > b ? a : b;
}

void window_init(Window* w, const Processor* p)
{
   *w = (Window){.processor = p, .pace_mc = CYCLE_MC / p->width};
}

static Stop* stop_at(Window* w, uint32_t i)
{
   return &w->stop[i % WINDOW_STOPS];
}

// What the thread has waited for takes place where it is, so that time goes on.
static void forget(Window* w, Moment m)
{
   for (; w->first != w->end; w->first++) w->stopped_mc += stop_at(w, w->first)->mc;
   w->stopped_mc += w->now.base_mc - m.base_mc; // modulo 2^64: time does not go back
   w->paced = m;
}

static void take_pace(Window* w, Moment m)
{
   uint64_t n = m.instructions - w->paced.instructions;
   if (n < WINDOW_PACE_OVER) return;
   w->pace_mc = (m.base_mc - w->paced.base_mc) / n;
   w->paced = m;
}

void window_at(Window* w, uint64_t instructions, uint64_t base_mc)
{
   const Moment m = {instructions, base_mc};
   if (m.instructions < w->now.instructions || m.base_mc < w->now.base_mc) forget(w, m);
   take_pace(w, m);
   w->now = m;
   for (; w->first != w->end && stop_at(w, w->first)->at <= m.instructions; w->first++)
      w->stopped_mc += stop_at(w, w->first)->mc;
}

uint64_t window_now(const Window* w)
{
   return w->now.base_mc + w->stopped_mc;
}

// The first two stops become one, at the first one's place.
static void merge_first(Window* w)
{
   Stop* second = stop_at(w, w->first + 1);
   second->at = stop_at(w, w->first)->at;
   second->mc += stop_at(w, w->first)->mc;
   w->first++;
}

// Puts a stop of `mc` at instruction `at`, before stop i, and behind those that are not later.
static void insert(Window* w, uint32_t i, uint64_t at, uint64_t mc)
{
   if (i != w->first && stop_at(w, i - 1)->at == at) {
      stop_at(w, i - 1)->mc += mc;
      return;
   }
   if (w->end - w->first == WINDOW_STOPS) {
      if (i - w->first < 2) i++;
      merge_first(w);
   }
   for (uint32_t k = w->end++; k != i; k--) *stop_at(w, k) = *stop_at(w, k - 1);
   *stop_at(w, i) = (Stop){at, mc};
}

// Takes up to `mc` from the stops from i on; returns how much.
static uint64_t bring_forward(Window* w, uint32_t i, uint64_t mc)
{
   uint64_t taken = 0;
   uint32_t to = i;
   for (; i != w->end; i++) {
      Stop s = *stop_at(w, i);
      uint64_t n = s.mc < mc - taken ? s.mc : mc - taken;
      taken += n;
      s.mc -= n;
      if (s.mc) *stop_at(w, to++) = s;
   }
   w->end = to;
   return taken;
}

uint64_t window_hold(Window* w, uint64_t distance, uint64_t until_mc)
{
   uint64_t at = w->now.instructions + distance;
   uint64_t enters = window_now(w) + distance * w->pace_mc;
   uint32_t i = w->first;
   for (; i != w->end && stop_at(w, i)->at <= at; i++) enters += stop_at(w, i)->mc;
   if (until_mc <= enters) return 0;
   uint64_t mc = until_mc - enters;
   uint64_t added = mc - bring_forward(w, i, mc);
   if (distance)
      insert(w, i, at, mc);
   else
      w->stopped_mc += mc;
   return added;
}

// When one more miss can wait beside the others.
static uint64_t place_mc(const Window* w)
{
   uint32_t n = w->processor->misses;
   return w->n_misses < n ? 0 : w->done_mc[(w->n_misses - n) % WINDOW_MISSES_MAX];
}

static void note_miss(Window* w, uint64_t done_mc)
{
   w->done_mc[w->n_misses++ % WINDOW_MISSES_MAX] = done_mc;
}

// Cycles between two lines that the level sends.  Memory takes lines back that are changed, which on Zen 4 costs half
// as much again (10 to 11.6 cycles instead of 7.5), and on Zen 5 nothing.
static uint64_t rate_of(const Processor* p, const Miss* m)
{
   uint64_t rate_mc = p->rate_mc[m->from];
   if (m->from != FROM_MEMORY) return rate_mc;
   if (m->is_strided) return p->strided_mc;
   if (!(m->is_store || m->is_changed)) return rate_mc;
   return p->written_mc ? p->written_mc : rate_mc + rate_mc / 2;
}

// When the level has sent what a miss needs, asked for at this time, as far as its rate goes.
static uint64_t send(Window* w, const Miss* m, uint64_t asked_mc)
{
   uint64_t takes_mc = (m->prefetched ? m->prefetched : 1) * rate_of(w->processor, m);
   return w->free_mc[m->from] = later(w->free_mc[m->from], asked_mc) + takes_mc;
}

// When a line that was asked for before it is needed is in L2, unless its level sends lines too slowly (*by_rate).
static uint64_t prefetched(Window* w, const Miss* m, uint64_t issue_mc, bool* by_rate)
{
   const Processor* p = w->processor;
   uint64_t ahead_mc = WINDOW_LINES_AHEAD * (uint64_t)p->rate_mc[m->from];
   uint64_t asked_mc = issue_mc > ahead_mc ? issue_mc - ahead_mc : 0;
   uint64_t sent_mc = send(w, m, asked_mc), near_mc = issue_mc + p->latency_mc[FROM_L2];
   *by_rate = sent_mc > near_mc;
   return later(sent_mc, near_mc);
}

// When a line is there that nobody has asked for before.
static uint64_t demanded(Window* w, const Miss* m, uint64_t issue_mc, bool* by_rate)
{
   issue_mc = later(issue_mc, place_mc(w));
   uint64_t sent_mc = send(w, m, issue_mc);
   uint64_t first_mc = issue_mc + w->processor->latency_mc[m->from];
   *by_rate = sent_mc > first_mc;
   return later(sent_mc, first_mc);
}

// How far behind a store the code can go on until the store buffer is full.
static uint64_t distance_of(const Window* w, bool is_store)
{
   const Processor* p = w->processor;
   return p->window + (is_store ? p->store_buffer * (uint64_t)WINDOW_STORE_DISTANCE : 0);
}

// A set of L1 takes one line after the other: walks down a column whose elements all lie in one set run at that
// pace, and at a much slower one if they change or write them, so that lines have to be written back: measured on
// Zen 4, 10 to 15 cycles and 21 to 41, and on Zen 5, 6 and 24 to 37.
static uint64_t turn_mc(const Processor* p, const Miss* m)
{
   uint64_t near_mc = p->latency_mc[FROM_L2];
   if (m->is_changed || m->is_store)
      return p->set_written_mc ? p->set_written_mc : near_mc * TURN_WRITTEN / 10;
   return p->set_mc ? p->set_mc : near_mc * TURN / 10;
}

static uint64_t take_turn(Window* w, const Miss* m, uint64_t issue_mc)
{
   uint64_t* free_mc = &w->set_mc[m->set % WINDOW_SETS];
   return *free_mc = later(*free_mc, issue_mc) + turn_mc(w->processor, m);
}

MissTime window_miss(Window* w, const Miss* m)
{
   uint64_t issue_mc = later(window_now(w), m->ready_mc);
   bool by_rate;
   uint64_t done_mc =
      m->prefetched ? prefetched(w, m, issue_mc, &by_rate) : demanded(w, m, issue_mc, &by_rate);
   done_mc = later(done_mc, take_turn(w, m, issue_mc));
   if (!m->is_store)
      done_mc += w->processor->operation_mc[OPERATION_LOAD]; // latencies are beyond that
   note_miss(w, done_mc);
   uint64_t stall_mc = window_hold(w, distance_of(w, m->is_store), done_mc);
   return (MissTime){.done_mc = done_mc, .stall_mc = stall_mc, .by_rate = by_rate};
}

MissTime window_translate(Window* w, uint64_t ready_mc, bool walk)
{
   uint64_t issue_mc = later(window_now(w), ready_mc);
   const Processor* p = w->processor;
   w->stlb_mc = later(w->stlb_mc, issue_mc) + WINDOW_STLB_MC;
   MissTime t = {.done_mc = later(w->stlb_mc, issue_mc + p->stlb_mc)};
   if (walk) {
      w->walker_mc = later(w->walker_mc, issue_mc) + p->walk_mc / WINDOW_WALKS;
      t.done_mc = w->walker_mc - p->walk_mc / WINDOW_WALKS + p->walk_mc;
   }
   t.stall_mc = window_hold(w, p->window, t.done_mc);
   return t;
}
