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
    ASM_FUNCTION(name, " nop\n1: dec %rdi\n jnz 1b\n ret\n")

/* void NAME(char *p, long stride, long n): Ir = 4 n + 1 each;
 * LOADS: Dr = n + 1.  STORES and MODIFIES: Dr = 1, Dw = n. */
#define WALK(name, access)                                                    \
    void name(char *p, long stride, long n);                                  \
    ASM_FUNCTION(name, "1: " access "\n add %rsi,%rdi\n dec %rdx\n jnz 1b\n" \
                       " ret\n")
#define LOADS(name) WALK(name, "movq (%rdi),%rax")
#define LOADS1(name) WALK(name, "movb (%rdi),%al")
#define STORES(name) WALK(name, "movq %rax,(%rdi)")
#define MODIFIES(name) WALK(name, "addq $1,(%rdi)")

#endif
