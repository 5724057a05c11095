// SPDX-License-Identifier: GPL-3.0-or-later
//
// What callsim.h knows: the program, its threads and stacks, and what its profile must be.
//
// A stack is a thread's own or a coroutine's; all its open calls stand in it.  sim.s is the one
// that runs.
#ifndef XG_TESTS_UNIT_CALLSIM_STATE_H
#define XG_TESTS_UNIT_CALLSIM_STATE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/access.h"
#include "engine/entry_points.h"
#include "engine/line_costs.h"
#include "host_libc.h"
#include "reference_use.h"
#include "writers/costs.h"

enum {
   SIM_FAST_PATH = 1,
   SIM_COLLECT = 2,      // collection is switched now and then
   SIM_TOGGLE = 4,       // ... and by entering or leaving function 3
   SIM_HANDLERS = 8,     // signals
   SIM_STUBS = 16,       // skipped functions
   SIM_LONGJMP = 32,     // jumps out of several frames
   SIM_DUMPS = 64,       // profile parts
   SIM_DIRECT = 128,     // direct recursion opens no level
   SIM_UNDERFLOW = 256,  // returns to callers that were never seen calling
   SIM_WIDE = 512,       // the events of the cache simulation
   SIM_LINES = 1024,     // cache lines, charged long after they were loaded; with SIM_WIDE
   SIM_THREADS = 2048,   // as many as SimConfig says; with SIM_ZERO they fork, too
   SIM_STACKS = 4096,    // coroutines
   SIM_ZERO = 8192,      // all costs are forgotten now and then
   SIM_RESETS = 16384,   // instrumentation is switched off and on
   SIM_SEPARATE = 32768, // each thread has a profile of its own
   SIM_CACHES = 65536,   // lines are those of real caches, with SIM_LINES; else made up
   SIM_FEATURES = 131072,
};

typedef struct {
   uint32_t (*below)(void* source, uint32_t n); // a number from 0 to n - 1
   bool (*evicted)(void* source);               // no more numbers
   void* source;
   unsigned features;
   uint32_t callers, recursions; // separate_*
   uint32_t threads;             // with SIM_THREADS: 1 to SIM_MAX_THREADS
   bool curves;                  // exact miss curves, with SIM_CACHES
   bool timeline;
   uint32_t tree_depth; // of the calling-context tree; 0: there is none
   unsigned number;     // of the program, for messages
   // Out.
   unsigned dumps_checked, switches, lines_charged, trees_compared;
   uint64_t distances;         // of accesses, compared
   uint64_t samples, bins;     // with an access, and all: compared
   uint64_t instances, points; // of regions, likewise
   bool two_passes_checked;
} SimConfig;

enum {
   SIM_FUNCTIONS = 6,
   SIM_CALLABLE = 8, // and two stubs
   SIM_HANDLER = 8,
   SIM_OUTSIDE,
   SIM_RESTORER,
   SIM_START, // where coroutines, and some threads, begin; never called
   SIM_ALL,
   SIM_TOGGLING = 3,
   SIM_DEPTH = 40,
   SIM_CALLERS = 3,
   SIM_EVENTS = 14,
   SIM_RESIDENT = 64, // lines that have been loaded and not been charged
   SIM_CONTEXTS = 40000,
   SIM_ARCS = 60000,
   SIM_HASH = 1 << 17,
   SIM_MAX_THREADS = 64,
   SIM_MAX_STACKS = 4, // of a thread, its own included
   SIM_SAMPLES = 4096, // of a timeline
};

// What a made-up line costs is known in SIM_IMMEDIATE when it is loaded, and in SIM_BACK_DATED when
// it is evicted: the two passes of the definition in one.
enum {
   SIM_IR,
   SIM_DR,
   SIM_MISSES,
   SIM_LL_MISSES,
   SIM_IMMEDIATE = SIM_LL_MISSES,
   SIM_L2_MISSES,
   SIM_SPLOSS1,
   SIM_BACK_DATED = SIM_SPLOSS1,
   SIM_ACCOST1,
   SIM_SPLOSS_LL,
   SIM_ACCOST_LL,
   SIM_SPLOSS_L2,
   SIM_ACCOST_L2,
   SIM_L3_MISSES,
   SIM_SPLOSS_L3,
   SIM_ACCOST_L3
};
static const Event sim_event[SIM_EVENTS] = {
   EV_IR,        EV_DR,        EV_D1MR,      EV_DLMR,      EV_L2MR, EV_SPLOSS_L1, EV_ACCOST_L1,
   EV_SPLOSS_LL, EV_ACCOST_LL, EV_SPLOSS_L2, EV_ACCOST_L2, EV_L3MR, EV_SPLOSS_L3, EV_ACCOST_L3};

typedef struct {
   uint64_t n[SIM_EVENTS];
} SimCost;

typedef struct {
   int functions[SIM_CALLERS + 1], size, level;
   int thread; // 0: of all
   SimCost self;
   uint64_t two_passes[2]; // what all parts since the last zeroing say: immediate, back-dated
   uint32_t slot;          // in the hash table
} SimContext;

typedef struct {
   int from, to;
   const Block *exit, *target;
   uint64_t calls;
   SimCost cost;
   uint64_t two_passes[2];
   uint32_t slot;
} SimArc;

typedef struct {
   int arc; // -1: skipped
   int context, code, callee;
   const Block* skip;
   bool opened;
   uint64_t sp, body_sp; // at the callee's start; the caller's own
   Block* back;          // where it returns to; NULL: tail call
} SimFrame;

typedef struct {
   int context, code, floor;
   const Block* skip;
   bool collect;
   uint64_t sp;
   SimCost since;
   int exec_state; // the interrupted one
} SimHandler;

typedef struct {
   int thread;
   bool alive;
   bool base_is_known; // the profiler has seen where it starts
   SimFrame frame[SIM_DEPTH + 2];
   SimHandler handler[4];
   int depth, floor, handlers, here, code, active[SIM_ALL];
   const Block* skip; // not NULL: costs are for the function with this block
   bool collect, has_underflown;
   uint64_t sp;
   SimCost since; // of this execution state since the last part
   int exec_state;
} SimStack;

typedef struct {
   bool alive;
   SimStack* s;        // the one that runs or ran last
   SimCost total;      // of this part
   ShadowStack* stack; // as the tool keeps it
} SimThread;

// A line on the account of whoever ran when it was loaded: all calls there were then.
typedef struct {
   CostTarget loader; // of a made-up line, and
   uint64_t cost;
   int context; // of the loader; -1: nobody's
   int thread, exec_state;
   SimStack* stack;
   int arcs, arc[2 * SIM_DEPTH];
   uint64_t path; // with sim_has_paths()
} SimLine;

// What happens in the middle of a step of another thread or of an interrupted function.
typedef enum { SIM_NO_INTERLUDE, SIM_OTHER_THREADS, SIM_IN_SIGNAL } SimInterlude;

static struct {
   SimConfig* c;
   Function* function[SIM_ALL];
   Block *entry[SIM_ALL], *returns[SIM_ALL], *calls[SIM_ALL][SIM_CALLABLE];
   Block *back[SIM_ALL][SIM_CALLABLE], *tails[SIM_ALL][SIM_CALLABLE], *local[SIM_ALL];
   Block *leaps[SIM_ALL], *middle[SIM_ALL]; // jumps to other stacks; where coroutines may begin
   uint64_t spacing_B;                      // of stacks
   SimThread thread[SIM_MAX_THREADS + 1];
   SimStack* s;
   SimInterlude interlude;
   int interrupted; // thread
   // The reference.
   SimContext* context;
   SimArc* arc;
   int contexts, arcs;
   SimLine line[SIM_RESIDENT];
   int lines, exec_states; // how many there have been
   unsigned abandoned;
} sim;

static SimStack sim_stack[SIM_MAX_THREADS + 1][SIM_MAX_STACKS]; // [0]: a thread's own
static int sim_context_hash[SIM_HASH], sim_arc_hash[SIM_HASH];  // index + 1

static void sim_fail(const char* what, uint64_t got, uint64_t expected)
{
   fprintf(stderr,
           "%s: got %llu, expected %llu (program %u, features %u, threads %u, callers %u, "
           "recursions %u)\n",
           what, (unsigned long long)got, (unsigned long long)expected, sim.c->number,
           sim.c->features, sim.c->threads, sim.c->callers, sim.c->recursions);
   abort();
}

static void sim_equal(const char* what, uint64_t got, uint64_t expected)
{
   if (got != expected) sim_fail(what, got, expected);
}

static bool sim_has(unsigned feature)
{
   return sim.c->features & feature;
}

static uint32_t sim_below(uint32_t n)
{
   return sim.c->below(sim.c->source, n);
}

static void sim_add(SimCost* to, const SimCost* c)
{
   for (int e = 0; e < SIM_EVENTS; e++) to->n[e] += c->n[e];
}

static bool sim_is_stub(int f)
{
   return f >= SIM_FUNCTIONS && f < SIM_CALLABLE;
}

static bool sim_is_back_dated(int e)
{
   return e >= SIM_BACK_DATED && e != SIM_L3_MISSES;
}

// How many of the events there are: those of L3 come last.
static int sim_events(void)
{
   if (sim_has(SIM_LINES))
      return PROGRAM->caches.config.between[1].size_B ? SIM_EVENTS : SIM_L3_MISSES;
   return sim_has(SIM_WIDE) ? SIM_MISSES + 1 : 1;
}

// True if each activation has a context of its own and roots are never called.
static bool sim_told_apart(void)
{
   return sim.c->recursions > SIM_DEPTH && !sim_has(SIM_DIRECT | SIM_RESETS)
          && !(sim_has(SIM_UNDERFLOW) && sim_has(SIM_HANDLERS | SIM_THREADS | SIM_STACKS));
}

#endif
