// SPDX-License-Identifier: GPL-3.0-or-later
// Regions of the timeline; see timeline_regions.h.
#include "engine/over_time/timeline_regions.h"

#include "engine/engine.h"
#include "engine/probes.h"

#define REGIONS (&engine.regions)

// So that memory is bounded in programs that keep many instances open: from the 65th on they keep
// fewer points.
enum { OPEN_WITH_ALL_POINTS = 64, POINTS_OF_OTHERS = 32 };

static bool is_counted(int e)
{
   if (!event_is_late((uint32_t)e)) return (uint32_t)e < engine.graph.total_width;
   if (e < (int)EV_WIDTH_USE_L3) return engine.config.line_use;
   return e < (int)EV_WIDTH_STORES ? engine.config.stores
                                   : engine.graph.config.beside && engine.config.line_use;
}

void timeline_regions_init(void)
{
   *REGIONS = (TimelineRegions){0};
   for (int e = 0; e < EV_COUNT; e++) {
      REGIONS->index[e] = NOT_AN_EVENT;
      if (!is_counted(e)) continue;
      REGIONS->index[e] = (uint8_t)REGIONS->n_events;
      REGIONS->event[REGIONS->n_events++] = (uint8_t)e;
   }
}

// --- what an instance counts --------------------------------------------------------------

typedef struct {
   uint64_t instructions, event[EV_COUNT]; // as TimelineRegions.event
} Totals;

// The events of all that is counted for instances, from running totals.
static void choose_events(Totals* t, const uint64_t total[EV_COUNT])
{
   t->instructions = total[EV_IR];
   for (uint32_t i = 0; i < REGIONS->n_events; i++) {
      int e = REGIONS->event[i];
      t->event[i] = event_is_late((uint32_t)e) ? engine.late[e - EV_ACCOST_L1] : total[e];
   }
}

// The totals of the execution state that a function's instance counts, which may be waiting.
static const uint64_t* totals_of_state(const OpenRegion* o)
{
   const ShadowStack* s = o->stack;
   if (o->n_handlers < s->n_handlers) return s->handlers[o->n_handlers].interrupted.total;
   return s == xg_current.stack ? xg_current.total : s->exec.total;
}

static void totals_of(Totals* t, const OpenRegion* o)
{
   uint64_t sum[EV_COUNT] = {0};
   shadow_stack_update_totals(&xg_current);
   if (o->stack) {
      choose_events(t, totals_of_state(o));
      return;
   }
   for (const ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      if (s->thread == o->thread) shadow_stack_add_total(&xg_current, s, sum);
   choose_events(t, sum);
}

static bool runs(const OpenRegion* o)
{
   const ShadowStack* s = xg_current.stack;
   return o->stack ? o->stack == s && o->n_handlers == s->n_handlers : o->thread == s->thread;
}

// --- samples ------------------------------------------------------------------------------

void timeline_regions_tick(const TimelineSample* sample)
{
   TimelineSample copy = *sample;
   copy.range = NULL; // it may go with the sample
   if (probes.tick) probes.tick(sample);
   uint64_t weight = engine.timeline.samples.period / SAMPLES_FIRST_PERIOD;
   for (OpenRegion* o = REGIONS->open; o; o = o->next) {
      if (!runs(o)) continue;
      Totals t;
      totals_of(&t, o);
      fold_point(o->instance, t.instructions, t.event, weight, &copy);
   }
}

void timeline_regions_sample(const TimelineSample* sample)
{
   if (probes.sampled) probes.sampled(sample);
   for (OpenRegion* o = REGIONS->open; o; o = o->next) {
      TimelineSample* kept = fold_last_payload(o->instance);
      if (!kept || kept->at != sample->at) continue;
      *kept = *sample;
      kept->range = NULL;
   }
}

// --- regions ------------------------------------------------------------------------------

static TimelineRegion* find(const Function* f, const char* name)
{
   for (uint32_t i = 0; i < REGIONS->n; i++) {
      TimelineRegion* r = REGIONS->region[i];
      if (!r->found && r->function == f && (f || host_strcmp(r->name, name) == 0)) return r;
   }
   return NULL;
}

// The region of a function, or without one that of requests with this name; NULL: there are too many.
static TimelineRegion* region(const Function* f, const char* name)
{
   TimelineRegion* r = find(f, name);
   return r ? r : timeline_regions_add(f ? REGION_FUNCTION : REGION_REQUEST, f, name);
}

TimelineRegion* timeline_regions_add(RegionKind kind, const Function* f, const char* name)
{
   if (REGIONS->n == TIMELINE_REGIONS_MAX) {
      if (!REGIONS->left_out) REGIONS->left_out = name;
      return NULL;
   }
   TimelineRegion* r = host_zalloc("engine.timeline_region", sizeof *r);
   r->name = name;
   r->kind = kind;
   r->function = f;
   fold_init(&r->fold, REGIONS->n_events, sizeof(TimelineSample));
   return REGIONS->region[REGIONS->n++] = r;
}

// --- instances ----------------------------------------------------------------------------

static OpenRegion* open_instance(TimelineRegion* r, const ShadowStack* stack)
{
   OpenRegion* o = host_alloc("engine.timeline_region", sizeof *o);
   *o = (OpenRegion){.region = r,
                     .stack = stack,
                     .n_handlers = xg_current.stack->n_handlers,
                     .thread = xg_current.stack->thread};
   OpenRegion** at = &REGIONS->open;
   while (*at) at = &(*at)->next;
   *at = o;
   REGIONS->n_open++;
   return o;
}

static void begin(OpenRegion* o, uint64_t clock, const Totals* t)
{
   FoldStart start = {.clock = clock, .thread = o->thread, .points_max = FOLD_POINTS};
   if (REGIONS->n_open > OPEN_WITH_ALL_POINTS) start.points_max = POINTS_OF_OTHERS;
   o->instance = fold_begin(&o->region->fold, &start, t->instructions, t->event);
}

void timeline_regions_end(OpenRegion* o, bool finished)
{
   if (!o) return;
   Totals t;
   totals_of(&t, o);
   fold_end(o->instance, t.instructions, t.event);
   o->region->unfinished += !finished;
   OpenRegion** at = &REGIONS->open;
   while (*at != o) at = &(*at)->next;
   *at = o->next;
   REGIONS->n_open--;
   host_free(o);
}

static OpenRegion* open_here(const TimelineRegion* r)
{
   for (OpenRegion* o = REGIONS->open; o; o = o->next)
      if (o->region == r && o->stack == xg_current.stack) return o;
   return NULL;
}

// The cost of a call whose caller is known only at its end began earlier: its frame knows when.
void timeline_regions_enter(const Function* f)
{
   TimelineRegion* r = region(f, f->name);
   if (!r || open_here(r)) return;
   OpenRegion* o = open_instance(r, xg_current.stack);
   Totals now, at_call;
   totals_of(&now, o);
   at_call = now;
   const uint64_t* total = xg_current.stack->top[-1].total_at_call;
   at_call.instructions = total[EV_IR];
   for (uint32_t i = 0; i < REGIONS->n_events; i++)
      if (!event_is_late(REGIONS->event[i])) at_call.event[i] = total[REGIONS->event[i]];
   begin(o, timeline_now() - (now.instructions - at_call.instructions), &at_call);
}

void timeline_regions_leave(const Function* f)
{
   const TimelineRegion* r = find(f, f->name);
   if (r) timeline_regions_end(open_here(r), true);
}

void timeline_regions_leave_all(bool finished)
{
   OpenRegion* next;
   for (OpenRegion* o = REGIONS->open; o; o = next) {
      next = o->next;
      if (o->stack && runs(o)) timeline_regions_end(o, finished);
   }
}

OpenRegion* timeline_regions_begin(const char* name)
{
   TimelineRegion* r = region(NULL, name);
   if (!r) return NULL;
   OpenRegion* o = open_instance(r, NULL);
   Totals t;
   totals_of(&t, o);
   begin(o, timeline_now(), &t);
   return o;
}

void timeline_regions_zero(void)
{
   for (uint32_t i = 0; i < REGIONS->n; i++) {
      fold_zero(&REGIONS->region[i]->fold);
      REGIONS->region[i]->unfinished = 0;
   }
   for (OpenRegion* o = REGIONS->open; o; o = o->next) {
      Totals t;
      totals_of(&t, o);
      fold_restart(o->instance, timeline_now(), t.instructions, t.event);
   }
}

void timeline_regions_finish(void)
{
   while (REGIONS->open) timeline_regions_end(REGIONS->open, false);
}

void timeline_regions_check(void)
{
   uint32_t n = 0;
   for (const OpenRegion* o = REGIONS->open; o; o = o->next, n++) {
      XG_ASSERT(!o->stack || o->n_handlers <= o->stack->n_handlers);
      for (const OpenRegion* other = o->next; other && o->stack; other = other->next)
         XG_ASSERT(other->region != o->region || other->stack != o->stack);
   }
   XG_ASSERT(n == REGIONS->n_open);
   for (uint32_t i = 0; i < REGIONS->n; i++) fold_check(&REGIONS->region[i]->fold);
}
