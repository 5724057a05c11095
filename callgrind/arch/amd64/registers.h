// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where amd64's registers lie in the guest state, for callgrind/arch/registers.h: offsets in bytes.
#ifndef XG_CALLGRIND_ARCH_AMD64_REGISTERS_H
#define XG_CALLGRIND_ARCH_AMD64_REGISTERS_H

#include "libvex_guest_amd64.h"

enum {
   REGISTER_INTEGERS = 16,
   REGISTER_VECTORS = 16,
   INTEGERS_AT = offsetof(VexGuestAMD64State, guest_RAX),
   STACK_POINTER_AT = offsetof(VexGuestAMD64State, guest_RSP),
   VECTORS_AT = offsetof(VexGuestAMD64State, guest_YMM0),
   VECTOR_B = offsetof(VexGuestAMD64State, guest_YMM1) - VECTORS_AT,
   FLAGS_AT = offsetof(VexGuestAMD64State, guest_CC_OP),
   FLAGS_END = offsetof(VexGuestAMD64State, guest_DFLAG)
};

// As instructions number them.
_Static_assert((int)STACK_POINTER_AT == INTEGERS_AT + 8 * 4, "RSP is number 4");

#endif
