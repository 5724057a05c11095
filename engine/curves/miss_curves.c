// SPDX-License-Identifier: GPL-3.0-or-later
// Miss curves by function and memory object; see miss_curves.h.
#include "engine/curves/miss_curves.h"

#include "engine/engine.h"
#include "engine/probes.h"

void miss_curves_init(void)
{
   const MissCurvesConfig* c = &engine.config.curves;
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) {
      sim->curves = (MissCurves){.arena = {.what = "engine.curves"}};
      reuse_init(&sim->curves.reuse, c->lines_max, c->exact);
   }
}

// --- functions and objects ----------------------------------------------------------------

// Makes room for a number in an array by number.
static void* make_room(void* array, uint32_t* n, uint32_t number)
{
   uint32_t size = *n ? *n : 256, old = *n;
   if (number < old) return array;
   while (size <= number) size *= 2;
   array = host_realloc("engine.curves", array, size * sizeof(void*));
   host_memset((void**)array + old, 0, (size - old) * sizeof(void*));
   *n = size;
   return array;
}

static FunctionCurve* curve_of(MissCurves* m, const Function* f)
{
   m->by_function = make_room(m->by_function, &m->n_by_function, f->number);
   FunctionCurve** c = &m->by_function[f->number];
   if (XG_LIKELY(*c != NULL)) return *c;
   *c = arena_alloc(&m->arena, sizeof **c);
   (*c)->function = f;
   return *c;
}

static ObjectCurve* curve_of_object(MissCurves* m, const MemObject* o)
{
   m->by_object = make_room(m->by_object, &m->n_by_object, o->number);
   ObjectCurve** c = &m->by_object[o->number];
   if (XG_LIKELY(*c != NULL)) return *c;
   *c = arena_alloc(&m->arena, sizeof **c);
   (*c)->object = o;
   return *c;
}

const ObjectCurve* miss_curves_of_object(const MissCurves* m, const MemObject* o)
{
   return o->number < m->n_by_object ? m->by_object[o->number] : NULL;
}

// --- open calls ---------------------------------------------------------------------------

static ReuseHistogram* take_spare(MissCurves* m)
{
   if (m->n_spare) return m->spare[--m->n_spare];
   return arena_alloc(&m->arena, sizeof(ReuseHistogram));
}

static void give_spare(MissCurves* m, ReuseHistogram* h)
{
   if (m->n_spare == m->spare_capacity) {
      m->spare_capacity = m->spare_capacity ? 2 * m->spare_capacity : 64;
      m->spare =
         host_realloc("engine.curves", m->spare, m->spare_capacity * sizeof(ReuseHistogram*));
   }
   m->spare[m->n_spare++] = h;
}

// Adds what is pending for the function of the innermost call, if it counts there.
static void add_pending(MissCurves* m, const OpenCall* c)
{
   if (!c->pending || !c->opens) return;
   ReuseHistogram* to = &c->function->inclusive;
   reuse_histogram_add_all(to, &m->arena, c->pending);
}

// The innermost call has ended: its accesses are its caller's.
static void close_call(MissCurves* m)
{
   OpenCall* c = &m->calls[--m->n_calls];
   add_pending(m, c);
   if (c->opens) c->function->on_path = false;
   if (!c->pending) return;
   OpenCall* caller = m->n_calls ? c - 1 : NULL;
   if (caller && !caller->pending) {
      caller->pending = c->pending;
      return;
   }
   if (caller) reuse_histogram_add_all(caller->pending, &m->arena, c->pending);
   reuse_histogram_clear(c->pending);
   give_spare(m, c->pending);
}

static void close_calls(MissCurves* m, uint32_t left)
{
   while (m->n_calls > left) close_call(m);
}

static void open_call(MissCurves* m, OpenCall c, const Function* f)
{
   if (m->n_calls == m->capacity) {
      m->capacity = m->capacity ? 2 * m->capacity : 64;
      m->calls = host_realloc("engine.curves", m->calls, m->capacity * sizeof *m->calls);
   }
   if (f) {
      c.function = curve_of(m, f);
      c.opens = !c.function->on_path;
      c.function->on_path = true;
   }
   m->calls[m->n_calls++] = c;
}

static bool is_of_frame(const OpenCall* c, const Frame* f)
{
   return c->arc == f->arc && c->caller == f->caller
          && (!f->arc || c->ir_at_call == f->total_at_call[EV_IR]);
}

// What runs outside all calls of the running execution state.
static const Context* outermost(const ShadowStack* s)
{
   return s->top > s->floor ? s->floor->caller : s->exec.context;
}

// Brings the open calls up to date; returns the innermost one.
static OpenCall* innermost_call(MissCurves* m)
{
   const ShadowStack* s = xg_current.stack;
   uint32_t floor = (uint32_t)(s->floor - s->frames), n = 1 + (uint32_t)(s->top - s->floor);
   const Context* root = outermost(s);
   if (m->stack != s || m->floor != floor || m->n_handlers != s->n_handlers
       || (m->n_calls && m->calls[0].caller != root))
      close_calls(m, 0);
   m->stack = s;
   m->floor = floor;
   m->n_handlers = s->n_handlers;
   close_calls(m, n);
   // Skipped functions' frames tell nothing: all from the last frame with an arc on are taken anew.
   while (m->n_calls > 1) {
      const OpenCall* c = &m->calls[m->n_calls - 1];
      if (c->arc && is_of_frame(c, s->floor + m->n_calls - 2)) break;
      close_call(m);
   }
   if (!m->n_calls) open_call(m, (OpenCall){.caller = root}, root->function);
   while (m->n_calls < n) {
      const Frame* f = s->floor + m->n_calls - 1;
      OpenCall c = {.arc = f->arc, .caller = f->caller};
      if (f->arc) c.ir_at_call = f->total_at_call[EV_IR];
      open_call(m, c, f->arc ? f->arc->to->function : NULL);
   }
   return &m->calls[n - 1];
}

static void flush(MissCurves* m)
{
   close_calls(m, 0);
   m->stack = NULL;
}

void miss_curves_flush(void)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) flush(&sim->curves);
}

// --- accesses -------------------------------------------------------------------------------

// The object that the access belongs to.
static const MemObject* object_of(uint64_t address)
{
   const ObjectCosts* now = object_costs_now(&engine.objects);
   return now == engine.objects.unrecorded ? object_costs_find(address) : now->object;
}

static void count(MissCurves* m, const ReuseAccess* a, uint64_t address)
{
   const ShadowStack* s = xg_current.stack;
   if (!s->exec.collect || !s->exec.context) return;
   OpenCall* c = innermost_call(m);
   if (!c->pending) c->pending = take_spare(m);
   reuse_histogram_add(c->pending, &m->arena, a);
   reuse_histogram_add(&curve_of(m, s->exec.context->function)->self, &m->arena, a);
   if (engine.config.objects)
      reuse_histogram_add(&curve_of_object(m, object_of(address))->self, &m->arena, a);
}

// Generated code is not to find the line.
static void cool(const Cache* d1, uint64_t line)
{
   if (d1->hot && cache_hot_slot(d1, line)->line == line)
      cache_hot_slot(d1, line)->line = NO_LINE;
}

// An access that has been made, to lines of which some are sampled.
static __attribute__((noinline)) void sampled(Simulation* sim, const Site* site,
                                              uint64_t address)
{
   Reuse* r = &sim->curves.reuse;
   const Cache* d1 = &sim->caches.d1;
   uint64_t last = cache_line(d1, address + site->size_B - 1);
   ReuseAccess all = {0}; // its weight is 0 until a line is sampled
   for (uint64_t line = cache_line(d1, address);; line += d1->geometry.line_B) {
      if (reuse_is_sampled(r, line >> d1->line_shift)) {
         cool(d1, line);
         ReuseAccess a = reuse_access(r, line >> d1->line_shift);
         if (a.distance > all.distance || !all.weight) all = a;
      }
      if (line == last) break;
   }
   if (all.weight) count(&sim->curves, &all, address);
}

// Whether a line of the access may be sampled: cheap, and nearly always false.
XG_INLINE bool may_be_sampled(const MissCurves* c, const Site* site, uint64_t address)
{
   uint32_t shift = PROGRAM->caches.d1.line_shift;
   uint64_t first = address >> shift;
   return reuse_is_sampled(&c->reuse, first) || first != (address + site->size_B - 1) >> shift;
}

// Calls come last where no line is sampled, so that they are jumps.
void miss_curves_data(Site* site, uint64_t address)
{
   if (XG_LIKELY(!may_be_sampled(&PROGRAM->curves, site, address))) {
      engine.behind_curves.data(site, address);
      return;
   }
   engine.behind_curves.data(site, address);
   sampled(PROGRAM, site, address);
}

void miss_curves_data_sampled(Site* site, uint64_t address)
{
   engine.behind_curves.data_sampled(site, address);
   if (may_be_sampled(&PROGRAM->curves, site, address)) sampled(PROGRAM, site, address);
}

void miss_curves_data_guarded(Site* site, uint64_t address)
{
   engine.behind_curves.data_guarded(site, address);
   if (may_be_sampled(&PROGRAM->curves, site, address)) sampled(PROGRAM, site, address);
}

void miss_curves_data_beside(Simulation* sim, const Site* site, uint64_t address)
{
   if (XG_UNLIKELY(may_be_sampled(&sim->curves, site, address))) sampled(sim, site, address);
}

// --- all of them ----------------------------------------------------------------------------

void miss_curves_forget_lines(void)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      reuse_clear(&sim->curves.reuse);
}

static void zero(MissCurves* m)
{
   flush(m);
   for (uint32_t i = 0; i < m->n_by_function; i++) {
      FunctionCurve* f = m->by_function[i];
      if (!f) continue;
      reuse_histogram_clear(&f->self);
      reuse_histogram_clear(&f->inclusive);
   }
   for (uint32_t i = 0; i < m->n_by_object; i++)
      if (m->by_object[i]) reuse_histogram_clear(&m->by_object[i]->self);
}

void miss_curves_zero(void)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) zero(&sim->curves);
}

static void check(const Simulation* sim)
{
   const MissCurves* m = &sim->curves;
   reuse_check(&m->reuse);
   const Cache* d1 = &sim->caches.d1;
   for (uint64_t s = 0; d1->hot && s < d1->sets; s++) {
      uint64_t line = d1->hot[s].line;
      XG_ASSERT(line == NO_LINE || !reuse_is_sampled(&m->reuse, line >> d1->line_shift));
   }
}

void miss_curves_check(void)
{
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) check(sim);
}

const ProbeEvents miss_curves_probe = {.init = miss_curves_init,
                                       .unseen = miss_curves_forget_lines,
                                       .zero = miss_curves_zero,
                                       .close = miss_curves_flush,
                                       .check = miss_curves_check};
