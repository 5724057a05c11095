// SPDX-License-Identifier: GPL-3.0-or-later
// Privileges that are given up; see privileges.h.
#include "callgrind/threads/privileges.h"

#include "pub_tool_vkiscnums.h"

#include "callgrind/result_files/last_files.h"
#include "callgrind/result_files/place.h"
#include "callgrind/result_files/results_so_far.h"

static Bool changes_root(UInt number)
{
   return number == __NR_chroot || number == __NR_pivot_root || number == __NR_setns;
}

static Bool may_take_rights(UInt number)
{
   switch (number) {
   case __NR_setuid:
   case __NR_setreuid:
   case __NR_setresuid:
   case __NR_setfsuid:
   case __NR_setgid:
   case __NR_setregid:
   case __NR_setresgid:
   case __NR_setfsgid:
   case __NR_setgroups:
   case __NR_capset:
   case __NR_unshare:
#ifdef __NR_landlock_restrict_self
   case __NR_landlock_restrict_self:
#endif
      return True;
   default: return changes_root(number);
   }
}

// After a filter of system calls, every one of the tool may fail or end the process.
static Bool filters_calls(UInt number, const UWord* args)
{
   enum { SET_SECCOMP = 22 }; // of prctl()
   return number == __NR_seccomp || (number == __NR_prctl && args[0] == SET_SECCOMP);
}

void privileges_before_syscall(UInt number, const UWord* args)
{
   if (may_take_rights(number)) last_files_reserve();
   if (filters_calls(number, args)) results_write_so_far();
}

void privileges_after_syscall(UInt number, SysRes result)
{
   if (!may_take_rights(number)) return;
   if (changes_root(number) && !sr_isError(result)) place_root_has_changed();
   last_files_review();
}
