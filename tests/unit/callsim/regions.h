// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the timeline's regions must be: a list of all instances, to each of which every cost is added that
// falls into it, and a list of all samples in each.
//
// With SimConfig.timeline.  Functions 1, 2 and SIM_TOGGLING are regions, and requests "x" and "y".
#ifndef XG_TESTS_UNIT_CALLSIM_REGIONS_H
#define XG_TESTS_UNIT_CALLSIM_REGIONS_H

#include "callsim/state.h"

static uint64_t sim_timeline_clock(void);

enum { SIM_REQUESTS = 2, SIM_REGIONS = SIM_FUNCTIONS + SIM_REQUESTS, SIM_MANY_OPEN = 64 };

typedef struct {
   SimCost cost; // of the instance by then
   TimelineSample sample;
} SimPoint;

typedef struct {
   int region;            // function, or SIM_FUNCTIONS and the number of a request
   const SimStack* stack; // NULL: of a request
   int exec_state, thread;
   bool open, finished;
   uint64_t number, start;
   SimCost cost;
   SimPoint* point;
   uint32_t points, points_max;
   OpenRegion* request;
} SimInstance;

static struct {
   SimInstance* instance;
   int n, capacity;
   int first_open; // none before it is open
   uint64_t begun[SIM_REGIONS];
} sim_regions;

static const char* const sim_request[SIM_REQUESTS] = {"x", "y"};

static bool sim_is_region(int f)
{
   return sim.c->timeline && (f == 1 || f == 2 || f == SIM_TOGGLING);
}

static void sim_regions_clear(void)
{
   for (int i = 0; i < sim_regions.n; i++) free(sim_regions.instance[i].point);
   free(sim_regions.instance);
   memset(&sim_regions, 0, sizeof sim_regions);
}

static int sim_open_instances(void)
{
   int n = 0;
   for (int i = sim_regions.first_open; i < sim_regions.n; i++)
      n += sim_regions.instance[i].open;
   return n;
}

// The open instances, one after the other.
static SimInstance* sim_next_open(SimInstance* after)
{
   int i = after ? (int)(after - sim_regions.instance) + 1 : sim_regions.first_open;
   for (; i < sim_regions.n; i++)
      if (sim_regions.instance[i].open) return &sim_regions.instance[i];
   return NULL;
}

static SimInstance* sim_begin_instance(int region, const SimStack* stack, uint64_t clock)
{
   if (sim_regions.n == sim_regions.capacity) {
      sim_regions.capacity = sim_regions.capacity ? 2 * sim_regions.capacity : 64;
      sim_regions.instance =
         realloc(sim_regions.instance, (size_t)sim_regions.capacity * sizeof(SimInstance));
   }
   SimInstance* i = &sim_regions.instance[sim_regions.n++];
   *i = (SimInstance){.region = region,
                      .stack = stack,
                      .exec_state = sim.s->exec_state,
                      .thread = sim.s->thread,
                      .open = true,
                      .number = sim_regions.begun[region]++,
                      .start = clock};
   i->points_max = sim_open_instances() > SIM_MANY_OPEN ? 32 : FOLD_POINTS;
   return i;
}

static void sim_end_instance(SimInstance* i, bool finished)
{
   i->open = false;
   i->finished = finished;
   while (sim_regions.first_open < sim_regions.n
          && !sim_regions.instance[sim_regions.first_open].open)
      sim_regions.first_open++;
}

// --- functions ----------------------------------------------------------------------------

static SimInstance* sim_instance_on(const SimStack* s, int f)
{
   for (SimInstance* i = sim_next_open(NULL); i; i = sim_next_open(i))
      if (i->region == f && i->stack == s) return i;
   return NULL;
}

static void sim_region_enter(int f, uint64_t clock)
{
   if (sim_is_region(f) && !sim_instance_on(sim.s, f)) sim_begin_instance(f, sim.s, clock);
}

// The function is known to have been called only when it returns; what lines were evicted in the meantime
// is not known.
static void sim_region_enter_late(int f, uint64_t clock, const SimCost* since)
{
   if (!sim_is_region(f) || sim_instance_on(sim.s, f)) return;
   SimInstance* i = sim_begin_instance(f, sim.s, clock - since->n[SIM_IR]);
   for (int e = 0; e < SIM_EVENTS; e++)
      if (!sim_is_back_dated(e)) i->cost.n[e] = since->n[e];
}

static void sim_region_leave(int f)
{
   SimInstance* i = sim_is_region(f) ? sim_instance_on(sim.s, f) : NULL;
   if (i) sim_end_instance(i, true);
}

// What runs on the stack is over.
static void sim_regions_end_stack(const SimStack* s)
{
   for (SimInstance* i = sim_next_open(NULL); i; i = sim_next_open(i))
      if (i->stack == s) sim_end_instance(i, false);
}

// What runs on any stack is over.
static void sim_regions_end_calls(void)
{
   for (SimInstance* i = sim_next_open(NULL); i; i = sim_next_open(i))
      if (i->stack) sim_end_instance(i, false);
}

// --- requests -----------------------------------------------------------------------------

static void sim_regions_end_thread(int thread)
{
   for (SimInstance* i = sim_next_open(NULL); i; i = sim_next_open(i)) {
      if (i->thread != thread) continue;
      if (i->request) timeline_regions_end(i->request, false);
      sim_end_instance(i, false);
   }
}

// Begins or ends an instance of a request.
static void sim_region_request(void)
{
   int request = (int)sim_below(SIM_REQUESTS);
   for (SimInstance* i = sim_next_open(NULL); i; i = sim_next_open(i)) {
      if (i->region != SIM_FUNCTIONS + request || i->thread != sim.s->thread) continue;
      timeline_regions_end(i->request, true);
      sim_end_instance(i, true);
      return;
   }
   uint64_t clock = sim_timeline_clock();
   SimInstance* i = sim_begin_instance(SIM_FUNCTIONS + request, NULL, clock);
   i->request = timeline_regions_begin(sim_request[request]);
}

// --- costs and samples --------------------------------------------------------------------

static bool sim_runs_in(const SimInstance* i)
{
   return i->stack ? i->exec_state == sim.s->exec_state : i->thread == sim.s->thread;
}

static void sim_regions_charge(const SimCost* c)
{
   for (SimInstance* i = sim_next_open(NULL); i; i = sim_next_open(i))
      if (sim_runs_in(i)) sim_add(&i->cost, c);
}

// The use of an evicted line: in all that is open.
static void sim_regions_charge_line(const SimCost* c)
{
   for (SimInstance* i = sim_next_open(NULL); i; i = sim_next_open(i))
      for (int e = 0; e < SIM_EVENTS; e++)
         if (sim_is_back_dated(e)) i->cost.n[e] += c->n[e];
}

static void sim_regions_tick(const TimelineSample* t)
{
   for (SimInstance* i = sim_next_open(NULL); i; i = sim_next_open(i)) {
      if (!sim_runs_in(i)) continue;
      i->point = realloc(i->point, (i->points + 1) * sizeof *i->point);
      i->point[i->points++] = (SimPoint){i->cost, *t};
   }
}

// The access of the last sample has come.
static void sim_regions_complete(const TimelineSample* t)
{
   for (SimInstance* i = sim_next_open(NULL); i; i = sim_next_open(i))
      if (i->points && i->point[i->points - 1].sample.at == t->at)
         i->point[i->points - 1].sample = *t;
}

static void sim_regions_zero(uint64_t clock)
{
   int n = 0;
   memset(sim_regions.begun, 0, sizeof sim_regions.begun);
   for (int i = 0; i < sim_regions.n; i++) {
      SimInstance* from = &sim_regions.instance[i];
      free(from->point);
      if (!from->open) continue;
      from->point = NULL;
      from->points = 0;
      from->start = clock;
      from->number = sim_regions.begun[from->region]++;
      memset(&from->cost, 0, sizeof from->cost);
      sim_regions.instance[n++] = *from;
   }
   sim_regions.n = n;
   sim_regions.first_open = 0;
}

// --- comparing ----------------------------------------------------------------------------

static const TimelineRegion* sim_engines_region(int region)
{
   for (uint32_t i = 0; i < engine.regions.n; i++) {
      const TimelineRegion* r = engine.regions.region[i];
      if (region < SIM_FUNCTIONS
             ? r->function == sim.function[region]
             : !strcmp(r->name, sim_request[region - SIM_FUNCTIONS]) && !r->function)
         return r;
   }
   return NULL;
}

static void sim_compare_instance(const Instance* got, const SimInstance* want)
{
   sim_equal("instance: number", got->number, want->number);
   sim_equal("instance: start", got->start, want->start);
   sim_equal("instance: thread", got->thread, (uint64_t)want->thread);
   sim_equal("instance: instructions", got->instructions, want->cost.n[SIM_IR]);
   for (int e = 0; e < sim_events(); e++) {
      uint8_t index = engine.regions.index[sim_event[e]];
      uint64_t cost = index == NOT_AN_EVENT ? 0 : got->cost[index];
      sim_equal(event_name(sim_event[e], false), cost, want->cost.n[e]);
   }
}

// The sample of this point, which is one of those kept: their number is below the bound.
static void sim_compare_point(const TimelineRegion* r, const SimInstance* i, const SimPoint* p)
{
   uint64_t x = statistic_share(p->cost.n[SIM_IR], i->cost.n[SIM_IR], FOLD_SHARE);
   for (uint32_t n = 0; n < r->fold.n_samples; n++) {
      const FoldSample* s = fold_sample(&r->fold, n);
      const TimelineSample *t = (const TimelineSample*)(s + 1), *want = &p->sample;
      if (s->instance != i->number || t->at != want->at) continue;
      sim_equal("folded sample: x", s->x, x);
      sim_equal("folded sample: thread", t->thread, want->thread);
      sim_equal("folded sample: function", (uintptr_t)t->function, (uintptr_t)want->function);
      sim_equal("folded sample: block", (uintptr_t)t->block, (uintptr_t)want->block);
      sim_equal("folded sample: kind", t->kind, want->kind);
      sim_equal("folded sample: address", t->address, want->address);
      sim_equal("folded sample: site", (uintptr_t)t->site, (uintptr_t)want->site);
      return;
   }
   sim_fail("folded sample is missing", 0, p->sample.at);
}

static void sim_compare_region(int region)
{
   const TimelineRegion* r = sim_engines_region(region);
   uint64_t n = 0, unfinished = 0, listed = 0, points = 0;
   for (int k = 0; k < sim_regions.n; k++) {
      const SimInstance* i = &sim_regions.instance[k];
      if (i->region != region) continue;
      if (!r) sim_fail("region is missing", 0, (uint64_t)region);
      n++;
      unfinished += !i->finished;
      if (i->number % r->fold.list.stride == 0) {
         if (listed == r->fold.list.n) sim_fail("listed instances", listed, listed + 1);
         sim_compare_instance(&r->fold.list.instance[listed++], i);
      }
      uint32_t stride = 1;
      while ((i->points + stride - 1) / stride > i->points_max) stride *= 2;
      for (uint32_t p = 0; p < i->points && i->cost.n[SIM_IR]; p += stride, points++)
         sim_compare_point(r, i, &i->point[p]);
   }
   if (!r) return;
   sim_equal("instances", r->fold.instructions.n, n);
   sim_equal("unfinished instances", r->unfinished, unfinished);
   sim_equal("listed instances", r->fold.list.n, listed);
   sim_equal("folded samples", r->fold.n_samples, points);
   sim.c->instances += n;
   sim.c->points += points;
}

// In the order of their numbers: as they began.
static void sim_compare_regions(void)
{
   sim_equal("open instances", engine.regions.n_open, (uint64_t)sim_open_instances());
   timeline_regions_finish();
   for (SimInstance* i = sim_next_open(NULL); i; i = sim_next_open(i))
      sim_end_instance(i, false);
   for (int region = 0; region < SIM_REGIONS; region++) sim_compare_region(region);
   sim_regions_clear();
}

#endif
