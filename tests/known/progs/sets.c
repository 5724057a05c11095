/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sets.c: lines that share a set: as many as ways, and one more.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#define _GNU_SOURCE
#include "known.h"
#include <stdlib.h>
#include <sys/mman.h>

/* run with --D1=4096,2,64: 32 sets, lines 2048 bytes apart share one */
LOADS(a_round); /* each call is one round over its lines */
LOADS(b_round);

int main(void)
{
    char *p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        exit(1);
    /* a set that the stack of this function does not use */
    unsigned long set = ((unsigned long)__builtin_frame_address(0) / 64 + 16) % 32;
    p += set * 64;
    for (int i = 0; i < 50; i++)
        a_round(p, 2048, 2);
    p += 65536;
    for (int i = 0; i < 50; i++)
        b_round(p, 2048, 3);
    return 0;
}
