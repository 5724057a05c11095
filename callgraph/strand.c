// SPDX-License-Identifier: GPL-3.0-or-later
// Shadow stacks; see strand.h.
#include "callgraph/strand.h"

enum { FIRST_FRAMES = 32, FIRST_FUNCTIONS = 256 };

static void copy_cost(uint64_t* to, const uint64_t* from)
{
   for (int e = 0; e < EV_COUNT; e++) to[e] = from[e];
}

// The same where only the counted events matter: on the call path.
static void copy_counted(const CallGraph* g, uint64_t* to, const uint64_t* from)
{
   for (uint32_t e = 0; e < g->config.width; e++) to[e] = from[e];
}

static void zero_cost(uint64_t* cost)
{
   port_memset(cost, 0, EV_COUNT * sizeof *cost);
}

// Frames start at cache lines: a call touches one line of the host.
static void allocate_frames(Strand* s, size_t n)
{
   enum { LINE_B = 64 };
   s->frames_memory = port_alloc("callgraph.frames", n * sizeof *s->frames + LINE_B);
   uintptr_t start = ((uintptr_t)s->frames_memory + LINE_B - 1) & ~(uintptr_t)(LINE_B - 1);
   s->frames = (Frame*)start;
}

static void allocate_tree_frames(Strand* s, size_t n)
{
   s->tree_frames =
      port_realloc("callgraph.tree_frames", s->tree_frames, n * sizeof *s->tree_frames);
}

Strand* strand_new(CallGraph* g, uint32_t thread)
{
   Strand* s = port_zalloc("callgraph.strand", sizeof *s);
   s->thread = thread;
   s->collect = g->config.collect_at_start;
   allocate_frames(s, FIRST_FRAMES);
   if (g->tree.on) allocate_tree_frames(s, FIRST_FRAMES);
   s->frames[0].sp = ~0ULL;
   s->frames[0].callee.complete = true;
   s->floor = s->top = s->frames + 1;
   s->limit = s->frames + FIRST_FRAMES;
   s->next = g->strands;
   g->strands = s;
   return s;
}

// Makes the strand count activations of functions up to this number.
static void make_room(const CallGraph* g, Strand* s, uint32_t number)
{
   if (XG_LIKELY(number < s->active_size)) return;
   uint32_t size = s->active_size ? s->active_size : FIRST_FUNCTIONS;
   while (size <= g->n_functions) size *= 2;
   s->active = port_realloc("callgraph.active", s->active, size * sizeof *s->active);
   port_memset(s->active + s->active_size, 0, (size - s->active_size) * sizeof *s->active);
   s->active_size = size;
}

void strand_switch(CallGraph* g, Now* now, Strand* to)
{
   if (now->strand) {
      strand_settle(now);
      copy_cost(now->strand->total, now->total);
   }
   now->strand = to;
   if (!to) return;
   copy_cost(now->total, to->total);
   make_room(g, to, g->n_functions);
   strand_update_key(g, now);
}

void strand_update_key(CallGraph* g, Now* now)
{
   const Strand* s = now->strand;
   now->key = !s->place     ? KEY_UNPLACED
              : !s->collect ? &g->off_key
              : s->skipping ? (const void*)&g->sink_key
                            : s->place;
}

void strand_complete_frames(Now* now)
{
   Strand* s = now->strand;
   for (Frame* f = s->top - 1; !f->callee.complete; f--) {
      uint64_t* to = f->arc ? f->enter : s->skip_since;
      for (uint32_t e = EV_WIDTH_COUNTS; e < EV_WIDTH_USE; e++) to[e] = now->total[e];
      f->callee.complete = true;
   }
}

void strand_settle(Now* now)
{
   strand_complete_frames(now);
   if (!now->strand->collect) copy_cost(now->total, now->strand->frozen);
}

void strand_collect(CallGraph* g, Now* now, bool on)
{
   Strand* s = now->strand;
   if (s->collect == on) return;
   strand_settle(now);
   if (!on) copy_cost(s->frozen, now->total);
   s->collect = on;
   strand_update_key(g, now);
}

void strand_collect_thread(CallGraph* g, Now* now, bool on)
{
   strand_collect(g, now, on);
   for (Strand* s = g->strands; s; s = s->next) {
      if (s == now->strand || s->thread != now->strand->thread || s->collect == on) continue;
      if (!on) copy_cost(s->frozen, s->total); // settled when it was left
      s->collect = on;
   }
}

uint32_t* strand_active(CallGraph* g, Strand* s, const Function* f)
{
   make_room(g, s, f->number);
   return &s->active[f->number];
}

void strand_deactivate(CallGraph* g, Strand* s, const Function* f)
{
   uint32_t* active = strand_active(g, s, f);
   if (*active) --*active; // after underflows the count may be lower than the truth
}

void strand_root(CallGraph* g, Now* now, Function* f)
{
   Strand* s = now->strand;
   uint32_t* active = strand_active(g, s, f);
   ++*active;
   s->place = callgraph_place(g, callgraph_root_context(g, s, f), *active);
   strand_update_key(g, now);
   if (!g->tree.on) return;
   if (!s->segment) s->segment = context_tree_begin(&g->tree, s->thread, s->signal);
   s->node = context_tree_top(&g->tree, s->segment, s->place->context->fn[0]);
}

static void grow_frames(Strand* s)
{
   size_t top = (size_t)(s->top - s->frames), floor = (size_t)(s->floor - s->frames);
   size_t n = 2 * (size_t)(s->limit - s->frames);
   const Frame* old = s->frames;
   void* old_memory = s->frames_memory;
   allocate_frames(s, n);
   if (s->tree_frames) allocate_tree_frames(s, n);
   port_memcpy(s->frames, old, top * sizeof *old);
   port_free(old_memory);
   s->top = s->frames + top;
   s->floor = s->frames + floor;
   s->limit = s->frames + n;
}

// True if a call from `from` to `to` opens another activation of the callee.
static bool opens_activation(const CallGraph* g, const Place* from, const Place* to)
{
   return !g->config.skip_direct_recursion || from->context->fn[0] != to->context->fn[0];
}

void strand_flush_skipped(CallGraph* g, Now* now)
{
   Strand* s = now->strand;
   if (!s->skipping) return;
   strand_settle(now);
   uint64_t* extra = callgraph_extra(g, s->skipping);
   for (uint32_t e = 0; e < g->config.width; e++) extra[e] += now->total[e] - s->skip_since[e];
   copy_counted(g, s->skip_since, now->total);
}

Function* strand_push(CallGraph* g, Now* now, const Call* call)
{
   Strand* s = now->strand;
   if (s->top == s->limit) grow_frames(s);
   strand_settle(now);
   Frame* f = s->top++;
   f->sp = call->sp;
   f->return_to = call->return_to;
   f->caller = s->place;
   f->skipping = s->skipping;
   f->arc = NULL;
   f->callee = (Callee){.complete = true};
   if (call->skip) {
      if (s->skipping) return NULL;
      s->skipping = callgraph_centre(g, call->exit->block, call->from);
      copy_counted(g, s->skip_since, now->total);
      strand_update_key(g, now);
      return NULL;
   }
   strand_flush_skipped(g, now);
   s->skipping = NULL;
   f->arc = callgraph_arc(g, call->from, call->exit, call->target, call->to, ARC_CALL);
   f->arc->calls++;
   if (g->tree.on) strand_enter_node(g, s, f);
   copy_counted(g, f->enter, now->total);
   s->place = call->to;
   strand_update_key(g, now);
   Function* callee = call->to->context->fn[0];
   uint32_t* active = strand_active(g, s, callee);
   f->callee.number = callee->number;
   f->callee.has_orders = callee->has_orders;
   f->callee.opened = opens_activation(g, call->from, call->to);
   *active += f->callee.opened;
   return *active == 1 ? callee : NULL;
}

// Adds the cost of a frame so far to its arc, and moves it in the tree.
static void add_cost(const CallGraph* g, const Strand* s, const Frame* f, const uint64_t* total)
{
   for (uint32_t e = 0; e < g->config.width; e++) f->arc->cost[e] += total[e] - f->enter[e];
   if (!g->tree.on) return;
   const TreeFrame* t = &s->tree_frames[f - s->frames];
   for (uint32_t e = 0; e < g->config.width; e++)
      context_tree_move(t->caller, t->own, e, total[e] - f->enter[e]);
}

Function* strand_pop(CallGraph* g, Now* now)
{
   Strand* s = now->strand;
   XG_CHECK(s->top > s->floor);
   strand_settle(now);
   strand_flush_skipped(g, now);
   Frame* f = --s->top;
   s->skipping = f->skipping;
   if (s->skipping) copy_counted(g, s->skip_since, now->total);
   s->place = f->caller;
   strand_update_key(g, now);
   if (!f->arc) return NULL;
   add_cost(g, s, f, now->total);
   if (g->tree.on) s->node = s->tree_frames[f - s->frames].caller;
   Function* callee = f->arc->to->context->fn[0];
   uint32_t* active = strand_active(g, s, callee);
   if (f->callee.opened && *active) --*active;
   return *active == 0 ? callee : NULL;
}

// Adds the cost of an activity in this part to the function it began in.
static void add_root_cost(const CallGraph* g, const TreeNode* segment, const uint64_t* total,
                          const uint64_t* part_start, bool undo)
{
   if (!segment) return;
   for (uint32_t e = 0; e < g->config.width; e++) {
      uint64_t cost = total[e] - part_start[e];
      segment->first->self[e] += undo ? -cost : cost;
   }
}

void strand_settle_tree(CallGraph* g, Now* now, bool undo)
{
   const Strand* s = now->strand;
   strand_settle(now);
   add_root_cost(g, s->segment, now->total, s->part_start, undo);
   for (uint32_t i = 0; i < s->n_handlers; i++) {
      const Handler* h = &s->handlers[i];
      add_root_cost(g, h->segment, h->total, h->part_start, undo);
   }
}

// The running activity is over; its node is not the interrupted one's.
static void end_segment(CallGraph* g, Now* now, TreeNode* segment, TreeNode* node)
{
   Strand* s = now->strand;
   add_root_cost(g, s->segment, now->total, s->part_start, false);
   if (s->segment) context_tree_end(&g->tree, s->segment);
   s->segment = segment;
   s->node = node;
}

void strand_restart(CallGraph* g, Now* now, bool collect)
{
   Strand* s = now->strand;
   XG_CHECK(s->top == s->floor && !s->n_handlers);
   strand_settle(now);
   end_segment(g, now, NULL, NULL);
   copy_cost(s->frozen, now->total);
   copy_cost(s->part_start, now->total);
   s->collect = collect;
   s->place = NULL;
   s->skipping = NULL;
   if (s->active) port_memset(s->active, 0, s->active_size * sizeof *s->active);
   strand_update_key(g, now);
}

void strand_begin_handler(CallGraph* g, Now* now, int signal, uint64_t sp, bool alternate,
                          Block* pending)
{
   Strand* s = now->strand;
   XG_ASSERT(s->n_handlers < HANDLERS_MAX);
   if (!s->handlers)
      s->handlers = port_zalloc("callgraph.handlers", HANDLERS_MAX * sizeof *s->handlers);
   strand_settle(now);
   Handler* h = &s->handlers[s->n_handlers++];
   h->place = s->place;
   h->skipping = s->skipping;
   h->floor = (uint32_t)(s->floor - s->frames);
   h->signal = s->signal;
   h->collect = s->collect;
   h->on_alternate_stack = alternate;
   h->sp = sp;
   h->pending = pending;
   copy_cost(h->total, now->total);
   copy_cost(h->skip_since, s->skip_since);
   copy_cost(h->frozen, s->frozen);
   copy_cost(h->part_start, s->part_start);
   zero_cost(s->part_start);
   h->root = s->root;
   h->segment = s->segment;
   h->node = s->node;
   s->root = NULL;
   s->segment = s->node = NULL;
   s->place = NULL;
   s->skipping = NULL;
   s->floor = s->top;
   s->signal = signal;
   zero_cost(now->total);
   zero_cost(s->frozen);
   s->collect = g->config.collect_at_start;
   strand_update_key(g, now);
}

void strand_end_handler(CallGraph* g, Now* now)
{
   Strand* s = now->strand;
   XG_ASSERT(s->n_handlers > 0 && s->top == s->floor);
   strand_settle(now);
   if (s->place) strand_deactivate(g, s, s->place->context->fn[0]);
   for (int e = 0; e < EV_COUNT; e++) s->handler_total[e] += now->total[e];
   const Handler* h = &s->handlers[--s->n_handlers];
   end_segment(g, now, h->segment, h->node);
   s->place = h->place;
   s->skipping = h->skipping;
   s->floor = s->frames + h->floor;
   s->signal = h->signal;
   s->collect = h->collect;
   s->root = h->root;
   copy_cost(s->part_start, h->part_start);
   copy_cost(now->total, h->total);
   copy_cost(s->skip_since, h->skip_since);
   copy_cost(s->frozen, h->frozen);
   strand_update_key(g, now);
}

// The totals that the frames below `end` were measured with: those of the activity that the
// handler starting there interrupted.
static uint64_t* total_of_frame(Now* now, const Frame* f)
{
   Strand* s = now->strand;
   if (f >= s->floor) return now->total;
   uint32_t index = (uint32_t)(f - s->frames);
   for (uint32_t i = s->n_handlers; i-- > 0;)
      if (index >= s->handlers[i].floor) return s->handlers[i].total;
   return now->total;
}

// The same as strand_flush_skipped() for what handlers have interrupted.
static void flush_interrupted(CallGraph* g, Strand* s)
{
   for (uint32_t i = 0; i < s->n_handlers; i++) {
      Handler* h = &s->handlers[i];
      if (!h->skipping) continue;
      uint64_t* extra = callgraph_extra(g, h->skipping);
      for (uint32_t e = 0; e < g->config.width; e++) extra[e] += h->total[e] - h->skip_since[e];
      copy_cost(h->skip_since, h->total);
   }
}

void strand_flush_frames(CallGraph* g, Now* now)
{
   Strand* s = now->strand;
   strand_settle(now);
   strand_flush_skipped(g, now);
   flush_interrupted(g, s);
   for (Frame* f = s->frames + 1; f < s->top; f++) {
      if (!f->arc) continue;
      const uint64_t* total = total_of_frame(now, f);
      add_cost(g, s, f, total);
      copy_cost(f->enter, total);
   }
}

void strand_mark_part(Now* now)
{
   Strand* s = now->strand;
   strand_settle(now);
   copy_cost(s->last_dump, strand_main_total(now));
   for (int e = 0; e < EV_COUNT; e++)
      s->handler_last_dump[e] = strand_handler_total(now, (Event)e);
   copy_cost(s->part_start, now->total);
   for (uint32_t i = 0; i < s->n_handlers; i++)
      copy_cost(s->handlers[i].part_start, s->handlers[i].total);
}

void strand_zero_frames(CallGraph* g, Now* now)
{
   (void)g;
   Strand* s = now->strand;
   strand_settle(now);
   for (Frame* f = s->frames + 1; f < s->top; f++) {
      if (!f->arc) continue;
      copy_cost(f->enter, total_of_frame(now, f));
      f->arc->calls = 0;
   }
   if (s->skipping) copy_cost(s->skip_since, now->total);
   for (uint32_t i = 0; i < s->n_handlers; i++)
      copy_cost(s->handlers[i].skip_since, s->handlers[i].total);
   strand_mark_part(now);
}

const uint64_t* strand_main_total(const Now* now)
{
   const Strand* s = now->strand;
   return s->n_handlers ? s->handlers[0].total : now->total;
}

uint64_t strand_handler_total(const Now* now, Event e)
{
   const Strand* s = now->strand;
   uint64_t sum = s->handler_total[e];
   if (s->n_handlers) sum += now->total[e];
   // What interrupted handlers have cost; the first record is of the program itself.
   for (uint32_t i = 1; i < s->n_handlers; i++) sum += s->handlers[i].total[e];
   return sum;
}

void strand_frame_cost(const CallGraph* g, Now* now, const Frame* f, uint64_t cost[EV_COUNT])
{
   const uint64_t* total = total_of_frame(now, f);
   for (uint32_t e = 0; e < g->config.width; e++)
      cost[e] = f->arc->cost[e] + total[e] - f->enter[e];
}

void strand_add_total(const Now* now, const Strand* s, uint64_t total[EV_COUNT])
{
   const uint64_t* running = s == now->strand ? now->total : s->total;
   for (int e = 0; e < EV_COUNT; e++) {
      total[e] += running[e] + s->handler_total[e];
      for (uint32_t i = 0; i < s->n_handlers; i++) total[e] += s->handlers[i].total[e];
   }
}
