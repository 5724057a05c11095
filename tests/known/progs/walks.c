/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * walks.c: strides, straddles, loads, stores and modifies of untouched memory.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#define _GNU_SOURCE
#include "known.h"
#include <stdlib.h>
#include <sys/mman.h>

LOADS(stride8);
LOADS(stride64);
LOADS(stride64_again);
LOADS(stride200);
LOADS(stride4096);
LOADS1(bytes);
STORES(stores);
MODIFIES(modifies);
LOADS(straddle);
LOADS(straddle_both);
STORES(straddle_store);
LOADS(inside); /* ends with the last byte of its line: no straddle */

static char *fresh(void)
{
    char *p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        exit(1);
    return p;
}

int main(void)
{
    char *p;
    stride8(fresh(), 8, 1000);
    p = fresh();
    stride64(p, 64, 100);
    stride64_again(p, 64, 100);
    stride200(fresh(), 200, 500);
    stride4096(fresh(), 4096, 200);
    bytes(fresh(), 1, 6400);
    stores(fresh(), 64, 300);
    modifies(fresh(), 64, 70);
    p = fresh();
    straddle(p + 60, 128, 50);
    straddle_both(p, 64, 100);
    straddle_store(fresh() + 57, 128, 40);
    inside(fresh() + 56, 64, 90);
    return 0;
}
