// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine: where caches, branch predictors and call graph meet.
//
// Generated code and programs without Valgrind drive it through the table of engine/entry_points.h;
// what generated code does by itself is count executions and totals (xg_current) and compare with
// the hot lines.
//
//    engine_init(&config);
//    shadow_stack_switch(&engine.graph, &xg_current, shadow_stack_new(&engine.graph, 1));
//    if (block->key != xg_current.key) entry_points.enter(block);
//    entry_points.data(site, address);             // if the line is not the hot one of its set
//    entry_points.call(exit, target_address, sp);  // at exits that may leave the function
#ifndef XG_ENGINE_ENGINE_H
#define XG_ENGINE_ENGINE_H

#include "backdate/tree.h"
#include "base/arch.h"
#include "cachesim/branch.h"
#include "cachesim/hierarchy.h"
#include "cachesim/translation.h"
#include "callgraph/callgraph.h"
#include "callgraph/shadow_stack.h"
#include "cycles/processor.h"
#include "engine/bytes/object_bytes.h"
#include "engine/object_costs.h"
#include "engine/over_time/timeline.h"
#include "engine/over_time/timeline_regions.h"
#include "engine/repeats/journal.h"
#include "engine/sampled_sets.h"
#include "engine/simulation.h"
#include "engine/what_if.h"

typedef struct EngineConfig {
   CallGraphConfig graph;
   HierarchyConfig caches;
   TranslationConfig tlbs; // with cache_sim
   bool cache_sim;
   uint32_t sample_sets; // with cache_sim: one set in so many is simulated; 0 or 1: all are
   bool line_use;        // with cache_sim
   bool back_dating;     // with line_use or stores: inclusive costs, too
   bool stores;          // with cache_sim: which stored bytes are read
   bool dependences;     // with stores: who reads what who has stored
   bool work;            // with cache_sim: bytes and operations of code
   bool objects;         // with cache_sim: by memory object
   bool object_bytes;    // with objects: which of their bytes are accessed
   bool what_if;         // with objects, without sampling: some may have other layouts
   uint32_t beside;      // with what_if: so many simulations beside the program have these
   bool apart;           // with beside: nothing of these is counted by site and by call
   bool track_objects;   // it is known which memory is whose: with objects, or for the timeline
   int64_t sampling_period; // with objects: as in sampling_init()
   bool sample_loads, sample_stores;
   MissCurvesConfig curves; // with cache_sim
   TimelineConfig timeline; // with cache_sim, not with Callgrind's arithmetic
   bool branch_sim;
   const Processor* processor; // for estimated cycles, with cache_sim; NULL: none
   bool avx2;                  // the processor has it
} EngineConfig;

typedef struct {
   EngineConfig config;
   CallGraph graph;
   Simulation simulation[SIMULATIONS_MAX]; // the program as it is, and config.beside others
   uint32_t n_simulations;
   SampledSets sampled;                // with sample_sets
   BackdateForest forest;              // with line_use or stores
   ObjectCounters objects;             // with objects
   AccessesBehindCurves behind_curves; // with curves.on
   ObjectByteCounters bytes;           // with object_bytes
   Timeline timeline;                  // with timeline.on
   TimelineRegions regions;            // likewise
   Journal journal;                    // with timeline.find_regions
   WhatIf what_if;                     // with what_if
   EntryPointsBehind behind_beside;    // with beside
   BranchPredictor branches;
   const Site* asking; // with line use: the site whose request changes lines, or the last one
   Map suspended;      // stacks that wait, by stack pointer of their top frame and thread
   uint64_t late[EV_LATE_COUNT_BESIDE]; // line use, and what became of stores: charged so far
   uint64_t calls, transfers, stack_switches; // statistics
} Engine;

extern Engine engine;
// The simulation of the program as it is.
#define PROGRAM (&engine.simulation[0])
extern CurrentState xg_current;
// One more than there may be sets: of accesses that generated code is to note nowhere.
enum { SPARE_HOT_SLOT = HOT_SETS_MAX };
extern HotSlot xg_d1_hot[HOT_SETS_MAX + 1];

void engine_init(const EngineConfig* config);
// The code at the block's address has changed: forgets the address and the transfers that lead
// there, keeps the costs.
void engine_retire_block(Block* block);
// Instrumentation was switched: forget stacks and caches, keep what was counted.
void engine_reset_state(void);
// Panics if an invariant of what the engine has is broken; totals are up to date.
void engine_check(void);
// A part with the costs of this thread (0: of all) has been written: the next one begins.
void engine_begin_part(uint32_t thread);
// With several cores: what follows runs on this one.
void engine_run_on(uint32_t core);
// The program asks for pages of 2 MiB, or such a request ends: see translation.h.
void engine_request_huge(uint64_t start, uint64_t size_B);
void engine_end_huge(uint64_t start, uint64_t size_B);
// Pages are unmapped, or mapped anew; or they are mapped elsewhere.
void engine_end_pages(uint64_t start, uint64_t size_B);
void engine_move_pages(uint64_t from, uint64_t from_B, uint64_t to, uint64_t to_B);
// The thread has ended; a later one may have its number.
void engine_end_thread(uint32_t thread);
// Ends all calls and handlers of the running stack; what runs there next is unrelated to them.
void engine_restart_stack(bool collect);
// Another stack runs.
void engine_switch_stack(ShadowStack* to);
// Ends the innermost call of the running stack, as shadow_stack_pop() does.
Function* engine_pop(void);
// Ends the running signal handler, whose calls have ended.
void engine_end_handler(void);
// Ends all handlers and calls of the running stack, so that arcs are complete.
void engine_unwind_all(void);

// The running access's address in the program, if it is made elsewhere because its object has another layout.
XG_INLINE uint64_t what_if_own(uint64_t address)
{
   return XG_UNLIKELY(engine.what_if.own) ? engine.what_if.own : address;
}

// The event that counts another one in a simulation, by number, in totals and profiles.
XG_INLINE Event simulation_event(Event e, uint32_t simulation)
{
   return engine.config.apart ? e : event_in(e, simulation);
}
// Costs, by Event, which are the program's, become those of a simulation apart.
void simulation_totals(const Simulation* sim, uint64_t totals[EV_COUNT]);
// Costs of simulations apart begin anew.
void simulations_zero(void);

// Whether what runs is counted.
XG_INLINE bool engine_is_collecting(void)
{
   return xg_current.stack->exec.collect;
}

// The simulation behind this one, or NULL.
XG_INLINE Simulation* simulation_next(const Simulation* sim)
{
   return sim->number + 1 < engine.n_simulations ? &engine.simulation[sim->number + 1] : NULL;
}

// Whether there are costs that are charged to the calls that were open earlier.
XG_INLINE bool engine_is_back_dated(void)
{
   return engine.config.line_use || engine.config.stores;
}

// Whether hot slots need the time of each access.
XG_INLINE bool engine_slots_are_timed(void)
{
   return engine.config.tlbs.dtlb.entries || hierarchy_is_timed(&PROGRAM->caches);
}
// Whether the sites of a block have times of their own, so that I1's advances by TIMES_PER_BLOCK.
XG_INLINE bool engine_sites_are_timed(void)
{
   return translation_is_on(&engine.config.tlbs) || hierarchy_is_timed(&PROGRAM->caches);
}

// --- behind the entry points ------------------------------------------------------------

// Makes block->cost_centre the counters of the current context.
void engine_enter_block(Block* block);
// Leaves a block by `exit` towards `target`, with the stack pointer there: the slow path, which
// entry points take for transfers that repeat no earlier one.
void engine_transfer(Exit* exit, Block* target, uint64_t sp);
// Makes a call; `sp` and `return_to` as in a frame.
void engine_call(Exit* exit, Context* from, Block* target, uint64_t sp, uint64_t return_to);
// Ends the innermost call, and does what is to be done when its function is left.
void engine_return(void);

// Where a return takes nothing off the stack: whether one to `target` that leaves frame f leaves the frame below it, too, that
// of a skipped stub, which has jumped to the function that returns.
XG_INLINE bool engine_leaves_stub(const ShadowStack* s, const Frame* f, uint64_t target)
{
   return RETURN_ADDRESS_B == 0 && f > s->floor && f[-1].sp == f->sp && !f[-1].arc
          && f[-1].return_to == target;
}

#endif
