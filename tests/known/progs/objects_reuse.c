/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_reuse.c: two functions that allocate and get the same address, one
 * after the other (objects.h).  Ends with status 2 if they do not.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <malloc.h>

LOADS(walk_first);
LOADS(walk_second);
STORES(walk_small);
LOADS(walk_other);

/* in functions of different text, or they could become one */
NI static char *new_first(void) { return malloc(BLOCK); }
NI static char *new_second(void) { return calloc(1, BLOCK); }
NI static char *new_small(void) { return malloc(800); }
NI static char *new_other(void) { return malloc(796); }

static void same_address(uintptr_t was, const void *p)
{
    if (was != (uintptr_t)p) {
        fprintf(stderr, "objects_reuse: the address was not used again\n");
        exit(2);
    }
}

int main(void)
{
    /* without this, a size is no longer mapped once it was freed */
    mallopt(M_MMAP_THRESHOLD, BLOCK / 2);
    char *first = new_first();
    walk_first(own_line(first), 64, 100);
    uintptr_t was = (uintptr_t)first;
    free(first);
    char *second = new_second();
    same_address(was, second);
    walk_second(own_line(second) + 8, 64, 100);
    free(second);

    char *small = new_small();
    walk_small(small, 8, 100);
    was = (uintptr_t)small;
    free(small);
    char *other = new_other();
    same_address(was, other);
    walk_other(other, 8, 98);
    free(other);

    /* The second finds its lines in D1, where they are the first one's, which
       loaded 8 bytes of each; the second uses 8 others. */
    const long unused = 100 * (64 - 8 - 8);
    expect("new_first", "Dr", 100);
    expect("new_first", "D1mr", 100);
    expect("new_first", "DLmr", 100);
    expect("new_first", "SpLoss1", unused);
    expect("new_second", "Dr", 100);
    expect("new_second", "D1mr", 0);
    expect("new_second", "SpLoss1", 0);
    self("walk_first", "Dr", 100 + 1);
    self("walk_first", "D1mr", 100);
    self("walk_first", "SpLoss1", unused);
    self("walk_second", "Dr", 100 + 1);
    self("walk_second", "D1mr", 0);
    self("walk_second", "SpLoss1", 0);

    /* The allocator writes in small blocks that are free, but not while they
       are objects; which lines are in D1 then is its business. */
    expect("new_small", "Dr", 0);
    expect("new_small", "Dw", 100);
    expect("new_other", "Dr", 98);
    expect("new_other", "Dw", 0);
    self("walk_small", "Dw", 100);
    self("walk_other", "Dr", 98 + 1);
    return 0;
}
