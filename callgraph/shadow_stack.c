// SPDX-License-Identifier: GPL-3.0-or-later
// Shadow stacks; see shadow_stack.h.
#include "callgraph/shadow_stack.h"

enum { FIRST_FRAMES = 32, FIRST_FUNCTIONS = 256 };

static void copy_cost(uint64_t* to, const uint64_t* from)
{
   for (int e = 0; e < EV_COUNT; e++) to[e] = from[e];
}

// Copies the events that are counted; the others stay as they are.
static void copy_counted(const CallGraph* g, uint64_t* to, const uint64_t* from)
{
   for (uint32_t e = 0; e < g->total_width; e++) to[e] = from[e];
}

// Something else runs, which has these totals.
static void start_totals(CurrentState* current, const uint64_t* total)
{
   for (int e = 0; e < EV_COUNT; e++) current->elsewhere[e] += current->total[e] - total[e];
   copy_cost(current->total, total);
   current->due_at = 0;
}

// Frames start at cache lines: a call touches one line of the host.
static void allocate_frames(ShadowStack* s, size_t n)
{
   enum { LINE_B = 64 };
   s->frames_memory = host_alloc("callgraph.frames", n * sizeof *s->frames + LINE_B);
   uintptr_t start = ((uintptr_t)s->frames_memory + LINE_B - 1) & ~(uintptr_t)(LINE_B - 1);
   s->frames = (Frame*)start;
}

static void allocate_tree_frames(ShadowStack* s, size_t n)
{
   s->tree_frames =
      host_realloc("callgraph.tree_frames", s->tree_frames, n * sizeof *s->tree_frames);
}

ShadowStack* shadow_stack_new(CallGraph* g, uint32_t thread)
{
   ShadowStack* s = host_zalloc("callgraph.shadow_stack", sizeof *s);
   s->thread = thread;
   s->miss_classes = g->config.miss_classes;
   s->cycles = g->config.cycles;
   s->exec.collect = g->config.collect_at_start;
   allocate_frames(s, FIRST_FRAMES);
   if (g->tree.on) allocate_tree_frames(s, FIRST_FRAMES);
   s->frames[0].sp = ~0ULL;
   s->frames[0].callee.complete = true;
   s->floor = s->top = s->frames + 1;
   s->limit = s->frames + FIRST_FRAMES;
   s->next = g->shadow_stacks;
   g->shadow_stacks = s;
   return s;
}

// Makes room for the activations of functions up to this number.
static void make_room(const CallGraph* g, ShadowStack* s, uint32_t number)
{
   if (XG_LIKELY(number < s->active_size)) return;
   uint32_t size = s->active_size ? s->active_size : FIRST_FUNCTIONS;
   while (size <= g->n_functions) size *= 2;
   s->active = host_realloc("callgraph.active", s->active, size * sizeof *s->active);
   host_memset(s->active + s->active_size, 0, (size - s->active_size) * sizeof *s->active);
   s->active_size = size;
}

void shadow_stack_switch(CallGraph* g, CurrentState* current, ShadowStack* to)
{
   if (current->stack) {
      shadow_stack_update_totals(current);
      copy_cost(current->stack->exec.total, current->total);
   }
   current->stack = to;
   if (!to) return;
   start_totals(current, to->exec.total);
   make_room(g, to, g->n_functions);
   shadow_stack_update_key(g, current);
}

void shadow_stack_update_key(CallGraph* g, CurrentState* current)
{
   const ShadowStack* s = current->stack;
   current->key = !s->exec.context           ? KEY_NO_CONTEXT
                  : !s->exec.collect         ? &g->off_key
                  : s->exec.skip_cost_centre ? (const void*)&g->sink_key
                                             : s->exec.context;
}

void shadow_stack_complete_frames(CurrentState* current)
{
   ShadowStack* s = current->stack;
   for (Frame* f = s->top - 1; !f->callee.complete; f--) {
      uint64_t* to = f->arc ? f->total_at_call : s->exec.skip_since;
      for (uint32_t e = EV_WIDTH_COUNTS; e < EV_CYBASE; e++) to[e] = current->total[e];
      // Those that pass with the code have been copied at the call.
      for (uint32_t e = s->cycles ? EV_CYDEP + 1 : EV_CYBASE; e < EV_WIDTH_HIERARCHY; e++)
         to[e] = current->total[e];
      for (uint32_t e = EV_D1COLD; s->miss_classes && e < EV_WIDTH_CLASSES; e++)
         to[e] = current->total[e];
      f->callee.complete = true;
   }
}

void shadow_stack_update_totals(CurrentState* current)
{
   shadow_stack_complete_frames(current);
   if (!current->stack->exec.collect) copy_cost(current->total, current->stack->exec.frozen);
}

void shadow_stack_collect(CallGraph* g, CurrentState* current, bool on)
{
   ShadowStack* s = current->stack;
   if (s->exec.collect == on) return;
   shadow_stack_update_totals(current);
   if (!on) copy_cost(s->exec.frozen, current->total);
   s->exec.collect = on;
   current->due_at = 0;
   shadow_stack_update_key(g, current);
}

void shadow_stack_collect_thread(CallGraph* g, CurrentState* current, bool on)
{
   shadow_stack_collect(g, current, on);
   for (ShadowStack* s = g->shadow_stacks; s; s = s->next) {
      if (s == current->stack || s->thread != current->stack->thread || s->exec.collect == on)
         continue;
      if (!on) copy_cost(s->exec.frozen, s->exec.total); // up to date since it was left
      s->exec.collect = on;
   }
}

uint32_t* shadow_stack_active(CallGraph* g, ShadowStack* s, const Function* f)
{
   make_room(g, s, f->number);
   return &s->active[f->number];
}

void shadow_stack_deactivate(CallGraph* g, ShadowStack* s, const Function* f)
{
   uint32_t* active = shadow_stack_active(g, s, f);
   if (*active) --*active; // after underflows the count may be lower than the truth
}

void shadow_stack_root(CallGraph* g, CurrentState* current, Function* f)
{
   ShadowStack* s = current->stack;
   uint32_t* active = shadow_stack_active(g, s, f);
   ++*active;
   s->exec.context = callgraph_context(g, callgraph_root_chain(g, s, f), *active);
   shadow_stack_update_key(g, current);
   if (!g->tree.on) return;
   if (!s->exec.tree_root)
      s->exec.tree_root = context_tree_begin(&g->tree, s->thread, s->exec.signal);
   s->exec.tree_node = context_tree_top(&g->tree, s->exec.tree_root, s->exec.context->function);
}

static void grow_frames(ShadowStack* s)
{
   size_t top = (size_t)(s->top - s->frames), floor = (size_t)(s->floor - s->frames);
   size_t n = 2 * (size_t)(s->limit - s->frames);
   const Frame* old = s->frames;
   void* old_memory = s->frames_memory;
   allocate_frames(s, n);
   if (s->tree_frames) allocate_tree_frames(s, n);
   host_memcpy(s->frames, old, top * sizeof *old);
   host_free(old_memory);
   s->top = s->frames + top;
   s->floor = s->frames + floor;
   s->limit = s->frames + n;
}

// True if a call from `from` to `to` opens another activation of the callee.
static bool opens_activation(const CallGraph* g, const Context* from, const Context* to)
{
   return !g->config.skip_direct_recursion || from->function != to->function;
}

void shadow_stack_flush_skipped(CallGraph* g, CurrentState* current)
{
   ShadowStack* s = current->stack;
   if (!s->exec.skip_cost_centre) return;
   shadow_stack_update_totals(current);
   uint64_t* end_cost = callgraph_end_cost(g, s->exec.skip_cost_centre);
   for (uint32_t e = 0; e < g->total_width; e++)
      end_cost[e] += current->total[e] - s->exec.skip_since[e];
   copy_counted(g, s->exec.skip_since, current->total);
}

Function* shadow_stack_push(CallGraph* g, CurrentState* current, const Call* call)
{
   ShadowStack* s = current->stack;
   if (s->top == s->limit) grow_frames(s);
   shadow_stack_update_totals(current);
   Frame* f = s->top++;
   f->sp = call->sp;
   f->return_to = call->return_to;
   f->caller = s->exec.context;
   f->skip_cost_centre = s->exec.skip_cost_centre;
   f->arc = NULL;
   f->callee = (Callee){.complete = true};
   if (call->skip) {
      if (s->exec.skip_cost_centre) return NULL;
      s->exec.skip_cost_centre = callgraph_cost_centre(g, call->exit->block, call->from);
      copy_counted(g, s->exec.skip_since, current->total);
      shadow_stack_update_key(g, current);
      return NULL;
   }
   shadow_stack_flush_skipped(g, current);
   s->exec.skip_cost_centre = NULL;
   f->arc = callgraph_arc(g, call->from, call->exit, call->target, call->to, ARC_CALL);
   f->arc->calls++;
   if (g->tree.on) shadow_stack_enter_node(g, s, f);
   copy_counted(g, f->total_at_call, current->total);
   s->exec.context = call->to;
   shadow_stack_update_key(g, current);
   Function* callee = call->to->function;
   uint32_t* active = shadow_stack_active(g, s, callee);
   f->callee.number = callee->number;
   f->callee.has_actions = callee->has_actions;
   f->callee.opened = opens_activation(g, call->from, call->to);
   *active += f->callee.opened;
   return *active == 1 ? callee : NULL;
}

// Adds the cost of a frame so far to its arc, and moves it in the tree.
static void add_cost(const CallGraph* g, const ShadowStack* s, const Frame* f,
                     const uint64_t* total)
{
   for (uint32_t e = 0; e < g->total_width; e++)
      f->arc->cost[e] += total[e] - f->total_at_call[e];
   if (!g->tree.on) return;
   const ContextTreeFrame* t = &s->tree_frames[f - s->frames];
   for (uint32_t e = 0; e < g->total_width; e++)
      context_tree_move(t->caller, t->own, e, total[e] - f->total_at_call[e]);
}

Function* shadow_stack_pop(CallGraph* g, CurrentState* current)
{
   ShadowStack* s = current->stack;
   XG_CHECK(s->top > s->floor);
   shadow_stack_update_totals(current);
   shadow_stack_flush_skipped(g, current);
   Frame* f = --s->top;
   s->exec.skip_cost_centre = f->skip_cost_centre;
   if (s->exec.skip_cost_centre) copy_counted(g, s->exec.skip_since, current->total);
   s->exec.context = f->caller;
   shadow_stack_update_key(g, current);
   if (!f->arc) return NULL;
   add_cost(g, s, f, current->total);
   if (g->tree.on) s->exec.tree_node = s->tree_frames[f - s->frames].caller;
   Function* callee = f->arc->to->function;
   uint32_t* active = shadow_stack_active(g, s, callee);
   if (f->callee.opened && *active) --*active;
   return *active == 0 ? callee : NULL;
}

// Adds the cost of an execution state in this part to the tree node of its first function.
static void add_root_cost(const CallGraph* g, const ContextTreeNode* root,
                          const uint64_t* total, const uint64_t* part_start, bool undo)
{
   if (!root) return;
   for (uint32_t e = 0; e < g->total_width; e++) {
      uint64_t cost = total[e] - part_start[e];
      root->first->self[e] += undo ? -cost : cost;
   }
}

void shadow_stack_flush_tree(CallGraph* g, CurrentState* current, bool undo)
{
   const ShadowStack* s = current->stack;
   shadow_stack_update_totals(current);
   add_root_cost(g, s->exec.tree_root, current->total, s->exec.part_start, undo);
   for (uint32_t i = 0; i < s->n_handlers; i++) {
      const SignalHandler* h = &s->handlers[i];
      add_root_cost(g, h->interrupted.tree_root, h->interrupted.total,
                    h->interrupted.part_start, undo);
   }
}

// What runs has ended, and so has its calling-context tree.
static void end_tree(CallGraph* g, CurrentState* current)
{
   ExecState* x = &current->stack->exec;
   add_root_cost(g, x->tree_root, current->total, x->part_start, false);
   if (x->tree_root) context_tree_end(&g->tree, x->tree_root);
   x->tree_root = x->tree_node = NULL;
}

void shadow_stack_restart(CallGraph* g, CurrentState* current, bool collect)
{
   ShadowStack* s = current->stack;
   XG_CHECK(s->top == s->floor && !s->n_handlers);
   shadow_stack_update_totals(current);
   end_tree(g, current);
   copy_cost(s->exec.frozen, current->total);
   copy_cost(s->exec.part_start, current->total);
   s->exec.collect = collect;
   s->exec.context = NULL;
   s->exec.skip_cost_centre = NULL;
   if (s->active) host_memset(s->active, 0, s->active_size * sizeof *s->active);
   shadow_stack_update_key(g, current);
}

void shadow_stack_begin_handler(CallGraph* g, CurrentState* current, int signal, uint64_t sp,
                                bool alternate, Block* pending)
{
   ShadowStack* s = current->stack;
   XG_ASSERT(s->n_handlers < HANDLERS_MAX);
   if (!s->handlers)
      s->handlers = host_zalloc("callgraph.handlers", HANDLERS_MAX * sizeof *s->handlers);
   shadow_stack_update_totals(current);
   SignalHandler* h = &s->handlers[s->n_handlers++];
   *h = (SignalHandler){.interrupted = s->exec,
                        .interrupted_floor = (uint32_t)(s->floor - s->frames),
                        .on_alternate_stack = alternate,
                        .sp = sp,
                        .pending = pending};
   copy_cost(h->interrupted.total, current->total);
   s->exec = (ExecState){.signal = signal, .collect = g->config.collect_at_start};
   s->floor = s->top;
   start_totals(current, s->exec.total);
   shadow_stack_update_key(g, current);
}

void shadow_stack_end_handler(CallGraph* g, CurrentState* current)
{
   ShadowStack* s = current->stack;
   XG_ASSERT(s->n_handlers > 0 && s->top == s->floor);
   shadow_stack_update_totals(current);
   if (s->exec.context) shadow_stack_deactivate(g, s, s->exec.context->function);
   for (int e = 0; e < EV_COUNT; e++) s->handler_total[e] += current->total[e];
   end_tree(g, current);
   const SignalHandler* h = &s->handlers[--s->n_handlers];
   s->exec = h->interrupted;
   s->floor = s->frames + h->interrupted_floor;
   start_totals(current, s->exec.total);
   shadow_stack_update_key(g, current);
}

// The totals that a frame was measured with: those of the execution state that it belongs to.
static uint64_t* total_of_frame(CurrentState* current, const Frame* f)
{
   ShadowStack* s = current->stack;
   if (f >= s->floor) return current->total;
   uint32_t index = (uint32_t)(f - s->frames);
   for (uint32_t i = s->n_handlers; i-- > 0;)
      if (index >= s->handlers[i].interrupted_floor) return s->handlers[i].interrupted.total;
   return current->total;
}

// Does what shadow_stack_flush_skipped() does for the states that handlers have interrupted.
static void flush_interrupted(CallGraph* g, ShadowStack* s)
{
   for (uint32_t i = 0; i < s->n_handlers; i++) {
      SignalHandler* h = &s->handlers[i];
      if (!h->interrupted.skip_cost_centre) continue;
      uint64_t* end_cost = callgraph_end_cost(g, h->interrupted.skip_cost_centre);
      for (uint32_t e = 0; e < g->total_width; e++)
         end_cost[e] += h->interrupted.total[e] - h->interrupted.skip_since[e];
      copy_cost(h->interrupted.skip_since, h->interrupted.total);
   }
}

void shadow_stack_flush_frames(CallGraph* g, CurrentState* current)
{
   ShadowStack* s = current->stack;
   shadow_stack_update_totals(current);
   shadow_stack_flush_skipped(g, current);
   flush_interrupted(g, s);
   for (Frame* f = s->frames + 1; f < s->top; f++) {
      if (!f->arc) continue;
      const uint64_t* total = total_of_frame(current, f);
      add_cost(g, s, f, total);
      copy_cost(f->total_at_call, total);
   }
}

void shadow_stack_mark_part(CurrentState* current)
{
   ShadowStack* s = current->stack;
   shadow_stack_update_totals(current);
   copy_cost(s->last_dump, shadow_stack_main_total(current));
   for (int e = 0; e < EV_COUNT; e++)
      s->handler_last_dump[e] = shadow_stack_handler_total(current, (Event)e);
   for (int m = 0; m < EV_LATE_COUNT_BESIDE; m++)
      s->line_use_last_dump[m] = s->line_use_total[m];
   copy_cost(s->exec.part_start, current->total);
   for (uint32_t i = 0; i < s->n_handlers; i++)
      copy_cost(s->handlers[i].interrupted.part_start, s->handlers[i].interrupted.total);
}

void shadow_stack_zero_frames(CallGraph* g, CurrentState* current)
{
   (void)g;
   ShadowStack* s = current->stack;
   shadow_stack_update_totals(current);
   for (Frame* f = s->frames + 1; f < s->top; f++) {
      if (!f->arc) continue;
      copy_cost(f->total_at_call, total_of_frame(current, f));
      f->arc->calls = 0;
   }
   if (s->exec.skip_cost_centre) copy_cost(s->exec.skip_since, current->total);
   for (uint32_t i = 0; i < s->n_handlers; i++)
      copy_cost(s->handlers[i].interrupted.skip_since, s->handlers[i].interrupted.total);
   shadow_stack_mark_part(current);
}

const uint64_t* shadow_stack_main_total(const CurrentState* current)
{
   const ShadowStack* s = current->stack;
   return s->n_handlers ? s->handlers[0].interrupted.total : current->total;
}

uint64_t shadow_stack_handler_total(const CurrentState* current, Event e)
{
   const ShadowStack* s = current->stack;
   uint64_t sum = s->handler_total[e];
   if (s->n_handlers) sum += current->total[e];
   // What interrupted handlers have cost; the first record is of the thread's own code.
   for (uint32_t i = 1; i < s->n_handlers; i++) sum += s->handlers[i].interrupted.total[e];
   return sum;
}

void shadow_stack_frame_cost(const CallGraph* g, CurrentState* current, const Frame* f,
                             uint64_t cost[EV_COUNT])
{
   const uint64_t* total = total_of_frame(current, f);
   for (uint32_t e = 0; e < g->total_width; e++) cost[e] = total[e] - f->total_at_call[e];
}

const ExecState* shadow_stack_state(const ShadowStack* s, uint32_t n)
{
   return n < s->n_handlers ? &s->handlers[n].interrupted : &s->exec;
}

Frame* shadow_stack_state_end(const ShadowStack* s, uint32_t n)
{
   return n == s->n_handlers       ? s->top
          : n + 1 == s->n_handlers ? s->floor
                                   : s->frames + s->handlers[n + 1].interrupted_floor;
}

void shadow_stack_state_cost(const CallGraph* g, const CurrentState* current, uint32_t n,
                             uint64_t cost[EV_COUNT])
{
   const ShadowStack* s = current->stack;
   const ExecState* x = shadow_stack_state(s, n);
   const uint64_t* total = x == &s->exec ? current->total : x->total;
   for (uint32_t e = 0; e < g->total_width; e++) cost[e] = total[e] - x->part_start[e];
}

void shadow_stack_add_since_dump(const CurrentState* current, bool own_code_only,
                                 uint64_t sum[EV_COUNT])
{
   const ShadowStack* s = current->stack;
   const uint64_t* own = shadow_stack_main_total(current);
   for (int e = 0; e < EV_COUNT; e++) {
      sum[e] += own[e] - s->last_dump[e];
      if (own_code_only) continue;
      sum[e] += shadow_stack_handler_total(current, (Event)e) - s->handler_last_dump[e];
   }
   for (int m = 0; m < EV_LATE_COUNT_BESIDE && !own_code_only; m++)
      sum[EV_ACCOST_L1 + m] += s->line_use_total[m] - s->line_use_last_dump[m];
}

void shadow_stack_add_total(const CurrentState* current, const ShadowStack* s,
                            uint64_t total[EV_COUNT])
{
   const uint64_t* running = s == current->stack ? current->total : s->exec.total;
   for (int e = 0; e < EV_COUNT; e++) {
      total[e] += running[e] + s->handler_total[e];
      for (uint32_t i = 0; i < s->n_handlers; i++)
         total[e] += s->handlers[i].interrupted.total[e];
   }
   for (int m = 0; m < EV_LATE_COUNT_BESIDE; m++)
      total[EV_ACCOST_L1 + m] += s->line_use_total[m];
}
