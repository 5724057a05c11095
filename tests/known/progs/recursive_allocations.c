/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * recursive_allocations.c: allocates 4096 times, each time behind another way of twelve calls of one function, which calls itself in two places.
 * From the innermost call on, a way begins with the one place or with the other, and has both or one of them only.
 */
#include <stdio.h>
#include <stdlib.h>

enum { DEPTH = 12, WAYS = 1 << DEPTH };

static long lefts, rights;

static __attribute__((noinline)) void *make(unsigned way, int depth)
{
    void *made;
    if (!depth) return malloc(40);
    if (way & 1) {
        made = make(way >> 1, depth - 1);
        lefts++;
    } else {
        made = make(way >> 1, depth - 1);
        rights++;
    }
    return made;
}

int main(void)
{
    static void *all[WAYS];
    for (unsigned way = 0; way < WAYS; way++) all[way] = make(way, DEPTH);
    printf("%ld %ld\n", lefts, rights);
    for (unsigned way = 0; way < WAYS; way++) free(all[way]);
}
