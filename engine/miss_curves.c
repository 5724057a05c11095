// SPDX-License-Identifier: GPL-3.0-or-later
// Miss curves by function and memory object; see miss_curves.h.
#include "engine/miss_curves.h"

#include "engine/engine.h"

// Those of the program, and those that are counted: in other layouts (beside.h) while `other` is set.
#define OWN (&engine.curves[0])
static bool other;
#define CURVES (&engine.curves[other])

// Of each that there is.
static void for_all(void (*f)(void))
{
   f();
   other = engine.config.beside;
   if (other) f();
   other = false;
}

static const Cache* d1_of_curves(void)
{
   return other ? &engine.beside.caches.d1 : &engine.caches.d1;
}

static void init(void)
{
   const MissCurvesConfig* c = &engine.config.curves;
   *CURVES = (MissCurves){.arena = {.what = "engine.curves"}};
   reuse_init(&CURVES->reuse, c->lines_max, c->exact);
}

void miss_curves_init(void)
{
   for_all(init);
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

static FunctionCurve* curve_of(const Function* f)
{
   CURVES->by_function = make_room(CURVES->by_function, &CURVES->n_by_function, f->number);
   FunctionCurve** c = &CURVES->by_function[f->number];
   if (XG_LIKELY(*c != NULL)) return *c;
   *c = arena_alloc(&CURVES->arena, sizeof **c);
   (*c)->function = f;
   return *c;
}

static ObjectCurve* curve_of_object(const MemObject* o)
{
   CURVES->by_object = make_room(CURVES->by_object, &CURVES->n_by_object, o->number);
   ObjectCurve** c = &CURVES->by_object[o->number];
   if (XG_LIKELY(*c != NULL)) return *c;
   *c = arena_alloc(&CURVES->arena, sizeof **c);
   (*c)->object = o;
   return *c;
}

const ObjectCurve* miss_curves_of_object(const MemObject* o, bool of_other)
{
   const MissCurves* c = &engine.curves[of_other];
   return o->number < c->n_by_object ? c->by_object[o->number] : NULL;
}

// --- open calls ---------------------------------------------------------------------------

static ReuseHistogram* take_spare(void)
{
   if (CURVES->n_spare) return CURVES->spare[--CURVES->n_spare];
   return arena_alloc(&CURVES->arena, sizeof(ReuseHistogram));
}

static void give_spare(ReuseHistogram* h)
{
   if (CURVES->n_spare == CURVES->spare_capacity) {
      CURVES->spare_capacity = CURVES->spare_capacity ? 2 * CURVES->spare_capacity : 64;
      CURVES->spare = host_realloc("engine.curves", CURVES->spare,
                                   CURVES->spare_capacity * sizeof(ReuseHistogram*));
   }
   CURVES->spare[CURVES->n_spare++] = h;
}

// Adds what is pending for the function of the innermost call, if it counts there.
static void add_pending(const OpenCall* c)
{
   if (!c->pending || !c->opens) return;
   ReuseHistogram* to = &c->function->inclusive;
   reuse_histogram_add_all(to, &CURVES->arena, c->pending);
}

// The innermost call has ended: its accesses are its caller's.
static void close_call(void)
{
   OpenCall* c = &CURVES->calls[--CURVES->n_calls];
   add_pending(c);
   if (c->opens) c->function->on_path = false;
   if (!c->pending) return;
   OpenCall* caller = CURVES->n_calls ? c - 1 : NULL;
   if (caller && !caller->pending) {
      caller->pending = c->pending;
      return;
   }
   if (caller) reuse_histogram_add_all(caller->pending, &CURVES->arena, c->pending);
   reuse_histogram_clear(c->pending);
   give_spare(c->pending);
}

static void close_calls(uint32_t left)
{
   while (CURVES->n_calls > left) close_call();
}

static void open_call(OpenCall c, const Function* f)
{
   if (CURVES->n_calls == CURVES->capacity) {
      CURVES->capacity = CURVES->capacity ? 2 * CURVES->capacity : 64;
      CURVES->calls =
         host_realloc("engine.curves", CURVES->calls, CURVES->capacity * sizeof *CURVES->calls);
   }
   if (f) {
      c.function = curve_of(f);
      c.opens = !c.function->on_path;
      c.function->on_path = true;
   }
   CURVES->calls[CURVES->n_calls++] = c;
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
static OpenCall* innermost_call(void)
{
   const ShadowStack* s = xg_current.stack;
   uint32_t floor = (uint32_t)(s->floor - s->frames), n = 1 + (uint32_t)(s->top - s->floor);
   const Context* root = outermost(s);
   if (CURVES->stack != s || CURVES->floor != floor || CURVES->n_handlers != s->n_handlers
       || (CURVES->n_calls && CURVES->calls[0].caller != root))
      close_calls(0);
   CURVES->stack = s;
   CURVES->floor = floor;
   CURVES->n_handlers = s->n_handlers;
   close_calls(n);
   // Skipped functions' frames tell nothing: all from the last frame with an arc on are taken anew.
   while (CURVES->n_calls > 1) {
      const OpenCall* c = &CURVES->calls[CURVES->n_calls - 1];
      if (c->arc && is_of_frame(c, s->floor + CURVES->n_calls - 2)) break;
      close_call();
   }
   if (!CURVES->n_calls) open_call((OpenCall){.caller = root}, root->function);
   while (CURVES->n_calls < n) {
      const Frame* f = s->floor + CURVES->n_calls - 1;
      OpenCall c = {.arc = f->arc, .caller = f->caller};
      if (f->arc) c.ir_at_call = f->total_at_call[EV_IR];
      open_call(c, f->arc ? f->arc->to->function : NULL);
   }
   return &CURVES->calls[n - 1];
}

static void flush(void)
{
   close_calls(0);
   CURVES->stack = NULL;
}

void miss_curves_flush(void)
{
   for_all(flush);
}

// --- accesses -------------------------------------------------------------------------------

// The object that the access belongs to.
static const MemObject* object_of(uint64_t address)
{
   const ObjectCosts* now = object_costs_now(&engine.objects);
   return now == engine.objects.unrecorded ? object_costs_find(address) : now->object;
}

static void count(const ReuseAccess* a, uint64_t address)
{
   const ShadowStack* s = xg_current.stack;
   if (!s->exec.collect || !s->exec.context) return;
   OpenCall* c = innermost_call();
   if (!c->pending) c->pending = take_spare();
   reuse_histogram_add(c->pending, &CURVES->arena, a);
   reuse_histogram_add(&curve_of(s->exec.context->function)->self, &CURVES->arena, a);
   if (engine.config.objects)
      reuse_histogram_add(&curve_of_object(object_of(address))->self, &CURVES->arena, a);
}

// Generated code is not to find the line.
static void cool(uint64_t line)
{
   const Cache* d1 = d1_of_curves();
   if (d1->hot && cache_hot_slot(d1, line)->line == line)
      cache_hot_slot(d1, line)->line = NO_LINE;
}

// An access that has been made, to lines of which some are sampled.
static __attribute__((noinline)) void sampled(const Site* site, uint64_t address)
{
   Reuse* r = &CURVES->reuse;
   const Cache* d1 = d1_of_curves();
   uint64_t last = cache_line(d1, address + site->size_B - 1);
   ReuseAccess all = {0}; // its weight is 0 until a line is sampled
   for (uint64_t line = cache_line(d1, address);; line += d1->geometry.line_B) {
      if (reuse_is_sampled(r, line >> d1->line_shift)) {
         cool(line);
         ReuseAccess a = reuse_access(r, line >> d1->line_shift);
         if (a.distance > all.distance || !all.weight) all = a;
      }
      if (line == last) break;
   }
   if (all.weight) count(&all, address);
}

// Whether a line of the access may be sampled: cheap, and nearly always false.
XG_INLINE bool may_be_sampled(const MissCurves* c, const Site* site, uint64_t address)
{
   uint32_t shift = engine.caches.d1.line_shift;
   uint64_t first = address >> shift;
   return reuse_is_sampled(&c->reuse, first) || first != (address + site->size_B - 1) >> shift;
}

// Calls come last where no line is sampled, so that they are jumps.
void miss_curves_data(Site* site, uint64_t address)
{
   if (XG_LIKELY(!may_be_sampled(OWN, site, address))) {
      OWN->data(site, address);
      return;
   }
   OWN->data(site, address);
   sampled(site, address);
}

void miss_curves_data_sampled(Site* site, uint64_t address)
{
   OWN->data_sampled(site, address);
   if (may_be_sampled(OWN, site, address)) sampled(site, address);
}

void miss_curves_data_guarded(Site* site, uint64_t address)
{
   OWN->data_guarded(site, address);
   if (may_be_sampled(OWN, site, address)) sampled(site, address);
}

void miss_curves_data_other(Site* site, uint64_t address)
{
   if (XG_LIKELY(!may_be_sampled(&engine.curves[1], site, address))) return;
   other = true;
   sampled(site, address);
   other = false;
}

// --- all of them ----------------------------------------------------------------------------

static void forget_lines(void)
{
   reuse_clear(&CURVES->reuse);
}

void miss_curves_forget_lines(void)
{
   for_all(forget_lines);
}

static void zero(void)
{
   flush();
   for (uint32_t i = 0; i < CURVES->n_by_function; i++) {
      FunctionCurve* f = CURVES->by_function[i];
      if (!f) continue;
      reuse_histogram_clear(&f->self);
      reuse_histogram_clear(&f->inclusive);
   }
   for (uint32_t i = 0; i < CURVES->n_by_object; i++)
      if (CURVES->by_object[i]) reuse_histogram_clear(&CURVES->by_object[i]->self);
}

void miss_curves_zero(void)
{
   for_all(zero);
}

static void check(void)
{
   reuse_check(&CURVES->reuse);
   const Cache* d1 = d1_of_curves();
   for (uint64_t s = 0; d1->hot && s < d1->sets; s++) {
      uint64_t line = d1->hot[s].line;
      XG_ASSERT(line == NO_LINE || !reuse_is_sampled(&CURVES->reuse, line >> d1->line_shift));
   }
}

void miss_curves_check(void)
{
   for_all(check);
}
