// SPDX-License-Identifier: GPL-3.0-or-later
// Requests for pages of 2 MiB; see huge_pages.h.
#include "callgrind/ownership/huge_pages.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/options/options.h"
#include "engine/engine.h"

// Of the kernel's interface; Valgrind's headers do not have them.
enum { ADVICE_HUGEPAGE = 14, ADVICE_NOHUGEPAGE = 15, MAPPING_HUGETLB = 0x40000 };

static UWord rounded_up(UWord n, UWord unit)
{
   return (n + unit - 1) / unit * unit;
}

static void begin(Addr start, SizeT size_B)
{
   engine_request_huge(start, size_B);
}

static void end(Addr start, SizeT size_B)
{
   engine_end_huge(start, rounded_up(size_B, VKI_PAGE_SIZE));
}

static void advised(Addr start, SizeT size_B, UWord advice, SysRes result)
{
   // A kernel without transparent huge pages calls the advice invalid.
   if (sr_isError(result) && sr_Err(result) != VKI_EINVAL) return;
   if (start % VKI_PAGE_SIZE) return;
   if (advice == ADVICE_HUGEPAGE) begin(start, rounded_up(size_B, VKI_PAGE_SIZE));
   if (advice == ADVICE_NOHUGEPAGE) end(start, size_B);
}

// Files there have blocks of the size of their pages.
static Bool is_on_hugetlbfs(Int fd)
{
   struct vg_stat s;
   return fd >= 0 && VG_(fstat)(fd, &s) == 0 && s.blksize >= HUGE_PAGE_B
          && s.blksize % HUGE_PAGE_B == 0;
}

static void mapped(Addr start, SizeT size_B, UWord flags, Int fd)
{
   end(start, size_B);
   Bool anonymous = (flags & VKI_MAP_ANONYMOUS) != 0;
   if (anonymous ? (flags & MAPPING_HUGETLB) != 0 : is_on_hugetlbfs(fd))
      begin(start, rounded_up(size_B, HUGE_PAGE_B));
   if (options.what_if) what_if_mapped(start);
}

void huge_pages_after_syscall(UInt number, const UWord* args, SysRes result)
{
   if (!options_have_tlbs() || options.huge_pages != PAGES_REQUESTED) return;
   if (number == __NR_madvise) advised(args[0], args[1], args[2], result);
   if (sr_isError(result)) return;
   if (number == __NR_mmap) mapped(sr_Res(result), args[1], args[3], (Int)args[4]);
   if (number == __NR_munmap) end(args[0], args[1]);
   if (number == __NR_mremap) {
      end(args[0], args[1]);
      end(sr_Res(result), args[2]);
      if (options.what_if) what_if_mapped(sr_Res(result));
   }
}
