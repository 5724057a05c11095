// SPDX-License-Identifier: GPL-3.0-or-later
// What system calls mean for turns; see turn_calls.h.
#include "callgrind/threads/turn_calls.h"

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/arch/arch.h"
#include "callgrind/threads/futex_call.h"

enum { TIMED_OUT = 110 }; // the error of Linux, which the core has no name for

static TurnCall futex_call(const FutexCall* f)
{
   TurnCall c = {.kind = f->wakes || f->moves ? CALL_WAKES : CALL_MAY_WAIT,
                 .wait = f->timed ? WAIT_FUTEX_TIMED : WAIT_FUTEX,
                 .address = f->waits || (f->wakes && !f->moves) ? f->address : 0};
   return c;
}

// Calls that depend on no other thread, and matter to none.
static Bool keeps_turn(UInt number)
{
   switch (number) {
   case __NR_arch_prctl:
   case __NR_brk:
   case __NR_clock_getres:
   case __NR_clock_gettime:
   case __NR_clone:
   case __NR_execve:
   case __NR_execveat:
   case __NR_exit:
   case __NR_exit_group:
   case __NR_fork:
   case __NR_getcpu:
   case __NR_getpid:
   case __NR_getrusage:
   case __NR_gettid:
   case __NR_gettimeofday:
   case __NR_madvise:
   case __NR_mmap:
   case __NR_mprotect:
   case __NR_mremap:
   case __NR_munmap:
   case __NR_prctl:
   case __NR_prlimit64:
   case __NR_rt_sigaction:
   case __NR_rt_sigprocmask:
   case __NR_rt_sigreturn:
   case __NR_sched_getaffinity:
   case __NR_sched_setaffinity:
   case __NR_set_robust_list:
   case __NR_set_tid_address:
   case __NR_sigaltstack:
   case __NR_time:
   case __NR_vfork: return True;
   default: return number == 334 /* rseq */ || number == 435 /* clone3 */;
   }
}

TurnCall turn_call(UInt number, const UWord* args)
{
   FutexCall f;
   if (futex_call_read(number, args, &f)) return futex_call(&f);
   if (keeps_turn(number)) return (TurnCall){.kind = CALL_KEEPS_TURN};
   TurnCall c = {.kind = CALL_MAY_WAIT, .wait = WAIT_OTHER};
   switch (number) {
   case __NR_clock_nanosleep:
   case __NR_nanosleep: c.wait = WAIT_TIME; break;
   case __NR_kill:
   case __NR_rt_sigqueueinfo:
   case __NR_rt_tgsigqueueinfo:
   case __NR_tgkill:
   case __NR_tkill: c.signals = True; break;
   default: break;
   }
   return c;
}

Bool turn_call_timed_out(UInt number, SysRes result)
{
   switch (number) {
   case __NR_futex: return sr_isError(result) && sr_Err(result) == TIMED_OUT;
   case __NR_epoll_wait:
   case __NR_epoll_pwait:
   case __NR_poll:
   case __NR_ppoll:
   case __NR_pselect6:
   case __NR_select: return !sr_isError(result) && sr_Res(result) == 0;
   case __NR_rt_sigtimedwait:
   case __NR_semtimedop: return sr_isError(result) && sr_Err(result) == VKI_EAGAIN;
   default: return False;
   }
}

Bool turn_call_ends_others(UInt number)
{
   return number == __NR_exit_group || number == __NR_execve || number == __NR_execveat;
}
