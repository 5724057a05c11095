// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that are unmapped; see mapped_pages.h.
#include "callgrind/ownership/mapped_pages.h"

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/options/options.h"
#include "engine/engine.h"

enum { ADVICE_DONTNEED = 4 }; // of the kernel's interface; Valgrind's headers do not have it

static SizeT in_pages(SizeT size_B)
{
   return (size_B + VKI_PAGE_SIZE - 1) / VKI_PAGE_SIZE * VKI_PAGE_SIZE;
}

// The heap of brk() ends here; what it gives back is unmapped.
static void brk_ends(Addr end)
{
   static Addr last;
   if (end < last) engine_end_pages(end, last - end);
   last = end;
}

void mapped_pages_after_syscall(UInt number, const UWord* args, SysRes result)
{
   if (!options_have_tlbs() || sr_isError(result)) return;
   switch (number) {
   case __NR_mmap: engine_end_pages(sr_Res(result), in_pages(args[1])); break;
   case __NR_munmap: engine_end_pages(args[0], in_pages(args[1])); break;
   case __NR_mremap:
      engine_move_pages(args[0], in_pages(args[1]), sr_Res(result), in_pages(args[2]));
      break;
   case __NR_madvise:
      if (args[2] == ADVICE_DONTNEED) engine_end_pages(args[0], in_pages(args[1]));
      break;
   case __NR_brk: brk_ends(sr_Res(result)); break;
   default: break;
   }
}
