// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the freestanding layers have to know of the processor whose programs are profiled; the tool knows
// more (callgrind/arch/arch.h).
//
//    if (sp == frame->sp + RETURN_ADDRESS_B) ...   // a return has taken its address off the stack
//    XG_AVX2 bool f(...);                          // where there is AVX2; elsewhere like all others
#ifndef XG_BASE_ARCH_H
#define XG_BASE_ARCH_H

#if defined(__x86_64__)

// RETURN_ADDRESS_B: what a return takes off the stack.  ARCH_ADDRESS_BITS: of addresses of a program.
// ARCH_REGISTERS: of integers, of vectors, and flags, that values go through.  CODE_ZERO_BITS: lowest bits that are zero in
// the address of each instruction.
enum { RETURN_ADDRESS_B = 8, ARCH_ADDRESS_BITS = 47, ARCH_REGISTERS = 33, CODE_ZERO_BITS = 0 };
#define XG_AVX2 __attribute__((target("avx2,popcnt")))

#elif defined(__aarch64__)

// Calls leave their return address in a register.
enum { RETURN_ADDRESS_B = 0, ARCH_ADDRESS_BITS = 52, ARCH_REGISTERS = 64, CODE_ZERO_BITS = 2 };
#define XG_AVX2

#else
#error "Xgrind knows the processors x86-64 and arm64"
#endif

#endif
