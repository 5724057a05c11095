// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interval model of a core that runs out of order (Genbrugge, Eyerman, Eeckhout, HPCA 2010): instructions enter a
// window at the rate of the code, in order; they stop entering where the oldest one has not ended, and where a
// mispredicted branch or a fetch holds them up.  Between these events nothing has to be computed.
//
// An instruction that ends late stops the one that is a window behind it.  What it will cost is known
// when it begins, if the code after it enters as fast as the code before it: so it is charged at once, and
// takes place later.  Instructions that begin in between, other misses above all, begin before that stop, and
// overlap with it.
//
// Contract: window_at() first, with moments in order; a moment that lies before the last one, as another
// thread's or handler's, makes it forget what was to come.  Times: thousandths of a cycle.
//
//    Window w;
//    window_init(&w, &processor);
//    window_at(&w, (Moment){instructions, base_mc});
//    MissTime t = window_miss(&w, &(Miss){.from = FROM_LL});   // t.stall_mc, t.done_mc
#ifndef XG_CYCLES_WINDOW_H
#define XG_CYCLES_WINDOW_H

#include "cycles/processor.h"

enum {
   WINDOW_STOPS = 64,         // that will take place; with more, the first two become one
   WINDOW_SETS = 64,          // of L1, as most have; others share one
   WINDOW_PACE_OVER = 32,     // instructions over which the pace of the code is taken, at least
   WINDOW_LINES_AHEAD = 16,   // that prefetchers have asked for before they are needed
   WINDOW_STLB_MC = 1500,     // between two translations of the second TLB
   WINDOW_STORE_DISTANCE = 6, // instructions from one store to the next, in most code
   WINDOW_LINES_LOG2 = 8,
   WINDOW_LINES =
      1 << WINDOW_LINES_LOG2, // lines on their way that are remembered, by their number
   WINDOW_AWAITED_LOG2 = 7,
   WINDOW_AWAITED = 1 << WINDOW_AWAITED_LOG2, // ... that prefetch instructions have asked for
   WINDOW_TABLES = 256, // lines of page tables that L1 has beside the data, by their number
   TABLE_SHIFT = 15,    // log2 of the memory of a line's 8 entries: pages of 4 KiB
};

// How far a thread has come: instructions before this one, and what these take when nothing stops them.
typedef struct {
   uint64_t instructions, base_mc;
} Moment;

// Instructions from number `at` on enter so much later.
typedef struct {
   uint64_t at, mc;
} Stop;

// A line, and when it is there.
typedef struct {
   uint64_t line, there_mc;
   uint64_t taken; // lines that its set has taken since the start, with this one
} Arrival;

// A line that a prefetch instruction has asked for, and no access yet.
typedef struct {
   uint64_t line, there_mc; // there_mc 0: none
   ServedFrom from;
   bool by_rate; // as in MissTime
} Awaited;

// Invariants: stops [first, end) are in the order of `at`, one for an instruction at most, all after
// now.instructions, and none is empty.
typedef struct {
   const Processor* processor;
   Moment now;
   uint64_t stopped_mc; // by stops that have taken place
   uint64_t pace_mc;    // per instruction, of the code before
   Moment paced;        // where `pace_mc` was taken
   Stop stop[WINDOW_STOPS];
   uint32_t first, end;           // of stops that will take place; modulo WINDOW_STOPS
   uint64_t free_mc[FROM_LEVELS]; // when the level can send the next line
   uint64_t set_mc[WINDOW_SETS];  // when a set of L1 can take the next line
   uint64_t taken[WINDOW_SETS];   // lines that it has taken
   uint64_t walker_mc,
      stlb_mc; // when page tables can be walked again, the second TLB can be asked again
   uint64_t table[WINDOW_TABLES]; // the line that was read last of each place, plus one
   uint64_t forward_mc;           // when the last load that could not be forwarded is done
   uint64_t done_mc[WINDOW_MISSES_MAX]; // of the last misses, a ring
   uint64_t n_misses;
   Arrival arrival[WINDOW_LINES];   // the last one of each place
   uint64_t awaited_mc;             // when all of `awaited` are there
   Awaited awaited[WINDOW_AWAITED]; // a line has two places
} Window;

// A request that L1 does not serve.
typedef struct {
   uint64_t ready_mc; // when its address is known; 0: as soon as the instruction begins
   ServedFrom from;
   uint64_t line; // its address by the size of a line
   uint32_t set;  // of L1
   bool is_store;
   bool is_changed; // a store comes with this load
   bool is_filled;  // it is stored as a whole, and nobody loads it
   bool is_strided; // a stride prefetcher brings it, and no stream
   uint32_t
      prefetched; // lines that a stream or stride that the processor has recognised brings for it; 0: none
} Miss;

typedef struct {
   uint64_t done_mc;  // when the line is there
   uint64_t stall_mc; // that it adds
   bool by_rate;      // it waits for its level to send lines, not for the first byte of one
} MissTime;

void window_init(Window* w, const Processor* p);
// The thread has come to a moment that lies before the last one.
void window_forget(Window* w, Moment m);

static inline Stop* window_stop(Window* w, uint32_t i)
{
   return &w->stop[i % WINDOW_STOPS];
}

// The thread has come to this moment.  In a header, as each miss asks: a Moment that is handed over in memory costs as much
// as all of this.
static inline void window_at(Window* w, Moment m)
{
   if (m.instructions < w->now.instructions || m.base_mc < w->now.base_mc) window_forget(w, m);
   uint64_t n = m.instructions - w->paced.instructions;
   if (n >= WINDOW_PACE_OVER) {
      w->pace_mc = (m.base_mc - w->paced.base_mc) / n;
      w->paced = m;
   }
   w->now = m;
   for (; w->first != w->end && window_stop(w, w->first)->at <= m.instructions; w->first++)
      w->stopped_mc += window_stop(w, w->first)->mc;
}

// When the instruction at hand begins.
static inline uint64_t window_now(const Window* w)
{
   return w->now.base_mc + w->stopped_mc;
}

// The instruction at hand misses L1.
MissTime window_miss(Window* w, const Miss* m);
// The instruction at hand is a prefetch, of a line that L1 has not.  Nobody waits for the line, but it takes a place among the
// misses, and the code waits for that.  Returns what this adds.
MissTime window_prefetch(Window* w, const Miss* m);
// It accesses a line that is in L1, in the order of the program: what is left of a prefetch of it; *from: who sends it.
// done_mc 0: nothing, as nobody has asked for it, or it is there.
MissTime window_await(Window* w, const Miss* m, ServedFrom* from);
// ... and when a page is there whose translation nobody waits for.  As of levels, the time of the second TLB and of the walkers is taken from
// when the instruction begins: a translation whose address comes late keeps no other one waiting.
uint64_t window_translate_ahead(Window* w, uint64_t ready_mc, uint64_t address, bool walk);
// The page of its address is not in the first TLB, but in the second one, or nowhere (walk).
MissTime window_translate(Window* w, uint64_t ready_mc, uint64_t address, bool walk);
// It loads what the store buffer has in so many pieces, which are there at ready_mc and have to be written first, those beyond
// two one after the other.  Only one load at a time waits for that.
MissTime window_forward(Window* w, uint64_t ready_mc, uint32_t pieces);
// The instruction `distance` behind the one at hand cannot enter before this time.  Returns what that adds.
uint64_t window_hold(Window* w, uint64_t distance, uint64_t until_mc);

#endif
