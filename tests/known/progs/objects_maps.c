/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_maps.c: memory from the system without malloc (objects.h): a mapping,
 * one that grows, one that is given back in part, and the break.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

LOADS(walk_map);
STORES(walk_small);
LOADS(walk_large);
LOADS(walk_rest);
STORES(walk_break);

/* a function of its own each, as that is the object's name */
#define NEW(name, size)                                                       \
    NI static char *name(void)                                                \
    {                                                                         \
        return own_line(mmap(NULL, size, PROT_READ | PROT_WRITE,              \
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));            \
    }
NEW(new_map, BLOCK)
NEW(new_small, 2 * BLOCK)
NEW(new_rest, 3 * BLOCK)

NI static char *grow_map(char *p)
{
    return own_line(mremap(p, 2 * BLOCK, 4 * BLOCK, MREMAP_MAYMOVE));
}
#ifdef __GLIBC__
NI static char *new_break(void) { return own_line(sbrk(BLOCK)); }
#else
/* musl's sbrk always fails */
NI static char *new_break(void)
{
    char *p = (char *)syscall(SYS_brk, 0L);
    return own_line((char *)syscall(SYS_brk, p + BLOCK) == p + BLOCK ? p : NULL);
}
#endif

int main(void)
{
    char *p = new_map(), *grown = new_small(), *rest = new_rest(), *top = new_break();
    walk_map(p, 16, 480);
    walk_small(grown, 64, 121);
    grown = grow_map(grown);
    walk_large(grown + 3 * BLOCK, 64, 122);
    munmap(rest, 2 * BLOCK); /* the last third stays where it is */
    walk_rest(rest + 2 * BLOCK, 64, 123);
    walk_break(top, 32, 248);

    /* four loads of 8 bytes in each line, one store, one load, two stores */
    expect_loads("new_map", "walk_map", 480, 480 / 4, 120 * (64 - 32));
    expect_stores("new_small", "walk_small", 121, 121, 121 * (64 - 8));
    expect_loads("grow_map", "walk_large", 122, 122, 122 * (64 - 8));
    expect_loads("new_rest", "walk_rest", 123, 123, 123 * (64 - 8));
    expect_stores("new_break", "walk_break", 248, 248 / 2, 124 * (64 - 16));
    return 0;
}
