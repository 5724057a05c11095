/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_bump.c: an allocator of the program's own (objects.h), which cuts
 * pieces off a mapping.  The mapping is the object; take() is no allocator that
 * a profiler knows.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <sys/mman.h>

static struct {
    char *free, *end;
} arena;

LOADS(walk_keys);
STORES(walk_values);

NI static void new_arena(void)
{
    arena.free = own_line(mmap(NULL, BLOCK, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    arena.end = arena.free + BLOCK;
}

NI static char *take(long size)
{
    char *p = arena.free;
    if (size > arena.end - p)
        exit(2);
    arena.free += size;
    return p;
}

int main(void)
{
    new_arena();
    char *keys = take(100 * 64), *values = take(110 * 64);
    walk_keys(keys, 64, 100);
    walk_values(values, 16, 440);

    /* both pieces: one load in each of 100 lines, four stores in each of 110 */
    expect("new_arena", "Dr", 100);
    expect("new_arena", "Dw", 440);
    expect("new_arena", "D1mr", 100);
    expect("new_arena", "D1mw", 440 / 4);
    expect("new_arena", "SpLoss1", 100 * (64 - 8) + 110 * (64 - 32));
    self("walk_keys", "Dr", 100 + 1);
    self("walk_keys", "D1mr", 100);
    self("walk_keys", "SpLoss1", 100 * (64 - 8));
    self("walk_values", "Dw", 440);
    self("walk_values", "D1mw", 110);
    self("walk_values", "SpLoss1", 110 * (64 - 32));
    return 0;
}
