// SPDX-License-Identifier: GPL-3.0-or-later
// Futex system calls; see futex_call.h.
#include "callgrind/threads/futex_call.h"

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

// Newer system calls that wait and wake as futex does; the core's headers may not have them.
enum { SYS_FUTEX_WAITV = 449, SYS_FUTEX_WAKE = 454, SYS_FUTEX_WAIT, SYS_FUTEX_REQUEUE };
enum { FUTEX_LOCK_PI2 = 13 };

static void read_operation(const UWord* args, FutexCall* f)
{
   const UInt operation = (UInt)args[1] & ~(VKI_FUTEX_PRIVATE_FLAG | VKI_FUTEX_CLOCK_REALTIME);
   f->waits = operation == VKI_FUTEX_WAIT || operation == VKI_FUTEX_WAIT_BITSET
              || operation == VKI_FUTEX_LOCK_PI || operation == FUTEX_LOCK_PI2
              || operation == VKI_FUTEX_WAIT_REQUEUE_PI;
   f->wakes = !f->waits;
   f->timed = f->waits && args[3];
   f->moves = f->wakes && operation != VKI_FUTEX_WAKE && operation != VKI_FUTEX_WAKE_BITSET;
}

Bool futex_call_read(UInt number, const UWord* args, FutexCall* f)
{
   *f = (FutexCall){.address = args[0]};
   switch (number) {
   case __NR_futex: read_operation(args, f); return True;
   case SYS_FUTEX_WAKE: f->wakes = True; return True;
   case SYS_FUTEX_WAIT:
      f->waits = True;
      f->timed = args[4] != 0;
      return True;
   case SYS_FUTEX_WAITV: f->timed = args[3] != 0; return True;
   case SYS_FUTEX_REQUEUE: f->moves = True; return True;
   default: return False;
   }
}
