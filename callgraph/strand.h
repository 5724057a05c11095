// SPDX-License-Identifier: GPL-3.0-or-later
//
// Strands: one shadow stack for each thread and each coroutine (see model.h).
//
// Inclusive cost by the difference method (Inclusive paper, section 2, method 3): a frame keeps
// the running totals at the call; the return adds the difference to the arc.
//
//    Strand* s = strand_new(&g, thread_id);
//    strand_switch(&g, &now, s);
//    Function* entered = strand_push(&g, &now, &call);
//    Function* left = strand_pop(&g, &now);
#ifndef XG_CALLGRAPH_STRAND_H
#define XG_CALLGRAPH_STRAND_H

#include "callgraph/callgraph.h"

// Now.key of a strand that has no place yet; no block has it.
#define KEY_UNPLACED ((const void*)1)
// Exit.last_key of a jump that stayed in its function.
#define KEY_ANY ((const void*)2)

typedef struct {
   Place* from; // where the call comes from
   Exit* exit;
   Block* target;
   Place* to;
   uint64_t sp;        // stack pointer at the callee's first instruction
   uint64_t return_to; // 0 if a return cannot be told by address
   bool skip;          // the callee's costs belong to the caller; no arc
} Call;

// A new strand without frames or place, in the list of the graph.
Strand* strand_new(CallGraph* g, uint32_t thread);
// Makes `to` the running strand (NULL: none), saving the running one.
void strand_switch(CallGraph* g, Now* now, Strand* to);
// Brings Now.key in line with place, collection state and skipping.
void strand_update_key(CallGraph* g, Now* now);
// Fills in what is missing in the frames' snapshots; needed before the totals of misses change.
void strand_complete_frames(Now* now);
// While collection is off, undoes what the running totals have gained since.
void strand_settle(Now* now);
// Switches collection of costs on or off for the running strand.
void strand_collect(CallGraph* g, Now* now, bool on);
// The same for all stacks of the running one's thread, which may ask on any of them: Go's calls of
// C run on a stack of their own.
void strand_collect_thread(CallGraph* g, Now* now, bool on);
// Adds what the running strand's activities have cost in this part to the nodes they began in, so
// that the calling-context tree is right; undo: takes it away again, for a part that goes on.
void strand_settle_tree(CallGraph* g, Now* now, bool undo);
// Number of activations of a function on this strand; may be written.
uint32_t* strand_active(CallGraph* g, Strand* s, const Function* f);
// One activation less.
void strand_deactivate(CallGraph* g, Strand* s, const Function* f);
// Starts the running strand at `f`, with no caller.
void strand_root(CallGraph* g, Now* now, Function* f);
// Enters a call; returns the function if this is its only activation, else NULL.
Function* strand_push(CallGraph* g, Now* now, const Call* call);
// The frame, which has an arc, is a call in the calling-context tree, too.
XG_INLINE void strand_enter_node(CallGraph* g, Strand* s, const Frame* f)
{
   TreeNode* caller = s->node;
   s->node = context_tree_call(&g->tree, caller, f->arc);
   s->tree_frames[f - s->frames] = (TreeFrame){.own = s->node, .caller = caller};
}

// Leaves the innermost call; returns the function if it has no activation left, else NULL.
Function* strand_pop(CallGraph* g, Now* now);
// What comes next on the running strand, which has no open calls, has nothing to do with what was:
// another thread or coroutine, or code after a stretch that was not observed.
void strand_restart(CallGraph* g, Now* now, bool collect);
// Starts and ends a signal handler: a stack on top of the stack, with totals of its own.
void strand_begin_handler(CallGraph* g, Now* now, int signal, uint64_t sp, bool alternate,
                          Block* pending);
void strand_end_handler(CallGraph* g, Now* now);
// Moves what a skipped function has cost so far to its caller's block.
void strand_flush_skipped(CallGraph* g, Now* now);
// Adds the cost of calls that have not returned to their arcs, as if they were split in two
// here; afterwards the profile so far is complete.
void strand_flush_frames(CallGraph* g, Now* now);
// A part of the profile begins: what was counted so far belongs to earlier ones.
void strand_mark_part(Now* now);
// Forgets the costs of calls that have not returned; a part begins.
void strand_zero_frames(CallGraph* g, Now* now);
// Costs of the running strand's handlers, finished or not.
uint64_t strand_handler_total(const Now* now, Event e);
// The inclusive cost of a call that is open on the running strand, which is settled, and of earlier
// ones of the same arc in this part.
void strand_frame_cost(const CallGraph* g, Now* now, const Frame* f, uint64_t cost[EV_COUNT]);
// Adds all costs of a strand, in and outside handlers; those of the running one are settled.
void strand_add_total(const Now* now, const Strand* s, uint64_t total[EV_COUNT]);
// The running strand's totals outside handlers.
const uint64_t* strand_main_total(const Now* now);

#endif
