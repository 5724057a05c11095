// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the System V ABI says of amd64: where a call's arguments and its result are, and where
// thread-local variables begin ("System V Application Binary Interface, AMD64", section 3.2.3; "ELF
// Handling For Thread-Local Storage", section 3, variant II).
//
//    IRExpr* first = ir_register(out, guest_argument[0]);    // at a function's entry
//    Addr variable = thread_pointer - tls_segment_offset(size_B, address, align) + offset;
#ifndef XG_CALLGRIND_ARCH_AMD64_ABI_H
#define XG_CALLGRIND_ARCH_AMD64_ABI_H

#include "pub_tool_basics.h"

#include "libvex_guest_amd64.h"

// Registers by their offset in the guest state: the first integer arguments of a call, its result, and
// the pointer to the thread's own data.
static const Int guest_argument[] = {offsetof(VexGuestAMD64State, guest_RDI),
                                     offsetof(VexGuestAMD64State, guest_RSI),
                                     offsetof(VexGuestAMD64State, guest_RDX)};
enum {
   GUEST_RESULT = offsetof(VexGuestAMD64State, guest_RAX),
   GUEST_THREAD_POINTER = offsetof(VexGuestAMD64State, guest_FS_CONST)
};

// How many bytes below the thread pointer the executable's thread-local segment begins; `address` and
// `align` are those of its program header.
static inline ULong tls_segment_offset(ULong size_B, ULong address, ULong align)
{
   return size_B + ((-address - size_B) & (align - 1));
}

#endif
