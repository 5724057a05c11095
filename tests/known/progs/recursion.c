/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * recursion.c: direct and mutual recursion in assembler.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#include "known.h"

/* Ir: 4 per level, 3 on the last */
void rec(long n);
ASM_FUNCTION(rec, "dec %rdi\n jz 1f\n call rec\n1: ret\n");
void ping(long n);
void pong(long n);
ASM_FUNCTION(ping, "dec %rdi\n jz 1f\n call pong\n1: ret\n");
ASM_FUNCTION(pong, "dec %rdi\n jz 1f\n call ping\n1: nop\n ret\n");

int main(void)
{
    rec(50);
    ping(40);
    return 0;
}
