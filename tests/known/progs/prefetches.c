/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * prefetches.c: prefetch instructions whose counts and cycles follow from the text; known/cycles has the arithmetic.
 *
 *    prefetches
 */
#include "known.h"

/* No two steps are in one page, or in one set of L1 before 64 of them. */
enum { STEP_B = 4160, STEPS = 1900, AREA_B = STEP_B * (STEPS + 110) };

/* n loads, each from an address to which the one before has added what it has loaded, which is 0; so many steps ahead, or never,
   their lines are prefetched */
#define STEPPING(name, prefetch)                                                                                           \
    void name(void *p, long n);                                                                                        \
    ASM_FUNCTION(name, "nop\n1: " prefetch "\n addq (%rdi),%rdi\n add $4160,%rdi\n dec %rsi\n jnz 1b\n ret\n")
STEPPING(walk, "nop");
STEPPING(walk_4, "prefetcht0 4*4160(%rdi)");
STEPPING(walk_10, "prefetchnta 10*4160(%rdi)");
STEPPING(walk_100, "prefetchw 100*4160(%rdi)");

/* the line of one address, n times */
void needless(void *p, long n);
ASM_FUNCTION(needless, "nop\n1: prefetcht1 (%rdi)\n dec %rsi\n jnz 1b\n ret\n");
/* n lines that nobody uses */
void wasted(void *p, long n);
ASM_FUNCTION(wasted, "nop\n1: prefetcht0 (%rdi)\n add $4160,%rdi\n dec %rsi\n jnz 1b\n ret\n");
/* n lines by their numbers, 4 numbers ahead: the number is in a register that is written before the prefetch and behind it, in one
   block, and what it had was of no other use */
void by_number(void *p, long n);
ASM_FUNCTION(by_number, "lea numbers(%rip),%rdx\n"
                        "1: movslq 16(%rdx),%rax\n prefetcht0 (%rdi,%rax,8)\n movslq (%rdx),%rax\n movq (%rdi,%rax,8),%rcx\n"
                        " add $4,%rdx\n dec %rsi\n jnz 1b\n ret\n");
/* twelve forms of addresses, and loads from the same ones; n is 1 */
void forms(void *p, long n);
ASM_FUNCTION(forms, "push %r12\n push %r13\n push %rbx\n"
                    " prefetcht0 (%rdi)\n"
                    " prefetcht0 4160(%rdi)\n"
                    " mov $2*4160/8,%eax\n prefetcht0 (%rdi,%rax,8)\n"
                    " prefetcht0 area+3*4160(%rip)\n"
                    " prefetcht0 area+4*4160\n"
                    " mov $5*4160/4,%ecx\n prefetcht0 area(,%rcx,4)\n"
                    " lea 6*4160(%rdi),%r12\n prefetcht0 (%r12)\n"
                    " lea 7*4160(%rdi),%r13\n prefetcht0 (%r13)\n"
                    " mov $8*4160,%r12d\n prefetcht0 (%rdi,%r12)\n"
                    " movabs $0x7700000000000000+9*4160,%rbx\n prefetcht0 area(%ebx)\n"
                    " lea 10*4160(%rdi),%rdx\n sub %fs:0,%rdx\n prefetcht0 %fs:(%rdx)\n"
                    " lea 11*4160+100(%rdi),%rdx\n prefetcht0 -100(%rdx)\n"
                    " mov %rdi,%rax\n mov $12,%ecx\n"
                    "1: movq (%rax),%rdx\n add $4160,%rax\n dec %ecx\n jnz 1b\n"
                    " pop %rbx\n pop %r13\n pop %r12\n ret\n");
/* addresses where there is nothing, n times */
void nowhere(void *p, long n);
ASM_FUNCTION(nowhere, "xor %eax,%eax\n mov $-1,%rcx\n mov $1,%edx\n shl $62,%rdx\n"
                      "1: prefetcht0 (%rax)\n prefetcht0 (%rcx)\n prefetcht0 (%rdx)\n dec %rsi\n jnz 1b\n ret\n");
/* an address, of which nothing comes: no prefetch */
void others(void *p, long n);
ASM_FUNCTION(others, "nop\n1: nopl (%rdi)\n dec %rsi\n jnz 1b\n ret\n");

char area[AREA_B] __attribute__((aligned(4096)));
int numbers[STEPS + 4];

int main(void)
{
    static char walks[4][AREA_B] __attribute__((aligned(4096))), numbered[AREA_B] __attribute__((aligned(4096)));
    walk(walks[0], STEPS);
    walk_4(walks[1], STEPS);
    walk_10(walks[2], STEPS);
    walk_100(walks[3], STEPS);
    forms(area, 1);
    needless(area + 20 * STEP_B, 1000);
    wasted(area + 30 * STEP_B, 500);
    for (int i = 0; i < STEPS + 4; i++) numbers[i] = STEP_B / 8 * ((i * 7) % STEPS);
    by_number(numbered, STEPS);
    nowhere(area, 100);
    others(area + 600 * STEP_B, 100);
    return 0;
}
