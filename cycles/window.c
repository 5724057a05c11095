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

static uint64_t earlier(uint64_t mc, uint64_t by_mc)
{
   return mc > by_mc ? mc - by_mc : 0;
}

void window_init(Window* w, const Processor* p)
{
   *w = (Window){.processor = p, .pace_mc = CYCLE_MC / p->width};
}

// What the thread has waited for takes place where it is, so that time goes on.
void window_forget(Window* w, Moment m)
{
   for (; w->first != w->end; w->first++) w->stopped_mc += window_stop(w, w->first)->mc;
   w->stopped_mc += w->now.base_mc - m.base_mc; // modulo 2^64: time does not go back
   w->paced = m;
}

// The first two stops become one, at the first one's place.
static void merge_first(Window* w)
{
   Stop* second = window_stop(w, w->first + 1);
   second->at = window_stop(w, w->first)->at;
   second->mc += window_stop(w, w->first)->mc;
   w->first++;
}

// Puts a stop of `mc` at instruction `at`, before stop i, and behind those that are not later.
static void insert(Window* w, uint32_t i, uint64_t at, uint64_t mc)
{
   if (i != w->first && window_stop(w, i - 1)->at == at) {
      window_stop(w, i - 1)->mc += mc;
      return;
   }
   if (w->end - w->first == WINDOW_STOPS) {
      if (i - w->first < 2) i++;
      merge_first(w);
   }
   for (uint32_t k = w->end++; k != i; k--) *window_stop(w, k) = *window_stop(w, k - 1);
   *window_stop(w, i) = (Stop){at, mc};
}

// Takes up to `mc` from the stops from i on; returns how much.
static uint64_t bring_forward(Window* w, uint32_t i, uint64_t mc)
{
   uint64_t taken = 0;
   uint32_t to = i;
   for (; i != w->end; i++) {
      Stop s = *window_stop(w, i);
      uint64_t n = s.mc < mc - taken ? s.mc : mc - taken;
      taken += n;
      s.mc -= n;
      if (s.mc) *window_stop(w, to++) = s;
   }
   w->end = to;
   return taken;
}

uint64_t window_hold(Window* w, uint64_t distance, uint64_t until_mc)
{
   uint64_t at = w->now.instructions + distance;
   uint64_t enters = window_now(w) + distance * w->pace_mc;
   if (until_mc <= enters) return 0; // even without stops, as it is mostly
   uint32_t i = w->first;
   for (; i != w->end && window_stop(w, i)->at <= at; i++) enters += window_stop(w, i)->mc;
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

// Cycles between two lines that the level sends and that are changed, and go back. On Zen 4, memory takes half as long again for
// these (10 to 11.6 cycles instead of 7.5), on Zen 5 as long; on Ice Lake, L2 takes 2.5 times as long.
static uint64_t changed_mc(const Processor* p, ServedFrom from, uint64_t rate_mc)
{
   const uint64_t written_mc = from == FROM_L2       ? p->l2_written_mc
                               : from == FROM_L3     ? p->l3_written_mc
                               : from == FROM_LL     ? p->ll_written_mc
                               : from == FROM_MEMORY ? p->written_mc
                                                     : rate_mc;
   if (written_mc) return written_mc;
   return from == FROM_MEMORY ? rate_mc + rate_mc / 2 : rate_mc;
}

// Cycles between two lines that the level sends.
static uint64_t rate_of(const Processor* p, const Miss* m)
{
   uint64_t rate_mc = p->rate_mc[m->from];
   if (m->from == FROM_MEMORY && m->is_filled) return p->filled_mc ? p->filled_mc : rate_mc;
   if (m->from == FROM_MEMORY && m->is_strided) return p->strided_mc;
   return m->is_store || m->is_changed ? changed_mc(p, m->from, rate_mc) : rate_mc;
}

// When the level has sent what a miss needs, asked for at asked_mc, as far as its rate goes.  The level's time is taken from begun_mc on, when
// the instruction begins: a miss whose address comes late keeps none waiting that follow it and have theirs.
static uint64_t send(Window* w, const Miss* m, uint64_t begun_mc, uint64_t asked_mc)
{
   uint64_t takes_mc = (m->prefetched ? m->prefetched : 1) * rate_of(w->processor, m);
   w->free_mc[m->from] = later(w->free_mc[m->from], begun_mc) + takes_mc;
   return later(w->free_mc[m->from], asked_mc + takes_mc);
}

// What a set takes for a line in the end, if very many are accessed in turn.
static uint64_t longest_turn_mc(const Processor* p, const Miss* m, uint64_t clean_mc)
{
   uint64_t written_mc =
      p->set_written_mc ? p->set_written_mc : p->latency_mc[FROM_L2] * TURN_WRITTEN / 10;
   if (m->is_store) return written_mc;
   if (!m->is_changed) return clean_mc;
   return p->set_changed_mc ? p->set_changed_mc : written_mc;
}

// A set of L1 takes one line after the other: walks down a column whose elements all lie in one set run at that
// pace.  If lines are changed or written while others wait for the set, they have to be written back, and those that are
// needed soon have to come again: the more others a set has taken since the line was there last, the longer it takes, up to two and a half times as many as
// it has ways: measured on Zen 5.
static uint64_t turn_mc(const Processor* p, const Miss* m, uint64_t others)
{
   uint64_t clean_mc = p->set_mc ? p->set_mc : p->latency_mc[FROM_L2] * TURN / 10;
   uint64_t longest_mc = longest_turn_mc(p, m, clean_mc);
   uint64_t many = p->ways * 5 / 2;
   if (others <= p->ways || longest_mc <= clean_mc) return clean_mc;
   if (others >= many) return longest_mc;
   return clean_mc + (longest_mc - clean_mc) * (others - p->ways) / (many - p->ways);
}

// When the set has taken a line that was asked for at this time; `a`: what is known of the line, or of another one.
static uint64_t take_turn(Window* w, const Miss* m, uint64_t asked_mc, const Arrival* a)
{
   uint32_t set = m->set % WINDOW_SETS;
   uint64_t others = a->line == m->line ? w->taken[set] - a->taken : UINT64_MAX;
   w->taken[set]++;
   if (w->set_mc[set] <= asked_mc) others = 0; // nothing is in its way
   return w->set_mc[set] = later(w->set_mc[set], asked_mc) + turn_mc(w->processor, m, others);
}

// When a line that was asked for before it is needed is in L2, unless its level sends lines too slowly (*by_rate).
static uint64_t prefetched(Window* w, const Miss* m, uint64_t issue_mc, const Arrival* a,
                           bool* by_rate)
{
   const Processor* p = w->processor;
   uint64_t ahead_mc = WINDOW_LINES_AHEAD * (uint64_t)p->rate_mc[m->from];
   uint64_t sent_mc = send(w, m, earlier(window_now(w), ahead_mc), earlier(issue_mc, ahead_mc)),
            near_mc = issue_mc + p->latency_mc[FROM_L2];
   *by_rate = sent_mc > near_mc;
   return later(later(sent_mc, near_mc), take_turn(w, m, issue_mc, a));
}

// When a line is there that nobody has asked for before.
static uint64_t demanded(Window* w, const Miss* m, uint64_t issue_mc, const Arrival* a,
                         bool* by_rate)
{
   issue_mc = later(issue_mc, place_mc(w));
   uint64_t sent_mc = send(w, m, window_now(w), issue_mc);
   uint64_t first_mc = issue_mc + w->processor->latency_mc[m->from];
   *by_rate = sent_mc > first_mc;
   return later(later(sent_mc, first_mc), take_turn(w, m, issue_mc, a));
}

// How far behind a store the code can go on until the store buffer is full.
static uint64_t distance_of(const Window* w, bool is_store)
{
   const Processor* p = w->processor;
   return is_store ? p->window + p->store_buffer * (uint64_t)WINDOW_STORE_DISTANCE : p->window;
}

static Arrival* arrival_of(Window* w, uint64_t line)
{
   return &w->arrival[line * 0x9E3779B97F4A7C15 >> (64 - WINDOW_LINES_LOG2)];
}

// When a line that is not there comes; one that an earlier miss waits for, with that one.
static uint64_t arrives(Window* w, const Miss* m, bool* by_rate)
{
   uint64_t issue_mc = later(window_now(w), m->ready_mc);
   Arrival* a = arrival_of(w, m->line);
   *by_rate = false;
   if (a->line == m->line && a->there_mc > later(issue_mc, place_mc(w)) && m->from != FROM_CORE)
      return a->there_mc;
   uint64_t there_mc = m->prefetched ? prefetched(w, m, issue_mc, a, by_rate)
                                     : demanded(w, m, issue_mc, a, by_rate);
   note_miss(w, there_mc);
   *a = (Arrival){m->line, there_mc, w->taken[m->set % WINDOW_SETS]};
   return there_mc;
}

MissTime window_miss(Window* w, const Miss* m)
{
   MissTime t;
   t.done_mc = arrives(w, m, &t.by_rate);
   if (!m->is_store)
      t.done_mc += w->processor->operation_mc[OPERATION_LOAD]; // latencies are beyond that
   t.stall_mc = window_hold(w, distance_of(w, m->is_store), t.done_mc);
   return t;
}

// The place of a line, of two: where it is, or else the one whose line is there first.
static Awaited* awaited_of(Window* w, uint64_t line)
{
   const uint64_t at = line * 0x9E3779B97F4A7C15 >> (64 - WINDOW_AWAITED_LOG2);
   Awaited *a = &w->awaited[at], *b = &w->awaited[at ^ 1];
   if (a->line == line || b->line == line) return a->line == line ? a : b;
   return a->there_mc <= b->there_mc ? a : b;
}

MissTime window_prefetch(Window* w, const Miss* m)
{
   const uint64_t place = later(later(window_now(w), m->ready_mc), place_mc(w));
   MissTime t;
   t.done_mc = arrives(w, m, &t.by_rate);
   *awaited_of(w, m->line) = (Awaited){m->line, t.done_mc, m->from, t.by_rate};
   w->awaited_mc = later(w->awaited_mc, t.done_mc);
   t.stall_mc = m->prefetched ? 0 : window_hold(w, w->processor->window, place);
   return t;
}

MissTime window_await(Window* w, const Miss* m, ServedFrom* from)
{
   Awaited* a = awaited_of(w, m->line);
   MissTime t = {0};
   if (!a->there_mc || a->line != m->line) return t;
   const uint64_t there_mc = a->there_mc;
   a->there_mc = 0;
   if (there_mc <= later(window_now(w), m->ready_mc)) return t;
   *from = a->from;
   t.by_rate = a->by_rate;
   t.done_mc = there_mc;
   if (!m->is_store) t.done_mc += w->processor->operation_mc[OPERATION_LOAD];
   t.stall_mc = window_hold(w, distance_of(w, m->is_store), t.done_mc);
   return t;
}

// What a walk for this address takes, whose line of the page tables is in L1 from then on.
static uint64_t walk_of(Window* w, uint64_t address)
{
   const uint64_t line = (address >> TABLE_SHIFT) + 1;
   uint64_t* last = &w->table[line % WINDOW_TABLES];
   const bool is_near = *last == line && w->processor->walk_near_mc;
   *last = line;
   return is_near ? w->processor->walk_near_mc : w->processor->walk_mc;
}

uint64_t window_translate_ahead(Window* w, uint64_t ready_mc, uint64_t address, bool walk)
{
   const uint64_t now_mc = window_now(w), issue_mc = later(now_mc, ready_mc);
   const Processor* p = w->processor;
   w->stlb_mc = later(w->stlb_mc, now_mc) + WINDOW_STLB_MC;
   if (!walk) return later(w->stlb_mc, issue_mc + p->stlb_mc);
   const uint64_t walk_mc = walk_of(w, address), apart_mc = walk_mc / p->walks;
   w->walker_mc = later(w->walker_mc, now_mc) + apart_mc;
   return later(w->walker_mc - apart_mc, issue_mc) + walk_mc;
}

MissTime window_translate(Window* w, uint64_t ready_mc, uint64_t address, bool walk)
{
   MissTime t = {.done_mc = window_translate_ahead(w, ready_mc, address, walk)};
   t.stall_mc = window_hold(w, w->processor->window, t.done_mc);
   return t;
}

MissTime window_forward(Window* w, uint64_t ready_mc, uint32_t pieces)
{
   const Processor* p = w->processor;
   uint64_t begin_mc = later(later(window_now(w), ready_mc), w->forward_mc);
   w->forward_mc = begin_mc + p->operation_mc[OPERATION_FORWARD_FAILED]
                   + (pieces > 2 ? pieces - 2 : 0) * (uint64_t)p->unit_mc[UNIT_STORE];
   return (MissTime){.done_mc = w->forward_mc,
                     .stall_mc = window_hold(w, p->window, w->forward_mc)};
}
