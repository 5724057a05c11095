/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * units.c: loops of operations that do not wait for each other, or not as long as their unit is busy.  known/cycles
 * has the arithmetic.
 *
 *    units N     each loop, N rounds
 *
 * All fits in D1, and each round in one block of Valgrind. Each result is used, or kept in a register of its own: what
 * nobody uses is not simulated.
 */
#include "known.h"
#include <stdlib.h>

/* A function of N rounds of `text`, which uses p (%rdi), %r8d and %xmm15. */
#define ROUNDS(name, text) \
    void name(void *p, long n); \
    ASM_FUNCTION(name, "mov $3,%r8d\n movsd (%rdi),%xmm15\n nop\n1: " text " dec %rsi\n jnz 1b\n ret\n")

/* `before` and `after` with each number from 0 to 14 in between */
#define FIFTEEN(before, after) \
    ".irp i,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14\n " before "\\i" after "\n.endr\n"

ROUNDS(loads, "movq (%rdi),%rax\n movq 8(%rdi),%rcx\n movq 16(%rdi),%rdx\n movq 24(%rdi),%r8\n"
              " movq 32(%rdi),%r9\n movq 40(%rdi),%r10\n movq 48(%rdi),%r11\n");
ROUNDS(vector_loads, FIFTEEN("movsd 8(%rdi),%xmm", ""));
ROUNDS(stores, FIFTEEN("movq %r8,8*", "(%rdi)"));
ROUNDS(additions, FIFTEEN("addsd %xmm15,%xmm", ""));
ROUNDS(multiplications, FIFTEEN("mulsd %xmm15,%xmm", ""));
ROUNDS(divisions, FIFTEEN("divsd %xmm15,%xmm", ""));
ROUNDS(roots, FIFTEEN("sqrtsd %xmm15,%xmm", ""));
ROUNDS(whole_divisions, ".rept 12\n mov $1000,%eax\n mov $0,%edx\n div %r8d\n add %eax,%ecx\n.endr\n");

static double numbers[16] __attribute__((aligned(64)));

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    long n = atol(argv[1]);
    for (int i = 0; i < 16; i++) numbers[i] = 1;
    loads(numbers, n);
    vector_loads(numbers, n);
    additions(numbers, n);
    multiplications(numbers, n);
    divisions(numbers, n);
    roots(numbers, n);
    whole_divisions(numbers, n);
    stores(numbers, n);
    return 0;
}
