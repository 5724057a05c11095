// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline; see timeline.h.
#include "engine/over_time/timeline.h"

#include "engine/engine.h"
#include "engine/over_time/timeline_regions.h"
#include "engine/probes.h"

#define TIMELINE (&engine.timeline)

// The access that a sample records is one of at least so many from its tick on, each as likely as the others.
enum { NEXT_ACCESSES = 16 };

static void dropped(void* sample)
{
   timeline_ranges_drop(((TimelineSample*)sample)->range);
}

void timeline_init(void)
{
   *TIMELINE = (Timeline){0};
   bins_init(&TIMELINE->bins, EV_COUNT, 0);
   samples_init(&TIMELINE->samples, engine.config.timeline.samples_max, sizeof(TimelineSample),
                dropped);
   if (engine.config.track_objects) timeline_ranges_init();
   timeline_regions_init();
}

// --- clock and totals ---------------------------------------------------------------------

uint64_t timeline_now(void)
{
   return shadow_stack_now(&xg_current);
}

void timeline_totals(uint64_t totals[EV_COUNT])
{
   const ShadowStack* s = xg_current.stack;
   const uint64_t* running = s && !s->exec.collect ? s->exec.frozen : xg_current.total;
   for (int e = 0; e < EV_COUNT; e++) totals[e] = running[e] + xg_current.elsewhere[e];
   for (int m = 0; m < EV_LATE_COUNT_BESIDE; m++) totals[EV_ACCOST_L1 + m] += engine.late[m];
}

// Ends a stretch of the bins.
static void add_to_bins(uint64_t now)
{
   uint64_t totals[EV_COUNT], cost[EV_COUNT];
   timeline_totals(totals);
   for (int e = 0; e < EV_COUNT; e++) cost[e] = totals[e] - TIMELINE->counted[e];
   bins_add(&TIMELINE->bins, now, cost);
   host_memcpy(TIMELINE->counted, totals, sizeof totals);
}

// --- samples ------------------------------------------------------------------------------

static TimelineSample* last_sample(void)
{
   return samples_at(&TIMELINE->samples, TIMELINE->samples.n - 1);
}

// Simulations apart have no samples.
static Simulation* next_sampled(const Simulation* sim)
{
   return engine.config.apart ? NULL : simulation_next(sim);
}

static void wait_for(uint32_t accesses)
{
   for (Simulation* sim = PROGRAM; sim; sim = next_sampled(sim))
      hierarchy_ask_each(&sim->caches, accesses != 0);
   TIMELINE->accesses_left = accesses;
}

void timeline_break(void)
{
   if (!TIMELINE->accesses_left) return;
   wait_for(0);
   timeline_regions_sample(last_sample());
}

// Of a library's code that is the innermost caller whose source is known: what a library calls in its turn does not hide
// who uses it.
static const Function* caller_of(const ShadowStack* s)
{
   const Function* direct = NULL;
   const bool is_known = callgraph_is_known_source(s->exec.context->function);
   for (const Frame* f = s->top - 1; f >= s->floor; f--) {
      const Function* caller = f->arc ? f->arc->from->function : NULL;
      if (caller && (is_known || callgraph_is_known_source(caller))) return caller;
      if (!direct) direct = caller;
   }
   return direct;
}

static bool is_data(const Site* s)
{
   return s->kind >= SITE_READ && s->kind <= SITE_WRITE_GUARDED;
}

// How many: a multiple of those of the block, so that in a loop of one block each instruction has the
// same chance.
static uint32_t next_accesses(const Block* b)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < b->n_sites; i++) n += is_data(&b->sites[i]);
   return n ? (NEXT_ACCESSES + n - 1) / n * n : NEXT_ACCESSES;
}

static void take_sample(const Block* block, uint64_t now)
{
   const ShadowStack* s = xg_current.stack;
   timeline_break();
   TimelineSample* t = samples_tick(&TIMELINE->samples, now);
   *t = (TimelineSample){.at = now,
                         .thread = s->thread,
                         .block = block,
                         .function = s->exec.context->function,
                         .caller = caller_of(s)};
   timeline_regions_tick(t);
   wait_for(1 + (uint32_t)samples_random(&TIMELINE->samples, next_accesses(block)));
}

// address: in the program.
static void record(TimelineSample* t, const Site* site, uint64_t address, ServedBy by)
{
   t->kind = site->is_write ? SAMPLE_STORE : SAMPLE_LOAD;
   t->served[PROGRAM->number] = (uint8_t)by;
   t->size_B = site->size_B;
   t->address = address;
   t->site = site;
   t->access_function = xg_current.stack->exec.context->function;
   if (!engine.config.track_objects) return;
   const MemRange* r = object_costs_range(address);
   t->object = r ? r->object : engine.objects.set.unknown;
   t->range = timeline_ranges_take(r);
}

void timeline_access(const Site* site, uint64_t address, ServedBy by)
{
   if (--TIMELINE->accesses_left) {
      hierarchy_cool(&PROGRAM->caches, address, site->size_B);
      return;
   }
   wait_for(0);
   record(last_sample(), site, what_if_own(address), by);
   timeline_regions_sample(last_sample());
   for (Simulation* sim = next_sampled(PROGRAM); sim; sim = next_sampled(sim)) {
      sim->beside.awaits_sample = true;
      hierarchy_ask_each(&sim->caches, true);
   }
}

static void served_beside(Simulation* sim, ServedBy by)
{
   sim->beside.awaits_sample = false;
   hierarchy_ask_each(&sim->caches, false);
   last_sample()->served[sim->number] = (uint8_t)by;
   timeline_regions_sample(last_sample());
}

// Of an access in pieces it is the first one.
void timeline_access_beside(Simulation* sim, const Site* site, uint64_t address, ServedBy by)
{
   if (sim->beside.awaits_sample)
      served_beside(sim, by);
   else if (TIMELINE->accesses_left)
      hierarchy_cool(&sim->caches, address, site->size_B);
}

void timeline_access_dropped(Simulation* sim)
{
   if (sim->beside.awaits_sample) served_beside(sim, AT_L1);
}

// --- what is due --------------------------------------------------------------------------

void timeline_due(const Block* block)
{
   const ShadowStack* s = xg_current.stack;
   if (TIMELINE->accesses_left && (!s->exec.collect || s->thread != last_sample()->thread))
      timeline_break();
   if (!s->exec.collect) {
      xg_current.due_at = UINT64_MAX;
      return;
   }
   uint64_t now = timeline_now();
   if (now >= bins_next(&TIMELINE->bins)) add_to_bins(now);
   if (now >= TIMELINE->samples.next) take_sample(block, now);
   uint64_t bin = bins_next(&TIMELINE->bins), tick = TIMELINE->samples.next;
   xg_current.due_at = (bin < tick ? bin : tick) - xg_current.elsewhere[EV_IR];
}

// --- all of it ----------------------------------------------------------------------------

void timeline_finish(void)
{
   timeline_break();
   add_to_bins(timeline_now());
}

void timeline_zero(void)
{
   timeline_break();
   samples_clear(&TIMELINE->samples, timeline_now());
   bins_clear(&TIMELINE->bins, timeline_now());
   timeline_totals(TIMELINE->counted);
   timeline_regions_zero();
   xg_current.due_at = 0;
}

void timeline_check(void)
{
   bins_check(&TIMELINE->bins);
   samples_check(&TIMELINE->samples);
   timeline_regions_check();
   const Hierarchy* h = &PROGRAM->caches;
   bool may_be_fast = h->can_be_fast && !TIMELINE->accesses_left && !h->awaits;
   XG_ASSERT((h->fast || h->fast_with_classes) == may_be_fast);
   for (uint64_t i = 1; i < TIMELINE->samples.n; i++) {
      const TimelineSample* t = samples_at(&TIMELINE->samples, (uint32_t)i);
      XG_ASSERT(t[-1].at < t->at && (t->kind != SAMPLE_NO_ACCESS || !t->site));
   }
}

// --- entry points ----------------------------------------------------------------------------

XG_INLINE bool is_due(void)
{
   return XG_UNLIKELY(xg_current.total[EV_IR] >= xg_current.due_at);
}

static void enter_with_timeline(Block* b)
{
   engine.timeline.enter(b);
   if (is_due()) timeline_due(b);
}

// The next block calls `enter` even if its key is current.
static __attribute__((noinline)) void have_entered(uint64_t address)
{
   Block* b = callgraph_find_block(&engine.graph, address, false);
   if (b) b->key = NULL;
}

static void call_with_timeline(Exit* exit, uint64_t target, uint64_t sp)
{
   engine.timeline.transfers.call(exit, target, sp);
   if (is_due()) have_entered(target);
}

static void return_with_timeline(Exit* exit, uint64_t target, uint64_t sp)
{
   engine.timeline.transfers.ret(exit, target, sp);
   if (is_due()) have_entered(target);
}

static void jump_with_timeline(Exit* exit, uint64_t target, uint64_t sp)
{
   engine.timeline.transfers.jump(exit, target, sp);
   if (is_due()) have_entered(target);
}

static void wrap(EntryPoints* e)
{
   e->due = timeline_due;
   engine.timeline.enter = e->enter;
   engine.timeline.transfers = (TransferFunctions){e->call, e->ret, e->jump};
   e->enter = enter_with_timeline;
   e->call = call_with_timeline;
   e->ret = return_with_timeline;
   e->jump = jump_with_timeline;
}

const ProbeEvents timeline_probe = {.init = timeline_init,
                                    .wrap = wrap,
                                    .interrupted = timeline_break,
                                    .zero = timeline_zero,
                                    .close = timeline_finish,
                                    .check = timeline_check};
