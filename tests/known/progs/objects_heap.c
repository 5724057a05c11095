/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_heap.c: a block from each function that allocates (objects.h), walked
 * with as many loads or stores as no other one.  Usage: objects_heap [clears]
 * clears: calloc clears its block, as some allocators do though it is fresh; of
 * its lines only the last ones are still in D1, but all are in LL.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <malloc.h>
#include <string.h>

LOADS(walk_malloc);
LOADS(walk_calloc);
STORES(walk_posix);
LOADS(walk_aligned);
LOADS(walk_memalign);
STORES(walk_valloc);
MODIFIES(walk_array);

NI static char *new_malloc(void) { return own_line(malloc(BLOCK)); }
NI static char *new_calloc(void) { return own_line(calloc(BLOCK / 8, 8)); }
NI static char *new_aligned(void) { return own_line(aligned_alloc(64, BLOCK)); }
NI static char *new_memalign(void) { return own_line(memalign(256, BLOCK)); }
NI static char *new_valloc(void) { return own_line(valloc(BLOCK)); }
NI static char *new_array(void) { return own_line(reallocarray(NULL, BLOCK / 8, 8)); }
NI static char *new_posix(void)
{
    void *p;
    return own_line(posix_memalign(&p, 128, BLOCK) == 0 ? p : NULL);
}

int main(int argc, char **argv)
{
    const int clears = argc > 1 && strcmp(argv[1], "clears") == 0;
    /* all at once: no block gets another one's address */
    char *by_malloc = new_malloc(), *by_calloc = new_calloc(), *by_posix = new_posix();
    char *by_aligned = new_aligned(), *by_memalign = new_memalign();
    char *by_valloc = new_valloc(), *by_array = new_array();

    walk_malloc(by_malloc, 64, 110);
    walk_calloc(by_calloc, 8, 960);
    walk_posix(by_posix, 32, 260);
    walk_aligned(by_aligned, 16, 560);
    walk_memalign(by_memalign, 64, 150);
    walk_valloc(by_valloc, 64, 160);
    walk_array(by_array, 64, 170);
    free(by_posix);

    expect_loads("new_malloc", "walk_malloc", 110, 110, 110 * (64 - 8));
    if (clears)
        expect_loads_in_ll("new_calloc", "walk_calloc", 960, 960 / 8, 0);
    else
        expect_loads("new_calloc", "walk_calloc", 960, 960 / 8, 0);
    expect_stores("new_posix", "walk_posix", 260, 260 / 2, 130 * (64 - 16));
    expect_loads("new_aligned", "walk_aligned", 560, 560 / 4, 140 * (64 - 32));
    expect_loads("new_memalign", "walk_memalign", 150, 150, 150 * (64 - 8));
    expect_stores("new_valloc", "walk_valloc", 160, 160, 160 * (64 - 8));
    expect_stores("new_array", "walk_array", 170, 170, 170 * (64 - 8));
    return 0;
}
