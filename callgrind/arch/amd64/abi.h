// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the System V ABI says of amd64: where a call's arguments and its result are, and where
// thread-local variables begin ("System V Application Binary Interface, AMD64", section 3.2.3; "ELF
// Handling For Thread-Local Storage", section 3, variant II).
//
//    IRExpr* first = ir_register(out, guest_argument[0]);    // at a function's entry
//    Addr variable = thread_pointer + tls_segment_start(size_B, address, align) + offset;
#ifndef XG_CALLGRIND_ARCH_AMD64_ABI_H
#define XG_CALLGRIND_ARCH_AMD64_ABI_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "libvex_guest_amd64.h"

typedef VexGuestAMD64State GuestState;

// Registers by their offset in the guest state: the first integer arguments of a call, its result, the frame
// pointer, and the pointer to the thread's own data.
static const Int guest_argument[] = {offsetof(VexGuestAMD64State, guest_RDI),
                                     offsetof(VexGuestAMD64State, guest_RSI),
                                     offsetof(VexGuestAMD64State, guest_RDX)};
enum {
   GUEST_RESULT = offsetof(VexGuestAMD64State, guest_RAX),
   GUEST_FRAME_POINTER = offsetof(VexGuestAMD64State, guest_RBP),
   GUEST_THREAD_POINTER = offsetof(VexGuestAMD64State, guest_FS_CONST)
};

// Bases of segments, FS and GS.
static const Int guest_segment[] = {offsetof(VexGuestAMD64State, guest_FS_CONST),
                                    offsetof(VexGuestAMD64State, guest_GS_CONST)};

// Where the executable's thread-local segment begins, from the thread pointer: below it. `address` and
// `align` are those of its program header.
static inline Long tls_segment_start(ULong size_B, ULong address, ULong align)
{
   return -(Long)(size_B + ((-address - size_B) & (align - 1)));
}

// What a function may use below its stack pointer (section 3.2.2).
enum { RED_ZONE_B = 128 };

// Bits of an address that the processor ignores: none.
enum { ADDRESS_TAG_BITS = 0 };

// Whether loads and stores take displacements of 32 bits from a register.
enum { HAS_FAR_DISPLACEMENTS = 1 };

// O_NOFOLLOW of open(2), which the core has no name for.
enum { XG_O_NOFOLLOW = 0400000 };

// Whether a system call has set the thread pointer.
static inline Bool sets_thread_pointer(UInt syscall)
{
   return syscall == __NR_arch_prctl;
}

#endif
