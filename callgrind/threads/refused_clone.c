// SPDX-License-Identifier: GPL-3.0-or-later
// clone() as the core does not know it; see refused_clone.h.
#include "callgrind/threads/refused_clone.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "base/host.h"
#include "callgrind/result_files/result_files.h"
#include "callgrind/result_files/results_so_far.h"

// Whether the core makes a thread or a process of it, as its manual says.
static Bool is_known(UWord flags)
{
   switch (flags & (VKI_CLONE_VM | VKI_CLONE_FS | VKI_CLONE_FILES | VKI_CLONE_VFORK)) {
   case VKI_CLONE_VM | VKI_CLONE_FS | VKI_CLONE_FILES: // a thread
   case VKI_CLONE_VM | VKI_CLONE_VFORK:
   case VKI_CLONE_VFORK:
   case 0: return True; // a process
   default: return False;
   }
}

void refused_clone_before_syscall(UInt number, const UWord* args)
{
   if (number != __NR_clone || is_known(args[0])) return;
   results_write_so_far();
   if (!result_files_are_complete()) return; // which has been said
   HChar* names = NULL;
   result_files_add_profile(&names);
   VG_(umsg)
   ("Valgrind does not know clone() with these flags, and ends the process; what it did before "
    "is in %s\n",
    names);
   host_free(names);
}
