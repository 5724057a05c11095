// SPDX-License-Identifier: GPL-3.0-or-later
// Threads on simulated cores; see core_placement.h.
#include "callgrind/threads/core_placement.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_clreq.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#include "callgrind/core_private.h"
#include "callgrind/core_versions.h"
#include "callgrind/options/given_options.h"
#include "callgrind/options/options.h"
#include "callgrind/threads/futex_call.h"
#include "callgrind/threads/processors.h"
#include "callgrind/threads/threads.h"
#include "callgrind/threads/turns.h"
#include "engine/engine.h"
#include "engine/sharing/possible_sharing.h"

enum {
   REQUEST_SET_CORE = VG_USERREQ_TOOL_BASE('X', 'G') + 3,
   // Blocks that a thread runs before another one does: see docs/miss-classes.md.
   FINE_QUANTUM = 100,
   NOT_PLACED = 0xFF,
};

static UChar* core_of;   // by thread; NOT_PLACED: there was none of this number
static UInt next_core;   // round robin
static ThreadId running; // the thread whose core runs

static Bool is_on(void)
{
   return options.cores > 1;
}

// --- interleaving -------------------------------------------------------------------------

void core_placement_choose_quantum(void)
{
   enum { QUANTUM_MAX = 1000000000 };
   if (CORE_HAS_QUANTUM)
      given_options_require_number("--scheduling-quantum", "a number of blocks", 1,
                                   QUANTUM_MAX);
   if (!is_on()) return;
   const Bool chosen = given_options_to_core("--scheduling-quantum") != NULL;
   if (!given_options_to_core("--fair-sched")) VG_(clo_fair_sched) = try_fair_sched;
   const Bool in_order = turns_are_possible();
   if (!chosen && (CORE_HAS_QUANTUM || in_order)) core_set_quantum(FINE_QUANTUM);
   if (VG_(clo_verbosity) > 0) VG_(umsg)
   ("--cores=%lld: threads take turns every %'ld blocks%s%s.\n", options.cores, core_quantum(),
    in_order ? "" : ", and which one is next may differ in another run (--fair-sched=no)",
    chosen || !CORE_HAS_QUANTUM ? "" : "; --scheduling-quantum=<n> changes that");
}

// --- placement ----------------------------------------------------------------------------

static void set_core(ThreadId tid, UInt core)
{
   core_of[tid] = (UChar)core;
   if (tid == running) engine_run_on(core);
}

static void start_thread(ThreadId parent, ThreadId child)
{
   const UInt n = (UInt)options.cores;
   possible_sharing_start_thread(parent, child);
   processors_start_thread(parent, child);
   if (parent) turns_start_thread(child);
   switch ((CorePlacement)options.core_placement) {
   case PLACE_IN_ORDER: set_core(child, (child - 1) % n); break;
   case PLACE_ROUND_ROBIN: set_core(child, next_core++ % n); break;
   case PLACE_ON_REQUEST: set_core(child, parent ? core_of[parent] : 0); break;
   }
}

void core_placement_init(void)
{
   if (!is_on()) return;
   core_of = VG_(malloc)("xg.cores", VG_N_THREADS);
   VG_(memset)(core_of, NOT_PLACED, VG_N_THREADS);
   processors_init();
   VG_(track_pre_thread_ll_create)(start_thread);
}

void core_placement_run(ThreadId tid)
{
   if (!is_on() || tid == running) return;
   running = tid;
   if (core_of[tid] != NOT_PLACED) engine_run_on(core_of[tid]);
}

void core_placement_end(ThreadId tid)
{
   if (is_on()) possible_sharing_end_thread(tid);
}

void core_placement_after_fork(ThreadId tid)
{
   if (!is_on()) return;
   possible_sharing_keep_thread(tid);
   for (ThreadId t = 1; t < VG_N_THREADS; t++)
      if (t != tid) core_of[t] = NOT_PLACED;
}

void core_placement_zero(void)
{
   if (!is_on()) return;
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      coherence_zero(&sim->caches.cores.coherence);
   possible_sharing_zero();
}

Bool core_placement_request(ThreadId tid, const UWord* args)
{
   static Bool warned;
   if (args[0] != REQUEST_SET_CORE) return False;
   if (!is_on() || options.core_placement != PLACE_ON_REQUEST) return True;
   if (args[1] < (UWord)options.cores)
      set_core(tid, (UInt)args[1]);
   else if (!warned)
      VG_(umsg)
   ("Warning: XGRIND_SET_CORE(%lu) in thread %u is ignored: with --cores=%lld, cores have the "
    "numbers 0 to %lld.\n",
    args[1], tid, options.cores, options.cores - 1);
   warned |= args[1] >= (UWord)options.cores;
   return True;
}

// --- synchronisation ----------------------------------------------------------------------

void core_placement_before_syscall(ThreadId tid, UInt number, const UWord* args)
{
   FutexCall f;
   if (is_on() && futex_call_read(number, args, &f))
      possible_sharing_begin_futex(tid, f.address, f.waits, f.wakes);
}

void core_placement_after_syscall(ThreadId tid, UInt number, const UWord* args)
{
   FutexCall f;
   if (is_on() && futex_call_read(number, args, &f)) possible_sharing_end_futex(tid);
}

// --- results ------------------------------------------------------------------------------

UInt core_placement_core(ThreadId tid)
{
   return core_of[tid];
}

PlacementData core_placement_data(void)
{
   static const HChar* const name[] = {[PLACE_IN_ORDER] = "order",
                                       [PLACE_ROUND_ROBIN] = "round-robin",
                                       [PLACE_ON_REQUEST] = "request"};
   PlacementData d = {.cores = (UInt)options.cores};
   if (!is_on()) return d;
   d.placement = name[options.core_placement];
   d.quantum = (ULong)core_quantum();
   d.core_of = core_of;
   d.turns_in_order = turns_are_possible();
   d.turns_out_of_order = turns_out_of_order();
   d.not_placed = NOT_PLACED;
   d.n_threads = VG_N_THREADS;
   return d;
}
