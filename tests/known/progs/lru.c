/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lru.c: calls the sequence of loads that the checker generated.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

/* in generated assembler: loads at p + K * 1 MiB, in a given order */
void sequence(char *p);

int main(void)
{
    char *p = mmap(NULL, 16 << 20, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        exit(1);
    p = (char *)(((unsigned long)p + 0xfffff) & ~0xffffful);
    /* a line in a set far from the stack's; sets: 4096 bytes span them all */
    p += ((unsigned long)__builtin_frame_address(0) + 2048) & 0xfc0;
    sequence(p);
    return 0;
}
