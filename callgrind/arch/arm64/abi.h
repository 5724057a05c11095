// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the ABI says of arm64: where a call's arguments and its result are, and where thread-local variables begin
// ("Procedure Call Standard for the Arm 64-bit Architecture", section 6; "ELF Handling For Thread-Local
// Storage", section 3, variant I).
//
//    IRExpr* first = ir_register(out, guest_argument[0]);    // at a function's entry
//    Addr variable = thread_pointer + tls_segment_start(size_B, address, align) + offset;
#ifndef XG_CALLGRIND_ARCH_ARM64_ABI_H
#define XG_CALLGRIND_ARCH_ARM64_ABI_H

#include "pub_tool_basics.h"

#include "libvex_guest_arm64.h"

typedef VexGuestARM64State GuestState;

// Registers by their offset in the guest state: the first integer arguments of a call, its result, the frame
// pointer, and the pointer to the thread's own data.
static const Int guest_argument[] = {offsetof(VexGuestARM64State, guest_X0),
                                     offsetof(VexGuestARM64State, guest_X1),
                                     offsetof(VexGuestARM64State, guest_X2)};
enum {
   GUEST_RESULT = offsetof(VexGuestARM64State, guest_X0),
   GUEST_FRAME_POINTER = offsetof(VexGuestARM64State, guest_X29),
   GUEST_THREAD_POINTER = offsetof(VexGuestARM64State, guest_TPIDR_EL0)
};

// Bases of segments: there are none, and no instruction names one.
static const Int guest_segment[] = {0, 0};

// Where the executable's thread-local segment begins, from the thread pointer: behind two words there, aligned.
// `address` and `align` are those of its program header.
static inline Long tls_segment_start(ULong size_B, ULong address, ULong align)
{
   enum { TWO_WORDS_B = 16 };
   (void)size_B;
   return (Long)(TWO_WORDS_B + ((address - TWO_WORDS_B) & (align - 1)));
}

// What a function may use below its stack pointer: nothing (section 6.4.5).
enum { RED_ZONE_B = 0 };

// Bits of an address that the processor ignores: programs have tags in its top byte.
enum { ADDRESS_TAG_BITS = 8 };

// System calls that arm64 has only in a newer form: numbers of no call.
enum {
   __NR_arch_prctl = 0x10000,
   __NR_epoll_wait,
   __NR_fork,
   __NR_open,
   __NR_poll,
   __NR_select,
   __NR_time,
   __NR_vfork
};

// Whether loads and stores take displacements of 32 bits from a register.
enum { HAS_FAR_DISPLACEMENTS = 0 };

// Whether a system call has set the thread pointer: an instruction does.
static inline Bool sets_thread_pointer(UInt syscall)
{
   (void)syscall;
   return False;
}

// O_NOFOLLOW of open(2), which the core has no name for.
enum { XG_O_NOFOLLOW = 0100000 };

#endif
