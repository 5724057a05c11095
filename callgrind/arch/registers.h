// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of registers for cycles/flow.h, which only the model of cycles needs: integers, vectors, flags. Where they lie in
// the guest state is in the architecture's header.
//
//    Int r = guest_register(offset, size_B, &whole);     // -1: no register that values go through
#ifndef XG_CALLGRIND_ARCH_REGISTERS_H
#define XG_CALLGRIND_ARCH_REGISTERS_H

#include "pub_tool_basics.h"

#include "cycles/flow.h"

#if defined(VGA_amd64)
#include "callgrind/arch/amd64/registers.h"
#elif defined(VGA_arm64)
#include "callgrind/arch/arm64/registers.h"
#endif

enum { REGISTER_FLAGS = REGISTER_INTEGERS + REGISTER_VECTORS };
_Static_assert((int)REGISTER_FLAGS < (int)FLOW_REGISTERS, "all registers can be told apart");

// The register that size_B bytes at this offset of the guest state belong to, or -1: of the stack pointer, too,
// which processors follow at no cost.  *whole: nothing of the register is left when they are written.
static inline Int guest_register(Int offset, Int size_B, Bool* whole)
{
   *whole = True;
   if (offset == STACK_POINTER_AT) return -1;
   if (offset >= INTEGERS_AT && offset < INTEGERS_AT + 8 * REGISTER_INTEGERS) {
      *whole = size_B == 8;
      return (offset - INTEGERS_AT) / 8;
   }
   if (offset >= FLAGS_AT && offset < FLAGS_END) {
      *whole = offset == FLAGS_AT; // it is written first, or alone
      return REGISTER_FLAGS;
   }
   if (offset >= VECTORS_AT && offset < VECTORS_AT + VECTOR_B * REGISTER_VECTORS) {
      // A write to the lower half is one of the register: what is above it becomes zero, on amd64 mostly.
      *whole = (offset - VECTORS_AT) % VECTOR_B == 0 && size_B >= 8;
      return REGISTER_INTEGERS + (offset - VECTORS_AT) / VECTOR_B;
   }
   return -1;
}

#endif
