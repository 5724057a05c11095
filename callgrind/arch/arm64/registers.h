// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where arm64's registers lie in the guest state, for callgrind/arch/registers.h: offsets in bytes.
#ifndef XG_CALLGRIND_ARCH_ARM64_REGISTERS_H
#define XG_CALLGRIND_ARCH_ARM64_REGISTERS_H

#include "libvex_guest_arm64.h"

enum {
   REGISTER_INTEGERS = 31,
   REGISTER_VECTORS = 32,
   INTEGERS_AT = offsetof(VexGuestARM64State, guest_X0),
   STACK_POINTER_AT = offsetof(VexGuestARM64State, guest_XSP),
   VECTORS_AT = offsetof(VexGuestARM64State, guest_Q0),
   VECTOR_B = offsetof(VexGuestARM64State, guest_Q1) - VECTORS_AT,
   FLAGS_AT = offsetof(VexGuestARM64State, guest_CC_OP),
   FLAGS_END = offsetof(VexGuestARM64State, guest_TPIDR_EL0)
};

// As instructions number them.
_Static_assert((int)STACK_POINTER_AT == INTEGERS_AT + 8 * 31, "SP is number 31");

#endif
