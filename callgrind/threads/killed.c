// SPDX-License-Identifier: GPL-3.0-or-later
// SIGKILL; see killed.h.
#include "callgrind/threads/killed.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#include "callgrind/options/options.h"
#include "callgrind/result_files/folder.h"
#include "callgrind/result_files/results_so_far.h"
#include "callgrind/result_files/run_id.h"
#include "callgrind/threads/host_task.h"

enum { PATH_B = 4096 };

static XArray* children; // process numbers of those that were forked; NULL: there were none yet
static XArray* killed;   // of those that were profiled when this process sent SIGKILL
static Word sure;        // how many of them: the others are of a call that is being made

static void add(XArray** to, Int pid)
{
   if (!*to) *to = VG_(newXA)(VG_(malloc), "xg.killed", VG_(free), sizeof(Int));
   VG_(addToXA)(*to, &pid);
}

static Word n_of(XArray* pids)
{
   return pids ? VG_(sizeXA)(pids) : 0;
}

static Int nth(XArray* pids, Word i)
{
   return *(Int*)VG_(indexXA)(pids, i);
}

static Int group_of(Int pid)
{
   return (Int)host_call(__NR_getpgid, (UWord)pid, 0, 0, 0);
}

// --- whom a call kills --------------------------------------------------------------------------

// Whom a call sends SIGKILL: a process, or below -1 a group, as for kill(); 0: nobody.
static Int target_of(UInt number, const UWord* args)
{
   UWord sent = 0;
   const Int pid = (Int)args[0];
   switch (number) {
   case __NR_kill:
   case __NR_rt_sigqueueinfo: sent = args[1]; break;
   case __NR_tgkill:
   case __NR_rt_tgsigqueueinfo: sent = args[2]; break;
   }
   if (sent != VKI_SIGKILL) return 0;
   return pid == 0 && number == __NR_kill ? -group_of(0) : pid;
}

static Bool is_meant(Int target, Int pid)
{
   return target < -1 ? group_of(pid) == -target : target == -1 || target == pid;
}

// Whether the call ends this process without the tool's being asked: kill() of a process or thread by its own number, the core makes
// itself.
static Bool kills_unseen(UInt number, const UWord* args)
{
#ifdef __NR_pidfd_send_signal
   if (number == __NR_pidfd_send_signal) return args[1] == VKI_SIGKILL; // of any process
#endif
   const Int target = target_of(number, args), self = VG_(getpid)();
   if (number == __NR_kill && args[0] == 0) return args[1] == VKI_SIGKILL;
   if (target < -1) return is_meant(target, self);
   return target == self
          && (number == __NR_rt_sigqueueinfo || number == __NR_rt_tgsigqueueinfo);
}

// What a process executes, as the kernel sees it: the tool, if it is profiled.  False: it has ended, or /proc is not there.
static Bool program_of(HChar program[PATH_B], Int pid)
{
   HChar link[32];
   VG_(sprintf)(link, "/proc/%d/exe", pid);
   const SSizeT n = VG_(readlink)(link, program, PATH_B - 1);
   program[n > 0 ? n : 0] = '\0';
   return n > 0;
}

static Bool is_profiled(Int pid)
{
   HChar own[PATH_B], other[PATH_B];
   return program_of(own, VG_(getpid)()) && program_of(other, pid)
          && VG_(strcmp)(own, other) == 0;
}

static Bool is_known(Int pid)
{
   for (Word i = 0; i < n_of(killed); i++)
      if (nth(killed, i) == pid) return True;
   return False;
}

// Notes the children that a call is about to kill.
static void note_children(Int target)
{
   sure = n_of(killed);
   for (Word i = 0; i < n_of(children); i++) {
      const Int pid = nth(children, i);
      if (is_meant(target, pid) && !is_known(pid) && is_profiled(pid)) add(&killed, pid);
   }
}

void killed_before_syscall(UInt number, const UWord* args)
{
   const Int target = target_of(number, args);
   if (target) note_children(target);
   if (kills_unseen(number, args)) results_write_so_far();
}

static Bool makes_process(UInt number, const UWord* args)
{
   switch (number) {
#ifdef __NR_fork
   case __NR_fork:
   case __NR_vfork: return True;
#endif
   case __NR_clone: return !(args[0] & VKI_CLONE_THREAD);
   default: return False;
   }
}

void killed_after_syscall(UInt number, const UWord* args, SysRes result)
{
   if (!sr_isError(result) && sr_Res(result) > 0 && makes_process(number, args))
      add(&children, (Int)sr_Res(result));
   if (!target_of(number, args)) return;
   if (sr_isError(result) && killed) VG_(dropTailXA)(killed, n_of(killed) - sure);
}

void killed_after_fork(void)
{
   if (children) VG_(deleteXA)(children);
   if (killed) VG_(deleteXA)(killed);
   children = killed = NULL;
}

// --- what is said of them -----------------------------------------------------------------------

// Takes those out that have ended by themselves: files say it, if each process has its own.
static void look_for_last(const HChar* path, void* unused)
{
   WrittenBy by;
   (void)unused;
   if (!folder_written_by(&by, path, run_id.started_ns) || !by.is_last) return;
   for (Word i = n_of(killed) - 1; i >= 0; i--)
      if (nth(killed, i) == by.pid) VG_(removeIndexXA)(killed, i);
}

void killed_describe(EndLines* l, const HChar* base)
{
   enum { NAMED = 3, NAMES_B = 64 };
   if (options.compat || !n_of(killed)) return;
   if (!options.combine_dumps) folder_each(base, look_for_last, NULL);
   const Word n = n_of(killed), named = n > NAMED ? NAMED : n;
   if (n == 0) return;
   HChar names[NAMES_B];
   Int at = 0;
   for (Word i = 0; i < named; i++)
      at += (Int)VG_(sprintf)(names + at, "%s%d",
                              i == 0       ? ""
                              : i == n - 1 ? " and "
                                           : ", ",
                              nth(killed, i));
   if (n > named) VG_(sprintf)(names + at, " and %ld more", n - named);
   end_lines_add(
      l, END_NOTE, "Process%s %s %s killed (SIGKILL): the end of %s is in no profile",
      n == 1 ? "" : "es", names, n == 1 ? "was" : "were", n == 1 ? "its run" : "their runs");
}
