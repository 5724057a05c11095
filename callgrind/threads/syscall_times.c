// SPDX-License-Identifier: GPL-3.0-or-later
// Times of system calls; see syscall_times.h.
#include "callgrind/threads/syscall_times.h"

#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

#include "callgrind/clock.h"
#include "callgrind/options/options.h"
#include "callgrind/threads/pending_block.h"
#include "engine/engine.h"

typedef struct {
   ULong elapsed_ns, cpu_ns;
   Block* block; // that makes the call
} Start;

static Start* starts; // by thread

void syscall_times_init(void)
{
   starts = VG_(calloc)("xg.systime", VG_N_THREADS, sizeof *starts);
}

void syscall_times_begin(ThreadId tid)
{
   starts[tid] = (Start){.elapsed_ns = clock_ns(VKI_CLOCK_MONOTONIC),
                         .cpu_ns = clock_ns(VKI_CLOCK_THREAD_CPUTIME_ID),
                         .block = pending_block.block};
}

static void charge(uint64_t* cost, ULong elapsed_ns, ULong cpu_ns)
{
   static const ULong unit_ns[] = {1, 1000000, 1000, 1};
   cost[EV_SYSCOUNT]++;
   cost[EV_SYSTIME] += elapsed_ns / unit_ns[options.systime];
   cost[EV_SYSCPU] += cpu_ns;
}

void syscall_times_end(ThreadId tid)
{
   const Start* s = &starts[tid];
   if (!s->block || !xg_current.stack->exec.context || !xg_current.stack->exec.collect) return;
   ULong elapsed = clock_ns(VKI_CLOCK_MONOTONIC) - s->elapsed_ns;
   ULong cpu = clock_ns(VKI_CLOCK_THREAD_CPUTIME_ID) - s->cpu_ns;
   charge(xg_current.total, elapsed, cpu);
   // While a skipped function runs, the difference of totals charges its caller.
   if (xg_current.stack->exec.skip_cost_centre) return;
   CostCentre* c =
      callgraph_cost_centre(&engine.graph, s->block, xg_current.stack->exec.context);
   charge(callgraph_end_cost(&engine.graph, c), elapsed, cpu);
}

void syscall_times_charge_to(ThreadId tid, Block* block)
{
   if (starts && block) starts[tid].block = block;
}
