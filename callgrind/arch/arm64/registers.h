// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of arm64's registers for cycles/flow.h: integers, vectors, flags.
//
//    Int r = guest_register(offset, size_B, &whole);     // -1: no register that values go through
#ifndef XG_CALLGRIND_ARCH_ARM64_REGISTERS_H
#define XG_CALLGRIND_ARCH_ARM64_REGISTERS_H

#include "pub_tool_basics.h"

#include "cycles/flow.h"
#include "libvex_guest_arm64.h"

enum {
   REGISTER_INTEGERS = 31,
   REGISTER_VECTORS = 32,
   REGISTER_FLAGS = REGISTER_INTEGERS + REGISTER_VECTORS,
   VECTOR_B = offsetof(VexGuestARM64State, guest_Q1) - offsetof(VexGuestARM64State, guest_Q0)
};
_Static_assert((int)REGISTER_FLAGS < (int)FLOW_REGISTERS, "all registers can be told apart");

// The register that size_B bytes at this offset of the guest state belong to, or -1: of the stack pointer, too,
// which processors follow at no cost.  *whole: nothing of the register is left when they are written.
static inline Int guest_register(Int offset, Int size_B, Bool* whole)
{
   const Int integers = offsetof(VexGuestARM64State, guest_X0);
   const Int vectors = offsetof(VexGuestARM64State, guest_Q0);
   const Int flags = offsetof(VexGuestARM64State, guest_CC_OP);
   const Int flags_end = offsetof(VexGuestARM64State, guest_TPIDR_EL0);
   *whole = True;
   if (offset >= integers && offset < integers + 8 * REGISTER_INTEGERS) {
      *whole = size_B == 8;
      return (offset - integers) / 8;
   }
   if (offset >= flags && offset < flags_end) {
      *whole = offset == flags; // it is written first, or alone
      return REGISTER_FLAGS;
   }
   if (offset >= vectors && offset < vectors + VECTOR_B * REGISTER_VECTORS) {
      // A write to the lower half is one of the register: what is above it becomes zero.
      *whole = (offset - vectors) % VECTOR_B == 0 && size_B >= 8;
      return REGISTER_INTEGERS + (offset - vectors) / VECTOR_B;
   }
   return -1;
}

#endif
