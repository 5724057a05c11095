// SPDX-License-Identifier: GPL-3.0-or-later
// Privileges that are given up; see privileges.h.
#include "callgrind/threads/privileges.h"

#include "pub_tool_vkiscnums.h"

#include "callgrind/files/last_files.h"
#include "callgrind/files/place.h"

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

void privileges_before_syscall(UInt number)
{
   if (may_take_rights(number)) last_files_reserve();
}

void privileges_after_syscall(UInt number, SysRes result)
{
   if (!may_take_rights(number)) return;
   if (changes_root(number) && !sr_isError(result)) place_root_has_changed();
   last_files_review();
}
