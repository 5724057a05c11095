// SPDX-License-Identifier: GPL-3.0-or-later
// Shadow stacks by thread; see thread_stacks.h.
#include "callgrind/threads/thread_stacks.h"

#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#include "callgraph/shadow_stack.h"
#include "engine/engine.h"

static ShadowStack** stack_of; // by thread: the one that ran last
static UInt running;

void thread_stacks_init(void)
{
   stack_of = VG_(calloc)("xg.threads", VG_N_THREADS, sizeof *stack_of);
}

Bool thread_stacks_has(UInt thread)
{
   return stack_of[thread] != NULL;
}

UInt thread_stacks_end(void)
{
   return VG_N_THREADS;
}

ShadowStack* thread_stacks_of(UInt thread)
{
   return thread == running ? xg_current.stack : stack_of[thread];
}

UInt thread_stacks_running(void)
{
   return running;
}

ShadowStack* thread_stacks_choose(UInt thread)
{
   if (running) stack_of[running] = xg_current.stack;
   if (!stack_of[thread]) stack_of[thread] = shadow_stack_new(&engine.graph, thread);
   running = thread;
   return stack_of[thread];
}
