// SPDX-License-Identifier: GPL-3.0-or-later
//
// Miss curves by function and memory object: reuse distances of data accesses (cachesim/reuse.h), and
// whose they are.
//
// Contract: its entry points for data are in front of those that the configuration has otherwise.
// A sampled line is never hot: each access to one comes here, all others stay as they are.  An access
// to several lines counts once, with the largest distance of those that are sampled.  While collection
// is off, accesses are not counted, but they are accesses to their lines.
//
// Function: that of the context; with inlined code the containing one, instead of a skipped one its
// caller.  Inclusive: each function with an open call on the shadow stack once, likewise the outermost
// one; a signal handler does not count for what it interrupts.  Object: as in object_costs.h, with
// sampled accesses of objects, too, each looked up.
//
// Inclusive histograms are back-dated: an access counts for the innermost call only, whose histogram
// goes to its caller's when the call is found to have ended.  An access finds that out by comparing
// frames from the innermost one to the first that was there before: work for new calls only.
//
//    miss_curves_init();
//    engine.behind_curves.data = entry_points.data, entry_points.data = miss_curves_data;
//    miss_curves_flush();                 // before curves are read
//    for (uint32_t i = 0; i < PROGRAM->curves.n_by_function; i++) ... PROGRAM->curves.by_function[i]
#ifndef XG_ENGINE_CURVES_MISS_CURVES_H
#define XG_ENGINE_CURVES_MISS_CURVES_H

#include "cachesim/miss_curve.h"
#include "callgraph/model.h"
#include "memobj/object.h"

typedef struct {
   bool on, exact;
   uint32_t lines_max; // sampled at a time
} MissCurvesConfig;

typedef struct {
   const Function* function;
   ReuseHistogram self, inclusive;
   bool on_path; // it is the function of an open call
} FunctionCurve;

typedef struct {
   const MemObject* object;
   ReuseHistogram self;
} ObjectCurve;

// An open call as the last counted access found it, or, as the first one, what runs outside all
// calls.
//
// Invariants: no two calls that follow each other in one place have the same arc, or the same caller
// without an arc, and the same instructions at the call, if there was a counted access in between.
// opens: the function is not that of a call further out.
typedef struct {
   const Arc* arc; // NULL: of a skipped function, or outside all calls
   const Context* caller;
   uint64_t ir_at_call;
   FunctionCurve* function; // that it has entered; NULL: a skipped one
   bool opens;
   ReuseHistogram*
      pending; // of accesses in it and in calls that have returned to it; NULL: none
} OpenCall;

typedef struct {
   Reuse reuse;
   FunctionCurve** by_function; // by number; NULL: no access so far
   ObjectCurve** by_object;     // likewise
   uint32_t n_by_function, n_by_object;
   Arena arena;
   // The calls that were open at the last counted access, the outermost one first.
   const ShadowStack* stack;   // NULL: none
   uint32_t floor, n_handlers; // index of the first frame, and signal handlers below it
   OpenCall* calls;
   uint32_t n_calls, capacity;
   ReuseHistogram** spare; // empty ones
   uint32_t n_spare, spare_capacity;
} MissCurves;

// The access functions behind those of miss curves.
typedef struct {
   void (*data)(Site* site, uint64_t address);
   void (*data_sampled)(Site* site, uint64_t address);
   void (*data_guarded)(Site* site, uint64_t address);
} AccessesBehindCurves;

struct Simulation;

// Sets up; by engine_init().
void miss_curves_init(void);
// Entry points: they call the functions behind them.
void miss_curves_data(Site* site, uint64_t address);
void miss_curves_data_sampled(Site* site, uint64_t address);
void miss_curves_data_guarded(Site* site, uint64_t address);
// Beside the program: a data access that has been made, and was not to the hot line.
void miss_curves_data_beside(struct Simulation* sim, const Site* site, uint64_t address);
// Inclusive histograms have all accesses counted so far.  Also when an execution state has ended: another
// one may repeat its totals.
void miss_curves_flush(void);
// Instrumentation was switched: forgets all accesses to lines, keeps what was counted.
void miss_curves_forget_lines(void);
// Forgets what was counted; lines keep the times of their last accesses.
void miss_curves_zero(void);
// The curve of an object, or NULL.
const ObjectCurve* miss_curves_of_object(const MissCurves* m, const MemObject* o);
// Panics if an invariant is broken.
void miss_curves_check(void);

#endif
