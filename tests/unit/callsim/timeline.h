// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the timeline must be: costs by the clock at the start of the block that caused them, and for each
// tick the block that starts there, and the access that comes so many accesses later.
//
// With SimConfig.timeline.  When ticks are due, and which access a sample takes, is random: that is read
// from the engine, and only its bounds are checked.
#ifndef XG_TESTS_UNIT_CALLSIM_TIMELINE_H
#define XG_TESTS_UNIT_CALLSIM_TIMELINE_H

#include "callsim/regions.h"

enum { SIM_TIMES = 1 << 18, SIM_NEXT_ACCESSES = 16 };

typedef struct {
   uint64_t at;
   SimCost cost;
} SimTime;

static struct {
   uint64_t clock, start;
   SimTime* time; // [SIM_TIMES] costs of each block
   int times;
   TimelineSample sample[SIM_SAMPLES];
   int samples;
   uint32_t left; // accesses until the one that the last sample takes; 0: it does not wait
} sim_timeline;

static uint64_t sim_timeline_clock(void)
{
   return sim_timeline.clock;
}

static void sim_timeline_zero(void)
{
   sim_regions_zero(sim_timeline.clock);
   if (!sim_timeline.time) sim_timeline.time = malloc(SIM_TIMES * sizeof *sim_timeline.time);
   sim_timeline.times = 0;
   sim_timeline.samples = 0;
   sim_timeline.left = 0;
   sim_timeline.start = sim_timeline.clock;
}

static void sim_timeline_start(void)
{
   sim_timeline.clock = 0;
   sim_regions_clear();
   sim_timeline_zero();
}

static void sim_timeline_break(void)
{
   sim_timeline.left = 0;
}

static void sim_timeline_charge(const SimCost* c)
{
   if (!sim.c->timeline) return;
   if (!sim_timeline.times)
      sim_timeline.time[sim_timeline.times++] = (SimTime){sim_timeline.clock};
   sim_add(&sim_timeline.time[sim_timeline.times - 1].cost, c);
   sim_timeline.clock += c->n[SIM_IR];
}

// --- samples ------------------------------------------------------------------------------

static Function* sim_timeline_function(int context)
{
   return sim.function[context < 0 ? sim.s->code : sim.context[context].functions[0]];
}

static const Function* sim_timeline_caller(void)
{
   const SimStack* s = sim.s;
   for (int i = s->depth - 1; i >= s->floor; i--)
      if (s->frame[i].arc >= 0) return sim_timeline_function(sim.arc[s->frame[i].arc].from);
   return NULL;
}

static void sim_timeline_tick(const Block* b)
{
   const Samples* s = &engine.timeline.samples;
   if (sim_timeline.samples == SIM_SAMPLES) sim_fail("too many samples", SIM_SAMPLES, 0);
   sim_timeline.sample[sim_timeline.samples++] =
      (TimelineSample){.at = sim_timeline.clock,
                       .thread = (uint32_t)sim.s->thread,
                       .block = b,
                       .function = sim_timeline_function(sim.s->here),
                       .caller = sim_timeline_caller()};
   sim_regions_tick(&sim_timeline.sample[sim_timeline.samples - 1]);
   sim_timeline.left = engine.timeline.accesses_left;
   // at most 16, or as many as the block's sites of data taken often enough
   unsigned n = 0, most = SIM_NEXT_ACCESSES;
   for (unsigned i = 0; i < b->n_sites; i++) {
      SiteKind k = (SiteKind)b->sites[i].kind;
      n +=
         k == SITE_READ || k == SITE_WRITE || k == SITE_READ_GUARDED || k == SITE_WRITE_GUARDED;
   }
   while (n && most % n) most++;
   if (sim_timeline.left < 1 || sim_timeline.left > most)
      sim_fail("accesses until the sample's", sim_timeline.left, most);
   uint64_t period = sim_timeline.clock / s->period + 1;
   sim_equal("period of the next tick", s->next / s->period, period);
}

// A block starts: what generated code does in one with a jump back, and what must come of it.
static void sim_timeline_block(Block* b)
{
   const Samples* s = &engine.timeline.samples;
   uint64_t ticks = s->n_ticks, next = s->next;
   if (b->key != xg_current.key)
      entry_points.enter(b); // asks, too, where a transfer has led here
   if (xg_current.total[EV_IR] >= xg_current.due_at) entry_points.due(b);
   bool due = sim.s->collect && sim_timeline.clock >= next;
   sim_equal("ticks", s->n_ticks - ticks, due);
   if (sim.s->collect) sim_equal("clock", timeline_now(), sim_timeline.clock);
   bool waits = sim_timeline.left != 0;
   if (waits && sim_timeline.sample[sim_timeline.samples - 1].thread != (uint32_t)sim.s->thread)
      sim_timeline_break();
   if (waits && !sim.s->collect) sim_timeline_break();
   if (due) sim_timeline_tick(b);
   if (!sim.s->collect) return;
   if (sim_timeline.times == SIM_TIMES) sim_fail("too many blocks", SIM_TIMES, 0);
   sim_timeline.time[sim_timeline.times++] = (SimTime){sim_timeline.clock};
}

static void sim_timeline_access(const Site* site, uint64_t address, ServedBy by)
{
   if (!sim_timeline.left || --sim_timeline.left) return;
   TimelineSample* t = &sim_timeline.sample[sim_timeline.samples - 1];
   t->kind = site->is_write ? SAMPLE_STORE : SAMPLE_LOAD;
   t->address = address;
   t->size_B = site->size_B;
   t->served[0] = (uint8_t)by;
   t->site = site;
   t->access_function = sim_timeline_function(sim.s->here);
   sim_regions_complete(t);
}

// --- comparing ----------------------------------------------------------------------------

static void sim_compare_samples(void)
{
   const Samples* s = &engine.timeline.samples;
   sim_equal("samples", s->n, (uint64_t)sim_timeline.samples);
   for (uint32_t i = 0; i < s->n; i++) {
      const TimelineSample *t = samples_at(s, i), *want = &sim_timeline.sample[i];
      sim_equal("sample: clock", t->at, want->at);
      sim_equal("sample: thread", t->thread, want->thread);
      sim_equal("sample: block", (uintptr_t)t->block, (uintptr_t)want->block);
      sim_equal("sample: function", (uintptr_t)t->function, (uintptr_t)want->function);
      sim_equal("sample: caller", (uintptr_t)t->caller, (uintptr_t)want->caller);
      sim_equal("sample: kind", t->kind, want->kind);
      sim_equal("sample: address", t->address, want->address);
      sim_equal("sample: size", t->size_B, want->size_B);
      sim_equal("sample: served by", t->served[0], want->served[0]);
      sim_equal("sample: site", (uintptr_t)t->site, (uintptr_t)want->site);
      sim_equal("sample: function of the access", (uintptr_t)t->access_function,
                (uintptr_t)want->access_function);
      sim.c->samples += want->kind != SAMPLE_NO_ACCESS;
   }
}

static void sim_compare_bins(void)
{
   const Bins* b = &engine.timeline.bins;
   static SimCost want[BINS_MAX];
   memset(want, 0, sizeof want);
   sim_equal("start of the bins", b->start, sim_timeline.start);
   sim_equal("end of the bins", b->now, sim_timeline.clock);
   for (int i = 0; i < sim_timeline.times; i++) {
      uint64_t n = (sim_timeline.time[i].at - b->start) / b->width;
      if (n >= BINS_MAX) sim_fail("bin", n, BINS_MAX);
      sim_add(&want[n], &sim_timeline.time[i].cost);
   }
   sim.c->bins += b->n;
   for (uint32_t i = 0; i < BINS_MAX; i++)
      for (int e = 0; e < sim_events(); e++)
         sim_equal("bin", bins_at(b, i)[sim_event[e]], want[i].n[e]);
}

static void sim_compare_timeline(void)
{
   timeline_check();
   timeline_finish();
   timeline_check();
   sim_compare_samples();
   sim_compare_bins();
   sim_compare_regions();
}

#endif
