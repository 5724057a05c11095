// SPDX-License-Identifier: GPL-3.0-or-later
//
// The call graph: names, contexts, blocks, arcs (see model.h for the data).
//
// Contract: a CallGraph is set up once; whatever it returns stays valid.  Functions that
// "intern" return the same pointer for equal arguments.
//
//    CallGraph g;
//    callgraph_init(&g, &config);
//    Module* m = callgraph_module(&g, "/bin/true");
//    Function* f = callgraph_function(&g, callgraph_file(&g, m, "true.c"), "main", &is_new);
#ifndef XG_CALLGRAPH_CALLGRAPH_H
#define XG_CALLGRAPH_CALLGRAPH_H

#include "base/arena.h"
#include "base/map.h"
#include "callgraph/context_tree.h"
#include "callgraph/model.h"

typedef struct {
   uint32_t width;             // events per cost
   bool hierarchy;             // events from EV_WIDTH_CACHE to EV_WIDTH_HIERARCHY are counted
   bool miss_classes;          // and those up to EV_WIDTH_CLASSES
   bool cycles;                // are estimated
   FunctionSettings defaults;  // for every function
   bool skip_direct_recursion; // direct recursion opens no new level
   bool separate_threads;      // each thread has contexts of its own
   bool collect_jumps;         // record jumps as arcs
   bool flow;             // record those to computed addresses, for writers/function_flow.h
   bool collect_at_start; // collection is on at the start of stacks and handlers
   bool callgrind_compat; // Callgrind's call graph where it is known to be wrong
   bool uniform_contexts; // no function has its own number of callers or group
   uint32_t tree_depth;   // of the calling-context tree; 0: there is none
   uint32_t beside; // simulations beside the program that count by site: none of those apart
} CallGraphConfig;

typedef struct {
   CallGraphConfig config;
   uint32_t total_width;          // events of running totals
   Map modules, files, functions; // by string hash and owner
   Map call_chains;               // by hash of their functions
   // By address; key2 is 1 for artificial ones: callers found when the outermost function returned.
   Map blocks;
   Map arcs;         // by exit and target
   Map cost_centres; // by block and context
   Map instances;    // by context and Inlined
   Map inlined;      // of callgraph_inlined(): by the outer one and what it is made of
   Map jumps;        // by address that they lead to; only if noted
   Map lines;        // contexts of interpreted code, by that of the first line and the line
   Arena arena_names, arena_contexts, arena_blocks, arena_arcs, arena_cost_centres;
   uint32_t n_modules, n_files, n_functions, n_chains, n_blocks;
   uint64_t n_arcs, n_cost_centres, n_contexts;
   Context* contexts; // all of them, newest first
   ShadowStack* shadow_stacks;
   // Their addresses are the keys of sinks: while a skipped function runs, and while collection is
   // off.
   Context sink_key, off_key;
   ContextTree tree;
} CallGraph;

// How many events running totals have: cache line use and stores are charged otherwise, but when a record of
// line use is replayed, which takes all events.
XG_INLINE uint32_t callgraph_total_width(const CallGraphConfig* c)
{
   if (c->width > EV_WIDTH_STORES || c->width < EV_WIDTH_CACHE) return c->width;
   return c->miss_classes ? EV_WIDTH_CLASSES
          : c->hierarchy  ? EV_WIDTH_HIERARCHY
                          : EV_WIDTH_CACHE;
}

void callgraph_init(CallGraph* g, const CallGraphConfig* config);

Module* callgraph_module(CallGraph* g, const char* name);
SourceFile* callgraph_file(CallGraph* g, Module* module, const char* name);
// *is_new tells the caller to apply per-function settings before the function is used.
Function* callgraph_function(CallGraph* g, SourceFile* file, const char* name, bool* is_new);
// Gives a function another name and file.  It is found under neither name: another function may get the old one.
void callgraph_rename(CallGraph* g, Function* f, const char* name, SourceFile* file);

// The call chain of a function called on this stack from its current context.
CallChain* callgraph_call_chain(CallGraph* g, const ShadowStack* s, Function* f);
// The call chain of a function with no known caller on this stack.
CallChain* callgraph_root_chain(CallGraph* g, const ShadowStack* s, Function* f);
// The context of a call chain whose function has `activations` >= 1.
Context* callgraph_context(CallGraph* g, CallChain* c, uint32_t activations);
// The context of another line of the same interpreted code, in the same activation.
Context* callgraph_context_at_line(CallGraph* g, Context* p, uint32_t line);

// The block record at an address, or NULL.
Block* callgraph_find_block(const CallGraph* g, uint64_t address, bool artificial);
// A new record; module, function, section and is_entry are to be filled in by the caller.
Block* callgraph_new_block(CallGraph* g, uint64_t address, bool artificial);
// Allocates the block's arrays; the arrays are zeroed for the caller to fill.
void callgraph_shape_block(CallGraph* g, Block* b, uint32_t instrs, uint32_t sites,
                           uint32_t exits, uint32_t segments);
// The code at the block's address has changed: forgets the address, keeps the costs.  To be called
// by engine_retire_block() only, which also forgets transfers.
void callgraph_retire_block(CallGraph* g, Block* b);

// The counters of a block in a context.
CostCentre* callgraph_cost_centre(CallGraph* g, Block* b, Context* p);
// The counters of the block that are written nowhere.
CostCentre* callgraph_sink(CallGraph* g, Block* b);
// CostCentre.miss_counters, allocated on first use.
uint64_t* callgraph_miss_counters(CallGraph* g, CostCentre* c);
// CostCentre.end_cost, allocated on first use.
uint64_t* callgraph_end_cost(CallGraph* g, CostCentre* c);

// How often the block has been left by its exit number k.  Where the last two are exchanged, the last one is the
// branch's way past its target.
uint64_t callgraph_times_left(const CostCentre* c, uint32_t k);
// Notes an address that the execution may go on at after the block's instruction.
void callgraph_note_jump(CallGraph* g, const Block* from, uint32_t instr, uint64_t target);

// The arc for these four, created if needed.
Arc* callgraph_arc(CallGraph* g, Context* from, Exit* exit, Block* target, Context* to,
                   ArcKind kind);

// The Inlined like this one, made if needed; `of`: what tells it from others within the same outer one.
const Inlined* callgraph_inlined(CallGraph* g, const Inlined* like, const void* of);
// The instance of inlined code in a context; makes those that it is in, too.
InlinedInstance* callgraph_inlined_instance(CallGraph* g, Context* context,
                                            const Inlined* inlined);

// Address after the instruction of an exit: where a call returns to.
XG_INLINE uint64_t callgraph_after(const Exit* x)
{
   return x->block->start + x->after_B;
}

// Whether the function's source is the user's, as far as can be known: distributions build libraries with folders
// of their own in place of the real one.
bool callgraph_is_known_source(const Function* f);

// Address of an instruction of the block, by its index.
XG_INLINE uint64_t callgraph_instr_address(const Block* b, uint32_t instr)
{
   return b->start + b->instrs[instr].offset_B;
}

// Address of the site's instruction.
XG_INLINE uint64_t callgraph_site_address(const Site* site)
{
   return callgraph_instr_address(site->block, site->instr);
}

// Panics if an invariant of the graph is broken.
void callgraph_check(const CallGraph* g);

#endif
