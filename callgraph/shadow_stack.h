// SPDX-License-Identifier: GPL-3.0-or-later
//
// Strands: one shadow stack for each thread and each coroutine (see model.h).
//
// Inclusive cost by the difference method (Inclusive paper, section 2, method 3): a frame keeps
// the running totals at the call; the return adds the difference to the arc.
//
//    ShadowStack* s = shadow_stack_new(&g, thread_id);
//    shadow_stack_switch(&g, &now, s);
//    Function* entered = shadow_stack_push(&g, &now, &call);
//    Function* left = shadow_stack_pop(&g, &now);
#ifndef XG_CALLGRAPH_SHADOW_STACK_H
#define XG_CALLGRAPH_SHADOW_STACK_H

#include "callgraph/callgraph.h"

// Now.key of a strand that has no place yet; no block has it.
#define KEY_NO_CONTEXT ((const void*)1)

typedef struct {
   Context* from; // where the call comes from
   Exit* exit;
   Block* target;
   Context* to;
   uint64_t sp;        // stack pointer at the callee's first instruction
   uint64_t return_to; // 0 if a return cannot be told by address
   bool skip;          // the callee's costs belong to the caller; no arc
} Call;

// A new strand without frames or place, in the list of the graph.
ShadowStack* shadow_stack_new(CallGraph* g, uint32_t thread);
// Makes `to` the running strand (NULL: none), saving the running one.
void shadow_stack_switch(CallGraph* g, CurrentState* current, ShadowStack* to);
// Brings Now.key in line with place, collection state and skipping.
void shadow_stack_update_key(CallGraph* g, CurrentState* current);
// Fills in what is missing in the frames' snapshots; needed before the totals of misses change.
void shadow_stack_complete_frames(CurrentState* current);
// While collection is off, undoes what the running totals have gained since.
void shadow_stack_update_totals(CurrentState* current);
// Switches collection of costs on or off for the running strand.
void shadow_stack_collect(CallGraph* g, CurrentState* current, bool on);
// The same for all stacks of the running one's thread, which may ask on any of them: Go's calls of
// C run on a stack of their own.
void shadow_stack_collect_thread(CallGraph* g, CurrentState* current, bool on);
// Adds what the running strand's activities have cost in this part to the nodes they began in, so
// that the calling-context tree is right; undo: takes it away again, for a part that goes on.
void shadow_stack_flush_tree(CallGraph* g, CurrentState* current, bool undo);
// Number of activations of a function on this strand; may be written.
uint32_t* shadow_stack_active(CallGraph* g, ShadowStack* s, const Function* f);
// One activation less.
void shadow_stack_deactivate(CallGraph* g, ShadowStack* s, const Function* f);
// Starts the running strand at `f`, with no caller.
void shadow_stack_root(CallGraph* g, CurrentState* current, Function* f);
// Enters a call; returns the function if this is its only activation, else NULL.
Function* shadow_stack_push(CallGraph* g, CurrentState* current, const Call* call);
// The frame, which has an arc, is a call in the calling-context tree, too.
XG_INLINE void shadow_stack_enter_node(CallGraph* g, ShadowStack* s, const Frame* f)
{
   ContextTreeNode* caller = s->exec.tree_node;
   s->exec.tree_node = context_tree_call(&g->tree, caller, f->arc);
   s->tree_frames[f - s->frames] =
      (ContextTreeFrame){.own = s->exec.tree_node, .caller = caller};
}

// Leaves the innermost call; returns the function if it has no activation left, else NULL.
Function* shadow_stack_pop(CallGraph* g, CurrentState* current);
// What comes next on the running strand, which has no open calls, has nothing to do with what was:
// another thread or coroutine, or code after a stretch that was not observed.
void shadow_stack_restart(CallGraph* g, CurrentState* current, bool collect);
// Starts and ends a signal handler: a stack on top of the stack, with totals of its own.
void shadow_stack_begin_handler(CallGraph* g, CurrentState* current, int signal, uint64_t sp,
                                bool alternate, Block* pending);
void shadow_stack_end_handler(CallGraph* g, CurrentState* current);
// Moves what a skipped function has cost so far to its caller's block.
void shadow_stack_flush_skipped(CallGraph* g, CurrentState* current);
// Adds the cost of calls that have not returned to their arcs, as if they were split in two
// here; afterwards the profile so far is complete.
void shadow_stack_flush_frames(CallGraph* g, CurrentState* current);
// A part of the profile begins: what was counted so far belongs to earlier ones.
void shadow_stack_mark_part(CurrentState* current);
// Forgets the costs of calls that have not returned; a part begins.
void shadow_stack_zero_frames(CallGraph* g, CurrentState* current);
// Costs of the running strand's handlers, finished or not.
uint64_t shadow_stack_handler_total(const CurrentState* current, Event e);
// Adds what the running shadow stack has cost since the last part, its handlers and the line use of
// its loads included unless own_code_only; totals are up to date.
void shadow_stack_add_since_dump(const CurrentState* current, bool own_code_only,
                                 uint64_t sum[EV_COUNT]);
// The inclusive cost of a call that is open on the running strand, which is settled, and of earlier
// ones of the same arc in this part.
void shadow_stack_frame_cost(const CallGraph* g, CurrentState* current, const Frame* f,
                             uint64_t cost[EV_COUNT]);
// Adds all costs of a strand, in and outside handlers; those of the running one are settled.
void shadow_stack_add_total(const CurrentState* current, const ShadowStack* s,
                            uint64_t total[EV_COUNT]);
// The running strand's totals outside handlers.
const uint64_t* shadow_stack_main_total(const CurrentState* current);

#endif
