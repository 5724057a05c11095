// SPDX-License-Identifier: GPL-3.0-or-later
//
// Transfers of control, the slow path: what a block's exit means for the call stack.
//
// The stack pointer decides, not the instruction: a return that does not leave the current
// frame is a jump; a jump to a function's first instruction, to another module or another kind
// of section is a (tail) call; a stack pointer above a frame's own has left that frame, be it
// by return, longjmp or exception.  The rules are Callgrind's; docs/differences-from-callgrind.md
// lists the exceptions.
#include "engine/engine.h"
#include "engine/iterations/loop_heads.h"

enum {
   // A return that lands this far away from the frame it should leave is on another stack.
   SWITCH_DISTANCE_B = 64 * 1024,
   // ... or this far, if it starts a function.
   START_DISTANCE_B = 2048,
};

static void entered(const Function* f)
{
   if (!f) return;
   if (f->settings.dump_before)
      host_dump("--dump-before", f->name);
   else if (f->settings.zero_before)
      host_zero();
   if (f->settings.toggle_collect)
      shadow_stack_collect(&engine.graph, &xg_current, !xg_current.stack->exec.collect);
   if (f->settings.timeline_region && engine.config.timeline.on) timeline_regions_enter(f);
}

static void left(const Function* f)
{
   if (!f) return;
   if (f->settings.timeline_region && engine.config.timeline.on) timeline_regions_leave(f);
   if (f->settings.dump_after) host_dump("--dump-after", f->name);
   if (f->settings.toggle_collect)
      shadow_stack_collect(&engine.graph, &xg_current, !xg_current.stack->exec.collect);
}

void engine_return(void)
{
   left(engine_pop());
}

// True if this stack pointer is within the calls that the running signal handler has interrupted.
static bool is_interrupted(const ShadowStack* s, uint64_t sp)
{
   const SignalHandler* h = &s->handlers[s->n_handlers - 1];
   return sp >= h->sp && s->floor > s->frames + 1 && sp <= s->frames[1].sp;
}

// True if this stack pointer cannot belong to the running signal handler any more.
static bool left_handler(const ShadowStack* s, uint64_t sp)
{
   const SignalHandler* h = &s->handlers[s->n_handlers - 1];
   if (!h->on_alternate_stack) return sp >= h->sp;
   // The call that the handler has made last, the one of longjmp, was on its own stack; if that
   // lies in a frame of the other one, nothing tells them apart.
   return is_interrupted(s, sp) && !is_interrupted(s, s->floor->sp);
}

// Leaves every frame below the stack pointer, and `at_least` frames that end exactly there.
// Returns the number of frames left.
static int unwind(uint64_t sp, int at_least)
{
   ShadowStack* s = xg_current.stack;
   int n = 0;
   for (;;) {
      if (s->top == s->floor) {
         if (!s->n_handlers || !left_handler(s, sp)) return n;
         Block* pending = s->handlers[s->n_handlers - 1].pending;
         engine_end_handler();
         host_handler_abandoned(pending);
         continue;
      }
      const Frame* f = s->top - 1;
      if (f->sp > sp || (f->sp == sp && at_least <= 0)) return n;
      at_least--;
      n++;
      engine_return();
   }
}

// How many frames a return to `target` leaves at the least; 0: it is not a return.
static int frames_returned(const ShadowStack* s, uint64_t target, uint64_t sp)
{
   const Frame* f = s->top - 1;
   // Callgrind compares even with the frame that a signal handler interrupted.
   bool compare = s->top > s->floor || engine.config.graph.callgrind_compat;
   if (!compare || sp > f->sp) return 1;
   for (int n = 1; f >= s->floor && f->sp == sp; n++, f--)
      if (f->return_to == target) return engine_leaves_stub(s, f, target) ? n + 1 : n;
   return 0;
}

// Where a call leaves the stack pointer as it is: how many frames are left by a transfer into the middle of a function that
// called one of them, as that of longjmp or to where an exception is handled. 0: none, or the stack pointer tells.
static int frames_jumped_out_of(const Exit* exit, const Block* target, uint64_t sp)
{
   if (RETURN_ADDRESS_B != 0 || engine.config.graph.callgrind_compat || target->is_entry
       || exit->block->function == target->function)
      return 0;
   const ShadowStack* s = xg_current.stack;
   int n = 1;
   for (const Frame* f = s->top - 1; f >= s->floor && f->sp <= sp; n++, f--)
      if (f->sp == sp && f->caller && f->caller->function == target->function) return n;
   return 0;
}

// A return from the outermost known function: the caller is known only now.  Its call is
// recorded as if it had been made just before the address returned to.
static void underflow(const Exit* exit, Block* target)
{
   CallGraph* g = &engine.graph;
   ShadowStack* s = xg_current.stack;
   Context* callee = s->exec.context;
   shadow_stack_flush_skipped(g, &xg_current);
   shadow_stack_deactivate(g, s, callee->function);

   Block* source = callgraph_find_block(g, target->address - 1, true);
   if (!source) {
      source = callgraph_new_block(g, target->address - 1, true);
      source->module = target->module;
      source->bias = target->bias;
      source->function = target->function;
      callgraph_shape_block(g, source, 0, 0, 1, 0);
      source->exits[0] = (Exit){.block = source, .kind = EXIT_CALL};
   }
   shadow_stack_root(g, &xg_current, target->function);
   s->exec.skip_cost_centre = NULL;
   Call call = {.from = s->exec.context,
                .exit = &source->exits[0],
                .target = exit->block,
                .to = callee,
                .sp = ~0ULL};
   bool compat = g->config.callgrind_compat;
   Function* opened = shadow_stack_push(g, &xg_current, &call);
   if (compat) entered(opened); // a part that this writes lacks the call's cost
   Frame* f = s->top - 1;
   host_memcpy(f->total_at_call, s->exec.part_start, sizeof f->total_at_call);
   // Callgrind adds what a handler has cost from its start.
   if (s->n_handlers && compat) host_memset(f->total_at_call, 0, sizeof f->total_at_call);
   if (s->exec.backdate_root)
      s->exec.backdate_root =
         backdate_adopt(&engine.forest, s->exec.backdate_root, f->arc->cost + EV_ACCOST_L1);
   if (!compat) entered(opened);
   engine_return();
}

// The stack of this thread that was suspended in a call returning to `target` at `sp`.
static ShadowStack* find_suspended(const ShadowStack* s, uint64_t target, uint64_t sp)
{
   ShadowStack* other = map_get(&engine.suspended, sp - RETURN_ADDRESS_B, s->thread);
   if (!other || other == s) return NULL;
   uint64_t frame_sp = other->top[-1].sp;
   for (const Frame* f = other->top - 1; f >= other->floor && f->sp == frame_sp; f--)
      if (f->return_to == target) return other;
   return NULL;
}

// A shadow stack for a stack that starts at `sp`: an unused one, or that of an earlier stack at
// this address, which has ended therefore.
static ShadowStack* shadow_stack_for(const ShadowStack* running, uint64_t sp)
{
   CallGraph* g = &engine.graph;
   ShadowStack* usable = NULL;
   for (ShadowStack* s = g->shadow_stacks; s; s = s->next) {
      if (s == running || s->thread != running->thread) continue;
      if (!s->suspended) {
         usable = s;
      } else if (s->base_sp && sp >= s->top[-1].sp && sp <= s->base_sp) {
         map_remove(&engine.suspended, s->top[-1].sp, s->thread);
         usable = s;
         break;
      }
   }
   if (!usable) usable = shadow_stack_new(g, running->thread);
   engine_switch_stack(usable);
   engine_restart_stack(running->exec.collect);
   return usable;
}

static void suspend_for(ShadowStack* from, ShadowStack* to)
{
   from->suspended = true;
   if (from->top > from->floor)
      map_put(&engine.suspended, from->top[-1].sp, from->thread, from);
   to->suspended = false;
   engine_switch_stack(to);
   engine.stack_switches++;
}

// Whether a return to this stack pointer may leave the frame.
static bool is_below(const Frame* f, uint64_t sp)
{
   return RETURN_ADDRESS_B ? f->sp < sp : f->sp <= sp;
}

// True if one of the frames that a return to this stack pointer leaves expects `target`; with
// `exactly` only if it expects this stack pointer, too.
static bool is_expected(const ShadowStack* s, uint64_t target, uint64_t sp, bool exactly)
{
   for (const Frame* f = s->top - 1; f >= s->floor && is_below(f, sp); f--)
      if (f->return_to == target && (!exactly || f->sp + RETURN_ADDRESS_B == sp)) return true;
   return false;
}

// Recognises a switch to another stack (swapcontext, coroutine libraries) and follows it, so
// that no calls are invented between the two.  True if the transfer is finished with that.
static bool switch_stacks(const Exit* exit, Block* target, uint64_t sp)
{
   ShadowStack* s = xg_current.stack;
   if (s->top == s->floor || is_expected(s, target->address, sp, true)) return false;
   ShadowStack* other = find_suspended(s, target->address, sp);
   if (other) {
      map_remove(&engine.suspended, other->top[-1].sp, other->thread);
      suspend_for(s, other);
      return false; // what remains is an ordinary return over there
   }
   // Behind find_suspended(): two stacks may wait for a return to one address.
   if (is_expected(s, target->address, sp, false)) return false;
   uint64_t own_sp = s->top[-1].sp;
   uint64_t distance_B = sp > own_sp ? sp - own_sp : own_sp - sp;
   bool starts = target->is_entry ? distance_B > START_DISTANCE_B
                                  : exit->kind == EXIT_RETURN && sp < own_sp
                                       && distance_B > SWITCH_DISTANCE_B;
   if (!starts) return false;
   ShadowStack* fresh = shadow_stack_for(s, sp);
   fresh->base_sp = sp;
   suspend_for(s, fresh);
   return true;
}

// A jump that behaves as a call: to another function's start, module or section.
static bool is_call_like(const Exit* exit, const Block* target)
{
   return target->is_entry || exit->block->section != target->section
          || exit->block->module != target->module;
}

// How often jumps to constant addresses are taken follows from executions.
static bool is_recorded(const Exit* exit)
{
   const CallGraphConfig* c = &engine.config.graph;
   return c->collect_jumps || (c->flow && !exit->target);
}

static void record_jump(Exit* exit, Context* from, Block* target)
{
   CallGraph* g = &engine.graph;
   const ShadowStack* s = xg_current.stack;
   if (s->exec.skip_cost_centre) return; // skipped code is not shown
   if (!s->exec.collect && !g->config.callgrind_compat) return;
   ArcKind kind = exit->conditional ? ARC_CONDITIONAL_JUMP : ARC_JUMP;
   Arc* a = callgraph_arc(g, from, exit, target, s->exec.context, kind);
   if (g->config.flow && !a->calls) loop_heads_jump(exit, target);
   a->calls++;
}

// Frames were left, perhaps not to where the last one of them returns, but to where an exception is handled or setjmp
// was called: for the flow of control that is a jump by the call.
static void note_resumed(int frames, Block* target)
{
   ShadowStack* s = xg_current.stack;
   if (!engine.config.graph.flow || !frames) return;
   const Frame* f = s->top; // what was left is still there
   if (f->return_to == target->address || !f->return_to) return;
   if (!f->arc && frames > 1) f++; // a skipped function has jumped to its callee
   if (f->arc && f->arc->from == s->exec.context)
      record_jump(f->arc->exit, f->arc->from, target);
}

// The context of the callee once the call is made.
static Context* callee_context(const Context* from, Function* f)
{
   CallGraph* g = &engine.graph;
   CallChain* c = callgraph_call_chain(g, xg_current.stack, f);
   // The functions of a group share the entry of its first one in call chains.
   Function* counted = c->functions[0];
   uint32_t activations = *shadow_stack_active(g, xg_current.stack, counted);
   bool direct = engine.config.graph.skip_direct_recursion && from->function == counted;
   if (!direct) activations++;
   return callgraph_context(g, c, activations ? activations : 1);
}

// The stack pointer above which the callee of a jump that is a call has been left: its caller's.
static uint64_t jump_sp(const ShadowStack* s, uint64_t sp)
{
   if (s->top == s->frames + 1) return sp;
   bool alternate = s->n_handlers && s->handlers[s->n_handlers - 1].on_alternate_stack;
   // The frame below is on the stack that the handler has interrupted.
   if (s->top == s->floor && alternate && !engine.config.graph.callgrind_compat)
      return sp + RETURN_ADDRESS_B;
   return s->top[-1].sp;
}

void engine_call(Exit* exit, Context* from, Block* target, uint64_t sp, uint64_t return_to)
{
   CallGraph* g = &engine.graph;
   const ShadowStack* s = xg_current.stack;
   Call c = {.from = from, .exit = exit, .target = target, .sp = sp, .return_to = return_to};
   c.skip = target->function->settings.skip;
   if (!c.skip) {
      if (s->exec.skip_cost_centre) { // from a skipped function: the call is its caller's
         Block* block = s->exec.skip_cost_centre->block;
         c.from = s->exec.skip_cost_centre->context;
         c.exit = &block->exits[block->n_exits - 1];
         // If the skipped function has jumped, the return will go to its caller, too.
         if (!c.return_to && c.exit->kind == EXIT_CALL) c.return_to = callgraph_after(c.exit);
      }
      c.to = callee_context(c.from, target->function);
   }
   engine.calls++;
   entered(shadow_stack_push(g, &xg_current, &c));
}

void engine_transfer(Exit* exit, Block* target, uint64_t sp)
{
   ShadowStack* s = xg_current.stack;
   ExitKind kind = exit->kind;
   engine.transfers++;
   if (!s->exec.context) return; // nothing known yet: the next block will be the root

   if (kind != EXIT_CALL && !engine.config.graph.callgrind_compat) {
      if (switch_stacks(exit, target, sp)) return;
      s = xg_current.stack;
   }
   bool no_call = false;
   int returned = 1;
   const int jumped_out_of = frames_jumped_out_of(exit, target, sp);
   if (kind == EXIT_RETURN && s->top > s->frames + 1) {
      returned = frames_returned(s, target->address, sp);
      no_call = returned == 0;
      if (no_call) kind = EXIT_JUMP;
   }
   if (kind == EXIT_RETURN) {
      if (s->top == s->floor && !(s->n_handlers && left_handler(s, sp)))
         underflow(exit, target);
      else
         note_resumed(unwind(sp, jumped_out_of > returned ? jumped_out_of : returned), target);
      return;
   }
   Context* from = s->exec.context;
   bool emulated = false;
   if (kind != EXIT_CALL && (no_call || is_call_like(exit, target))) {
      if (exit->block->function->settings.pop_on_jump && s->top > s->floor && s->top[-1].arc) {
         const Frame* f = s->top - 1;
         from = f->arc->from;
         exit = f->arc->exit;
         sp = f->sp;
         engine_return();
      }
      kind = EXIT_CALL;
      emulated = true;
   }
   // A stack pointer beyond frames: they have been left, whatever the instruction was.
   const int left_by_jump = unwind(sp, jumped_out_of);
   note_resumed(left_by_jump, target);
   if (left_by_jump > 0) return;
   if (kind == EXIT_CALL)
      engine_call(exit, from, target, emulated ? jump_sp(s, sp) : sp,
                  exit->kind == EXIT_CALL ? callgraph_after(exit) : 0);
   else if (kind == EXIT_JUMP && is_recorded(exit))
      record_jump(exit, from, target);
}

void engine_enter_block(Block* block)
{
   CallGraph* g = &engine.graph;
   ShadowStack* s = xg_current.stack;
   if (!s->exec.context) shadow_stack_root(g, &xg_current, block->function);
   const void* key = block->other_key;
   CostCentre* cost_centre = block->other_cost_centre;
   block->other_key = block->key;
   block->other_cost_centre = block->cost_centre;
   if (key != xg_current.key)
      cost_centre = xg_current.key == s->exec.context
                       ? callgraph_cost_centre(g, block, s->exec.context)
                       : callgraph_sink(g, block);
   block->key = xg_current.key;
   block->cost_centre = cost_centre;
}
