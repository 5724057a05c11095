// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shadow stacks: one for each thread and each coroutine (see model.h).
//
// Inclusive cost by the difference method (Inclusive paper, section 2, method 3): a frame keeps
// the running totals at the call; the return adds the difference to the arc.
//
// Contract: `current` is the CurrentState of the program; unless a comment says otherwise,
// functions work on current->stack, the running stack.  Its totals in the ExecState are valid only
// while it does not run.
//
//    ShadowStack* s = shadow_stack_new(&g, thread_id);
//    shadow_stack_switch(&g, &current, s);
//    Function* entered = shadow_stack_push(&g, &current, &call);
//    Function* left = shadow_stack_pop(&g, &current);
#ifndef XG_CALLGRAPH_SHADOW_STACK_H
#define XG_CALLGRAPH_SHADOW_STACK_H

#include "callgraph/callgraph.h"

// CurrentState.key of a stack that has no context yet; no block has it.
#define KEY_NO_CONTEXT ((const void*)1)

// A call to be made.
typedef struct {
   Context* from;
   Exit* exit;
   Block* target;
   Context* to;
   uint64_t sp;        // stack pointer at the callee's first instruction
   uint64_t return_to; // 0: a jump, which has no return address
   bool skip;          // the callee is charged to the caller and gets no arc
} Call;

// A new stack without frames or context, in the list of the graph.
ShadowStack* shadow_stack_new(CallGraph* g, uint32_t thread);
// Makes `to` the running stack (NULL: none), saving the running one.
void shadow_stack_switch(CallGraph* g, CurrentState* current, ShadowStack* to);
// Instructions executed so far by all stacks, while collection was on.
XG_INLINE uint64_t shadow_stack_now(const CurrentState* current)
{
   const ShadowStack* s = current->stack;
   const uint64_t* running = s && !s->exec.collect ? s->exec.frozen : current->total;
   return running[EV_IR] + current->elsewhere[EV_IR];
}
// Sets CurrentState.key by context, collection and skipping.
void shadow_stack_update_key(CallGraph* g, CurrentState* current);
// Fills in the misses of frames that lack them; to be called before the totals of misses change.
void shadow_stack_complete_frames(CurrentState* current);
// While collection is off, takes back what the running totals have gained since it was switched
// off.
void shadow_stack_update_totals(CurrentState* current);
// Switches collection on or off for the running stack.
void shadow_stack_collect(CallGraph* g, CurrentState* current, bool on);
// Switches collection on or off for all stacks of the running one's thread, which may ask on any of
// them: Go calls C on another stack.
void shadow_stack_collect_thread(CallGraph* g, CurrentState* current, bool on);
// Adds what each of the stack's execution states has cost in this part to the tree node of its
// first function, so that the calling-context tree is complete; undo: subtracts it again, because
// the part continues.
void shadow_stack_flush_tree(CallGraph* g, CurrentState* current, bool undo);
// Number of activations of a function on this stack; may be written.
uint32_t* shadow_stack_active(CallGraph* g, ShadowStack* s, const Function* f);
// One activation less.
void shadow_stack_deactivate(CallGraph* g, ShadowStack* s, const Function* f);
// Starts the stack at `f`, with no caller.
void shadow_stack_root(CallGraph* g, CurrentState* current, Function* f);
// Enters a call; returns the function if this is its only activation, else NULL.
Function* shadow_stack_push(CallGraph* g, CurrentState* current, const Call* call);
// Enters the call of a frame, which has an arc, in the calling-context tree.
XG_INLINE void shadow_stack_enter_node(CallGraph* g, ShadowStack* s, const Frame* f)
{
   ContextTreeNode* caller = s->exec.tree_node;
   s->exec.tree_node = context_tree_call(&g->tree, caller, f->arc);
   s->tree_frames[f - s->frames] =
      (ContextTreeFrame){.own = s->exec.tree_node, .caller = caller};
}

// Leaves the innermost call; returns the function if it has no activation left, else NULL.
Function* shadow_stack_pop(CallGraph* g, CurrentState* current);
// What runs next on the stack, which has no open calls, is unrelated to what ran before: another
// thread or coroutine, or code after a stretch that was not instrumented.
void shadow_stack_restart(CallGraph* g, CurrentState* current, bool collect);
// Starts and ends a signal handler, which has an execution state of its own.
void shadow_stack_begin_handler(CallGraph* g, CurrentState* current, int signal, uint64_t sp,
                                bool alternate, Block* pending);
void shadow_stack_end_handler(CallGraph* g, CurrentState* current);
// Charges what the running skipped function, if there is one, has cost so far to its caller's
// block.
void shadow_stack_flush_skipped(CallGraph* g, CurrentState* current);
// Adds the cost so far of all open calls to their arcs, as if each were split in two here:
// afterwards the profile is complete.
void shadow_stack_flush_frames(CallGraph* g, CurrentState* current);
// A part of the profile begins: what was counted so far belongs to earlier parts.
void shadow_stack_mark_part(CurrentState* current);
// Forgets the costs of open calls; a part begins.
void shadow_stack_zero_frames(CallGraph* g, CurrentState* current);
// Costs of the stack's signal handlers, ended or not.
uint64_t shadow_stack_handler_total(const CurrentState* current, Event e);
// Adds what the stack has cost since the last part, including its handlers and the line use of its
// loads unless own_code_only.  Totals must be up to date.
void shadow_stack_add_since_dump(const CurrentState* current, bool own_code_only,
                                 uint64_t sum[EV_COUNT]);
// What an open call has cost so far in this part, as far as running totals have it.  Totals must be
// up to date.
void shadow_stack_frame_cost(const CallGraph* g, CurrentState* current, const Frame* f,
                             uint64_t cost[EV_COUNT]);
// The stack's execution states: number 0 is the thread's own code, number n the n-th handler that
// runs; the last one, number n_handlers, is the running one.
const ExecState* shadow_stack_state(const ShadowStack* s, uint32_t n);
// Behind the last frame of a state, where the frames of the next one begin.
Frame* shadow_stack_state_end(const ShadowStack* s, uint32_t n);
// What a state has cost so far in this part, without those that have interrupted it.  Totals must be
// up to date.
void shadow_stack_state_cost(const CallGraph* g, const CurrentState* current, uint32_t n,
                             uint64_t cost[EV_COUNT]);
// Adds all costs of stack s, in and outside handlers.  Totals of the running stack must be up to
// date.
void shadow_stack_add_total(const CurrentState* current, const ShadowStack* s,
                            uint64_t total[EV_COUNT]);
// The stack's totals outside handlers.
const uint64_t* shadow_stack_main_total(const CurrentState* current);

#endif
