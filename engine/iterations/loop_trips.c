// SPDX-License-Identifier: GPL-3.0-or-later
// Iterations of each entry of a loop; see loop_trips.h.
#include "engine/iterations/loop_trips.h"

#include "base/array.h"
#include "engine/engine.h"
#include "engine/probes.h"

// A trip that waits until an inner activation of the function, in the same context, has ended.
typedef struct Suspended Suspended;
struct Suspended {
   LoopTrips* of;
   OpenTrip trip;
   uint32_t until; // depth of the inner one's frame
   Suspended* next;
};

static Map trips;            // by head and context
static Suspended* suspended; // newest first; those of a stack from the innermost one outwards
static LoopTrips* shared;    // by several stacks
static uint32_t part;        // that has begun, from 0

// --- executions -------------------------------------------------------------------------------

// Finds the counters of blocks that have the head since the last time.
static void find_counters(LoopTrips* t)
{
   const LoopHead* h = t->head;
   for (; t->n_counters < h->n_blocks && t->n_counters < LOOP_HEAD_BLOCKS; t->n_counters++) {
      t->counter = array_grown("engine.loop_trips", t->counter, t->n_counters,
                               &t->counters_room, sizeof *t->counter);
      const CostCentre* in =
         callgraph_cost_centre(&engine.graph, h->block[t->n_counters], t->context);
      t->counter[t->n_counters] = &in->executions[h->segment[t->n_counters]];
   }
}

XG_INLINE uint64_t executions(LoopTrips* t)
{
   if (XG_UNLIKELY(t->n_counters != t->head->n_blocks)) find_counters(t);
   uint64_t n = 0;
   for (uint32_t i = 0; i < t->n_counters; i++) n += *t->counter[i];
   return n;
}

// --- trips that end -----------------------------------------------------------------------------

static void add(LoopTripsSum* sum, uint64_t entries, uint64_t each)
{
   if (!entries || !each) return; // was not entered
   if (!sum->entries || each < sum->least) sum->least = each;
   if (each > sum->most) sum->most = each;
   sum->entries += entries;
}

static void end_trip(LoopTripsSum* sum, const OpenTrip* trip, uint64_t iterations)
{
   if (trip->is_carried)
      sum->left += iterations;
   else
      add(sum, 1, iterations);
}

// The running trip has ended, and one of this activation begins; `now`: executions of the head.
static void next_trip(LoopTrips* t, uint32_t depth, uint64_t now)
{
   end_trip(&t->ended, &t->now, now - t->now.iterations);
   t->now.iterations = now;
   t->now.depth = depth;
   t->now.is_carried = false;
}

// --- several at a time --------------------------------------------------------------------------

static uint32_t depth_of(const ShadowStack* s)
{
   return (uint32_t)(s->top - s->frames);
}

// Whether the context may have other activations than the innermost one.
static bool is_nested(const ShadowStack* s, const Context* c)
{
   return s->active[c->function_number] > c->levels
          || engine.config.graph.skip_direct_recursion;
}

// The running trip, as it is while another one runs.
static OpenTrip halted(const LoopTrips* t, uint64_t now)
{
   OpenTrip trip = t->now;
   trip.iterations = now - trip.iterations;
   return trip;
}

static void resume(LoopTrips* t, const OpenTrip* trip, uint64_t now)
{
   t->now = *trip;
   t->now.iterations = now - trip->iterations;
}

// The trip waits until the frame with the inner activation, of this depth, has been left.
static void suspend(LoopTrips* t, const OpenTrip* trip, ShadowStack* s, uint32_t until)
{
   Suspended** at = &suspended;
   while (*at && ((*at)->trip.stack != s || (*at)->until > until)) at = &(*at)->next;
   Suspended* p = host_alloc("engine.loop_trips", sizeof *p);
   *p = (Suspended){t, *trip, until, *at};
   *at = p;
   Callee* inner = &s->frames[until - 1].callee;
   inner->has_loop_trips = true;
   inner->has_actions = true; // so that it is not left by the fast path
}

// An inner activation enters the loop.
static void nest(LoopTrips* t, ShadowStack* s, uint64_t now)
{
   if (s->top == s->floor) { // the frame is one of what a signal handler has interrupted
      t->is_mixed = true;
      return;
   }
   const OpenTrip outer = halted(t, now);
   suspend(t, &outer, s, depth_of(s));
   t->now = (OpenTrip){.stack = s, .depth = depth_of(s), .iterations = now};
}

static OpenTrip* waiting_of(LoopTrips* t, const ShadowStack* s)
{
   for (uint32_t i = 0; i < t->n_waiting; i++)
      if (t->waiting[i].stack == s) return &t->waiting[i];
   t->waiting = array_grown("engine.loop_trips", t->waiting, t->n_waiting, &t->waiting_room,
                            sizeof *t->waiting);
   t->waiting[t->n_waiting] = (OpenTrip){.stack = s};
   return &t->waiting[t->n_waiting++];
}

static void change_stack(LoopTrips* t, const ShadowStack* to)
{
   const uint64_t now = executions(t);
   const OpenTrip was = halted(t, now);
   *waiting_of(t, was.stack) = was;
   const OpenTrip next = *waiting_of(t, to);
   resume(t, &next, now);
}

void loop_trips_return(const ShadowStack* s)
{
   for (Suspended** at = &suspended; *at;) {
      Suspended* p = *at;
      if (p->trip.stack != s) {
         at = &p->next;
         continue;
      }
      if (p->until < depth_of(s)) return;
      if (p->of->now.stack != s) change_stack(p->of, s);
      const uint64_t now = executions(p->of);
      end_trip(&p->of->ended, &p->of->now, now - p->of->now.iterations);
      resume(p->of, &p->trip, now);
      *at = p->next;
      host_free(p);
   }
}

void loop_trips_switch(const ShadowStack* to)
{
   for (LoopTrips* t = shared; t; t = t->next_shared)
      if (t->now.stack != to) change_stack(t, to);
}

// Several stacks run in the context.  With several cores, they take turns too often to look at each loop.
static void share(LoopTrips* t)
{
   if (engine.config.caches.cores > 1)
      t->is_mixed = true;
   else if (!t->is_shared) {
      t->is_shared = true;
      t->next_shared = shared;
      shared = t;
   }
}

static void wait(LoopTrips* t, const OpenTrip* trip)
{
   share(t);
   *waiting_of(t, trip->stack) = *trip;
}

// --- entries ------------------------------------------------------------------------------------

static LoopTrips* trips_of(const LoopHead* h, const Context* c)
{
   return map_get(&trips, (uintptr_t)h, (uintptr_t)c);
}

// Executions of the head before it was known came all from outside.  Those but `open` are known to have ended.
static LoopTrips* new_trips(LoopHead* h, Context* c, const ShadowStack* s, uint32_t depth,
                            uint64_t open)
{
   LoopTrips* t = host_zalloc("engine.loop_trips", sizeof *t);
   t->context = c;
   t->head = h;
   map_put(&trips, (uintptr_t)h, (uintptr_t)c, t);
   const uint64_t n = executions(t), once = n > open ? n - open : 0;
   t->now = (OpenTrip){.stack = s, .depth = depth, .iterations = once};
   add(&t->ended, once, 1);
   return t;
}

// Whether all that has executed the head has done so in this part.
static bool is_new(const LoopHead* h)
{
   for (uint32_t i = 0; i < h->n_blocks; i++)
      if (h->block[i]->loops->part != part) return false;
   return true;
}

// The depth of the outermost activation on the stack that is known to have a trip; 0: none.
static uint32_t outermost(const LoopTrips* t, const ShadowStack* s)
{
   uint32_t depth = t->now.stack == s ? t->now.depth : 0;
   for (uint32_t i = 0; i < t->n_waiting; i++)
      if (t->waiting[i].stack == s) depth = t->waiting[i].depth;
   for (const Suspended* p = suspended; p; p = p->next)
      if (p->of == t && p->trip.stack == s) depth = p->trip.depth;
   return depth;
}

// An activation besides the innermost one of a stack may have a trip, too: the head's execution in it was one of those that
// seemed to have ended.  If there are fewer than such activations, it may be any of them; if there was none, none of
// them has come that far.
static void begin_another(LoopTrips* t, ShadowStack* s, uint32_t depth, bool is_in)
{
   OpenTrip trip = {.stack = s, .depth = depth, .iterations = is_in && t->ended.entries};
   t->is_mixed =
      t->is_mixed || !is_new(t->head) || (is_in && !trip.iterations && t->has_another);
   if (trip.iterations) {
      t->has_another = true;
      if (!--t->ended.entries) t->ended = (LoopTripsSum){0};
   }
   const uint32_t until = outermost(t, s);
   if (until)
      suspend(t, &trip, s, until);
   else
      wait(t, &trip);
}

// Whether other activations may have executed the head in this part, and this one in an earlier one.
static bool is_doubtful(const LoopHead* h, const Context* c)
{
   return !is_new(h)
          && (c->level + 1 == c->levels || engine.config.graph.skip_direct_recursion
              || engine.graph.shadow_stacks->next);
}

// is_in: the activation has come past the head.
static void begin_in(LoopHead* h, ShadowStack* s, Context* c, uint32_t depth, bool is_in)
{
   LoopTrips* t = trips_of(h, c);
   if (t) {
      begin_another(t, s, depth, is_in);
      return;
   }
   t = new_trips(h, c, s, depth, is_in);
   t->now.is_carried = !executions(t) && !is_new(h);
   t->is_mixed = is_doubtful(h, c);
}

// The last execution of the head may be one of an entry that has not ended, in each activation of the function that is open.
static void begin_on(LoopHead* h, ShadowStack* s, const Function* f)
{
   if (f->number >= s->active_size || !s->active[f->number]) return;
   if (s->exec.context->function == f) begin_in(h, s, s->exec.context, depth_of(s), true);
   for (const Frame* at = s->top - 1; at >= s->floor; at--)
      if (at->arc && at->caller && at->caller->function == f)
         begin_in(h, s, at->caller, (uint32_t)(at - s->frames),
                  loop_heads_dominate(h, at->arc->exit));
}

void loop_trips_begin(LoopHead* h)
{
   ShadowStack* running = xg_current.stack;
   if (!running || !running->exec.context || loop_head_is_full(h)) return;
   const Function* f = running->exec.context->function;
   begin_on(h, running, f);
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      if (s != running && s->exec.context) begin_on(h, s, f);
}

void loop_trips_enter(LoopHead* h)
{
   ShadowStack* s = xg_current.stack;
   Context* c = s->exec.context;
   if (xg_current.key != c || loop_head_is_full(h)) return; // not counted
   LoopTrips* t = h->last;
   if (XG_UNLIKELY(!t || t->context != c)) {
      t = trips_of(h, c);
      if (!t) t = new_trips(h, c, s, depth_of(s), 0);
      h->last = t;
   }
   if (XG_UNLIKELY(t->now.stack != s)) {
      share(t);
      change_stack(t, s);
   }
   const uint64_t now = executions(t);
   if (XG_UNLIKELY(depth_of(s) > t->now.depth && is_nested(s, c)))
      nest(t, s, now);
   else
      next_trip(t, depth_of(s), now);
}

// --- parts of the profile -----------------------------------------------------------------------

// In a context where it was executed before the head was known only, none of which came from within.
static LoopTripsSum sum_of_single(const LoopHead* h, const Context* c)
{
   LoopTripsSum sum = {0};
   for (uint32_t i = 0; i < h->n_blocks; i++) {
      const CostCentre* in =
         map_get(&engine.graph.cost_centres, (uintptr_t)h->block[i], (uintptr_t)c);
      if (in) add(&sum, in->executions[h->segment[i]], 1);
   }
   sum.iterations = sum.entries;
   return sum;
}

LoopTripsSum loop_trips_sum(const LoopHead* h, const Context* context)
{
   LoopTrips* t = trips_of(h, context);
   if (loop_head_is_full(h) || !loop_heads_are_entries_known(h) || (t && t->is_mixed))
      return (LoopTripsSum){0};
   if (!t) return sum_of_single(h, context);
   LoopTripsSum sum = t->ended;
   end_trip(&sum, &t->now, executions(t) - t->now.iterations);
   for (const Suspended* p = suspended; p; p = p->next)
      if (p->of == t) end_trip(&sum, &p->trip, p->trip.iterations);
   for (uint32_t i = 0; i < t->n_waiting; i++)
      if (t->waiting[i].stack != t->now.stack)
         end_trip(&sum, &t->waiting[i], t->waiting[i].iterations);
   sum.iterations = executions(t) - sum.left;
   return sum;
}

// The trip goes on in the next part, if there is one: iterations are those so far.
static void carry(OpenTrip* trip, uint64_t iterations)
{
   trip->is_carried = trip->is_carried || iterations;
   trip->iterations = 0;
}

static bool is_of(const LoopTrips* t, uint32_t thread)
{
   return !thread || t->context->chain->thread_group == thread;
}

uint32_t loop_trips_part(void)
{
   return part;
}

void loop_trips_end_part(uint32_t thread)
{
   part++;
   for (size_t i = 0; i < trips.capacity; i++) {
      LoopTrips* t = trips.entries[i].value;
      if (!t || !is_of(t, thread)) continue;
      t->ended = (LoopTripsSum){0};
      carry(&t->now, executions(t) - t->now.iterations);
      for (uint32_t k = 0; k < t->n_waiting; k++)
         carry(&t->waiting[k], t->waiting[k].iterations);
   }
   for (Suspended* p = suspended; p; p = p->next)
      if (is_of(p->of, thread)) carry(&p->trip, p->trip.iterations);
}

const ProbeEvents loop_trips_probe = {.stack = loop_trips_switch,
                                      .end_part = loop_trips_end_part};
