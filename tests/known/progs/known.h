/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * known.h: functions in assembler, so that their counts follow from the text.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#ifndef KNOWN_H
#define KNOWN_H

#define NI __attribute__((noinline, noclone))

/* A function NAME written in assembler, with a symbol of the right size. */
#define ASM_FUNCTION(name, text)                                              \
    __asm__(".text\n.globl " #name "\n.type " #name ",@function\n" #name     \
            ":\n" text ".size " #name ",.-" #name "\n")

/* void NAME(long n): Ir = 2 n + 2, Dr = 1.  The loop does not start at the entry: a jump there
 * would be a (tail) call. */
#define SPIN(name)                                                            \
    void name(long n);                                                        \
    ASM_FUNCTION(name, " nop\n1: " COUNT_SPIN " ret\n")

/* void NAME(char *p, long stride, long n): Ir = 4 n + 1 each;
 * LOADS: Dr = n + 1.  STORES and MODIFIES: Dr = 1, Dw = n. */
#define WALK(name, access)                                                    \
    void name(char *p, long stride, long n);                                  \
    ASM_FUNCTION(name, "1: " access "\n" COUNT_WALK " ret\n")
#define LOADS(name) WALK(name, LOAD_8)
#define LOADS1(name) WALK(name, LOAD_1)
#define STORES(name) WALK(name, STORE_8)
#define MODIFIES(name) WALK(name, MODIFY_8)

/* What an architecture has for them.  On arm64, a return has its address in a register, so Dr is one less, and nothing
 * modifies as on x86-64, where that counts as a store. */
#if defined(__aarch64__)
#define LOAD_8 "ldr x9, [x0]"
#define LOAD_4 "ldr w9, [x0]"
#define LOAD_1 "ldrb w9, [x0]"
#define STORE_8 "str x9, [x0]"
#define MODIFY_8 STORE_8
#define LOAD_FROM_LOADED "ldr x9, [x0]\n ldr x9, [x9]"
#define COUNT_SPIN "subs x0, x0, #1\n b.ne 1b\n"
#define COUNT_WALK " add x0, x0, x1\n subs x2, x2, #1\n b.ne 1b\n"
#else
#define LOAD_8 "movq (%rdi),%rax"
#define LOAD_4 "movl (%rdi),%eax"
#define LOAD_1 "movb (%rdi),%al"
#define STORE_8 "movq %rax,(%rdi)"
#define MODIFY_8 "addq $1,(%rdi)"
#define LOAD_FROM_LOADED "movq (%rdi),%rax\n movq (%rax),%rax"
#define COUNT_SPIN "dec %rdi\n jnz 1b\n"
#define COUNT_WALK " add %rsi,%rdi\n dec %rdx\n jnz 1b\n"
#endif

#endif
