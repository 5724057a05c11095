/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * far.c: lines 4 GiB apart: equal set, equal low 32 bits, different lines.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#define _GNU_SOURCE
#include "known.h"
#include <stdlib.h>
#include <sys/mman.h>

LOADS(far_loads);
STORES(far_stores);

int main(void)
{
    for (unsigned long k = 2; k < 6; k++) {
        char *want = (char *)(k << 32 | 0x10000000);
        if (mmap(want, 65536, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != want)
            exit(1);
    }
    char *p = (char *)(2ul << 32 | 0x10000000);
    unsigned long clear = ((unsigned long)__builtin_frame_address(0) + 2048) & 0xfc0;
    for (int i = 0; i < 10; i++)
        far_loads(p + clear, 1l << 32, 4);
    for (int i = 0; i < 10; i++)
        far_stores(p + 8192 + clear, 1l << 32, 4);
    return 0;
}
