/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * inlines.h: functions that are inlined.  Those of assembler have as many instructions as their
 * text; see tests/known/inlines, which has the arithmetic.
 */
#ifndef INLINES_H
#define INLINES_H

#define AI static inline __attribute__((always_inline))
#define NOPS(n) __asm__ volatile(".rept " #n "\n nop\n .endr")

/* 7 */
AI void inner(void) { NOPS(7); }

/* 9; also called through a pointer, then with a return: 10 */
AI void both(void) { NOPS(9); }

/* 1 + 13 * 3, the first of which runs once */
AI void looped(void)
{
    __asm__ volatile("mov $13,%%ecx\n1: nop\n dec %%ecx\n jnz 1b" ::: "ecx", "cc");
}

/* 12 + 3, of which the smaller part is in another file, and comes first */
AI void split(void)
{
#include "inlines_split.h"
    NOPS(12);
}

#endif
