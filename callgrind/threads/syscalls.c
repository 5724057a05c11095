// SPDX-License-Identifier: GPL-3.0-or-later
// System calls; see syscalls.h.
#include "callgrind/threads/syscalls.h"

#include "pub_tool_basics.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/arch/arch.h"
#include "callgrind/control/pipes.h"
#include "callgrind/environment.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/huge_pages.h"
#include "callgrind/ownership/mapped_pages.h"
#include "callgrind/ownership/outside_accesses.h"
#include "callgrind/ownership/readable_pages.h"
#include "callgrind/ownership/tls.h"
#include "callgrind/symbols/made_names.h"
#include "callgrind/threads/core_placement.h"
#include "callgrind/threads/exec.h"
#include "callgrind/threads/killed.h"
#include "callgrind/threads/limits.h"
#include "callgrind/threads/privileges.h"
#include "callgrind/threads/processors.h"
#include "callgrind/threads/refused_clone.h"
#include "callgrind/threads/syscall_times.h"
#include "callgrind/threads/thread_limit.h"
#include "callgrind/threads/threads.h"
#include "callgrind/threads/turns.h"
#include "engine/engine.h"

static Int exit_status = SYSCALLS_NO_EXIT;

static void before(ThreadId tid, UInt number, UWord* args, UInt n_args)
{
   (void)n_args;
   threads_run(tid);
   if (number == __NR_exit_group || (number == __NR_exit && thread_limit_living() == 1))
      exit_status = (Int)(args[0] & 0xff);
   if (number == __NR_execve || number == __NR_execveat) {
      exec_before(number == __NR_execveat, args);
      environment_before_exec(number == __NR_execveat, args);
   }
   killed_before_syscall(number, args);
   privileges_before_syscall(number, args);
   limits_before_syscall(number, args);
   refused_clone_before_syscall(number, args);
   pipes_before_syscall(number, args);
   core_placement_before_syscall(tid, number, args);
   if (options.systime != SYSTIME_NO) syscall_times_begin(tid);
   turns_before_syscall(tid, number, args);
}

static void after(ThreadId tid, UInt number, UWord* args, UInt n_args, SysRes result)
{
   (void)n_args;
   turns_after_syscall(tid, number, result);
   killed_after_syscall(number, args, result);
   privileges_after_syscall(number, result);
   limits_after_syscall(tid, number, args, result);
   pipes_after_syscall(number, args, result);
   readable_pages_forget();
   mapped_pages_after_syscall(number, args, result);
   huge_pages_after_syscall(number, args, result);
   core_placement_after_syscall(tid, number, args);
   made_names_after_syscall(number, args, result);
   processors_answer(tid, number, args, result);
   if (options.track_objects && sets_thread_pointer(number)) tls_thread_starts(tid);
   if (options.stores) outside_accesses_after_syscall(number, args, result);
   if (options.systime == SYSTIME_NO) return;
   threads_run(tid);
   syscall_times_end(tid);
}

Int syscalls_exit_status(void)
{
   return exit_status;
}

void syscalls_init(void)
{
   if (options.systime != SYSTIME_NO) syscall_times_init();
   VG_(needs_syscall_wrapper)(before, after);
}
