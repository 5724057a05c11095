// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses from outside the program's code; see outside_accesses.h.
#include "callgrind/ownership/outside_accesses.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "engine/stores/stores.h"

enum { ADVICE_DONTNEED = 4, ADVICE_FREE = 8 }; // of Linux's madvise()

static void reads(CorePart part, ThreadId tid, const HChar* what, Addr start, SizeT size_B)
{
   (void)part, (void)tid, (void)what;
   if (size_B) stores_read_outside(start, size_B);
}

// Up to its end or the first page that is not there.
static void reads_text(CorePart part, ThreadId tid, const HChar* what, Addr start)
{
   (void)part, (void)tid, (void)what;
   Addr a = start;
   while (VG_(am_is_valid_for_client)(a, 1, VKI_PROT_READ)) {
      const Addr page_end = (a & ~(Addr)(VKI_PAGE_SIZE - 1)) + VKI_PAGE_SIZE;
      while (a < page_end && *(const HChar*)a) a++;
      if (a < page_end) break;
   }
   stores_read_outside(start, a - start + 1);
}

static void writes(CorePart part, ThreadId tid, Addr start, SizeT size_B)
{
   (void)part, (void)tid;
   if (size_B) stores_stored_outside(start, size_B);
}

void outside_accesses_after_syscall(UInt number, const UWord* args, SysRes result)
{
   if (sr_isError(result)) return;
   if (number == __NR_mmap && args[3] & VKI_MAP_SHARED) stores_share(sr_Res(result), args[1]);
   if (number == __NR_madvise && (args[2] == ADVICE_DONTNEED || args[2] == ADVICE_FREE))
      stores_end(args[0], args[1]);
   if (number != __NR_shmat) return;
   const NSegment* seg = VG_(am_find_nsegment)(sr_Res(result));
   if (seg) stores_share(seg->start, seg->end - seg->start + 1);
}

void outside_accesses_init(void)
{
   VG_(track_pre_mem_read)(reads);
   VG_(track_pre_mem_read_asciiz)(reads_text);
   VG_(track_post_mem_write)(writes);
}
