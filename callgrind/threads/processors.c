// SPDX-License-Identifier: GPL-3.0-or-later
// Processors that the program sees; see processors.h.
#include "callgrind/threads/processors.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "base/host.h"
#include "callgrind/arch/arch.h"
#include "callgrind/options/options.h"
#include "callgrind/threads/core_placement.h"
#include "callgrind/threads/host_task.h"
#include "callgrind/threads/processor_files.h"

enum { O_CLOEXEC = 02000000, MASK_B = sizeof(UWord) };

static UWord*
   allowed; // by thread that has started: the cores that it may run on, as it has been told

static UWord all_cores(void)
{
   return ~0UL >> (8 * MASK_B - (UInt)options.cores);
}

void processors_init(void)
{
   if (options.cores < 2) return;
   allowed = VG_(malloc)("xg.processors", VG_N_THREADS * sizeof *allowed);
}

void processors_start_thread(ThreadId parent, ThreadId child)
{
   if (allowed) allowed[child] = parent ? allowed[parent] : all_cores();
}

// What the file says of as many processors as there are cores takes its place.
static void opened(const HChar* path, UWord flags, Int fd)
{
   HChar* text = processor_file_text(path, (UInt)options.cores);
   if (!text) return;
   const SizeT n = VG_(strlen)(text);
   const Word file = host_call(__NR_memfd_create, (UWord) "processors", 0, 0, 0);
   if (file >= 0) {
      if (host_call(__NR_pwrite64, (UWord)file, (UWord)text, n, 0) == (Word)n)
         host_call(__NR_dup3, (UWord)file, (UWord)fd, flags & O_CLOEXEC, 0);
      host_call(__NR_close, (UWord)file, 0, 0, 0);
   }
   host_free(text);
}

static Bool is_self(UWord process)
{
   return !process || (Int)process == VG_(getpid)() || (Int)process == VG_(gettid)();
}

// Each core is there, whatever the host has.
static void chosen(ThreadId tid, UWord size_B, const UWord* mask, SysRes result)
{
   UWord wanted = 0, done = 0;
   VG_(memcpy)(&wanted, mask, size_B < MASK_B ? size_B : MASK_B);
   wanted &= all_cores();
   if (!wanted) return;
   if (sr_isError(result))
      VG_(set_shadow_regs_area)(tid, 0, GUEST_RESULT, sizeof done, (const UChar*)&done);
   allowed[tid] = wanted;
}

void processors_answer(ThreadId tid, UInt number, const UWord* args, SysRes result)
{
   if (!allowed) return;
   const Bool failed = sr_isError(result);
   switch (number) {
   case __NR_sched_getaffinity:
      if (failed || !is_self(args[0])) return;
      VG_(memset)((void*)args[2], 0, sr_Res(result));
      *(UWord*)args[2] = allowed[tid];
      return;
   case __NR_sched_setaffinity:
      if (is_self(args[0]) && (!failed || sr_Err(result) == VKI_EINVAL))
         chosen(tid, args[1], (const UWord*)args[2], result);
      return;
   case __NR_getcpu:
      if (failed) return;
      if (args[0]) *(UInt*)args[0] = core_placement_core(tid);
      if (args[1]) *(UInt*)args[1] = 0;
      return;
   case __NR_open:
      if (!failed) opened((const HChar*)args[0], args[1], (Int)sr_Res(result));
      return;
   case __NR_openat:
      if (!failed) opened((const HChar*)args[1], args[2], (Int)sr_Res(result));
      return;
   default: return;
   }
}
