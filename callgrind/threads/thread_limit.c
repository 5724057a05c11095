// SPDX-License-Identifier: GPL-3.0-or-later
// --max-threads; see thread_limit.h.
#include "callgrind/threads/thread_limit.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

#include "callgrind/options/given_options.h"
#include "callgrind/result_files/results_so_far.h"

// The core's own, and a main thread; memory for each is there from the start.
enum { THREADS_MIN = 2, THREADS_MAX = 100000 };

void thread_limit_check(void)
{
   given_options_require_number("--max-threads",
                                "a number, one more than the program has threads at once,",
                                THREADS_MIN, THREADS_MAX);
}

UInt thread_limit_living(void)
{
   ThreadId tid;
   Addr lowest, highest;
   UInt n = 0;
   VG_(thread_stack_reset_iter)(&tid);
   while (VG_(thread_stack_next)(&tid, &lowest, &highest)) n++;
   return n;
}

static void end_here(void)
{
   results_write_so_far();
   VG_(fmsg)
   ("The program has more than %u thread%s at once, and ends here; run it with "
    "--max-threads=<number>, one more than it has.\n",
    VG_N_THREADS - 1, VG_N_THREADS == 2 ? "" : "s");
   VG_(exit)(1);
}

// Where the core takes a number for a new thread; it would panic if there is none left.
extern ThreadId __real_vgPlain_alloc_ThreadState(void);
extern ThreadId __wrap_vgPlain_alloc_ThreadState(void);
ThreadId __wrap_vgPlain_alloc_ThreadState(void)
{
   if (thread_limit_living() + 1 >= VG_N_THREADS) end_here();
   return __real_vgPlain_alloc_ThreadState();
}
