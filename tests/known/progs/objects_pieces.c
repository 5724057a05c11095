/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_pieces.c: allocations that lie across several pieces of the program
 * break, and of memory mapped piece by piece, which the program accessed before
 * (objects.h).  mallocx() and dallocx() are an allocator that a profiler knows.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <sys/mman.h>
#include <unistd.h>

enum { PIECES = 5, PIECE = 4096 };

LOADS(walk_break);
LOADS(walk_map);

static char *memory; /* that mallocx() returns next */

void *mallocx(size_t size, int flags);
void dallocx(void *p, int flags);

NI void *mallocx(size_t size, int flags)
{
    (void)size, (void)flags;
    return memory;
}

NI void dallocx(void *p, int flags)
{
    (void)p, (void)flags;
    __asm__ volatile("");
}

NI static char *raise_break(void)
{
    return sbrk(PIECE);
}

NI static char *map_at(char *at)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0);
    return mmap(at, at ? PIECE : PIECES * PIECE, PROT_READ | PROT_WRITE, flags, -1, 0);
}

/* From the middle of the first piece to the middle of the last one. */
NI static char *new_in_break(char *first)
{
    memory = first + PIECE / 2;
    return mallocx((PIECES - 1) * PIECE, 0);
}

NI static char *new_in_map(char *first)
{
    memory = first + PIECE / 2;
    return mallocx((PIECES - 1) * PIECE, 0);
}

/* The last place that each site accesses before the allocation is in another piece. */
int main(void)
{
    const long n = PIECE / LINE, pieces = PIECES - 1;
    char *first = raise_break();
    for (int i = 1; i < PIECES; i++)
        if (raise_break() != first + i * PIECE)
            return 2;
    char *mapped = map_at(NULL);
    for (int i = 0; i < PIECES; i++)
        map_at(mapped + i * PIECE);

    for (int piece = 0; piece < PIECES; piece++) {
        walk_break(first + piece * PIECE, LINE, n);
        char *p = new_in_break(first);
        walk_break(first + piece * PIECE, LINE, n);
        dallocx(p, 0);
        walk_map(mapped + piece * PIECE, LINE, n);
        p = new_in_map(mapped);
        walk_map(mapped + piece * PIECE, LINE, n);
        dallocx(p, 0);
    }
    expect("raise_break", "Dr", PIECES * n + n); /* before, and half of the outer pieces */
    expect("new_in_break", "Dr", pieces * n);
    expect("map_at", "Dr", PIECES * n + n);
    expect("new_in_map", "Dr", pieces * n);
    self("walk_break", "Dr", 2 * PIECES * (n + 1));
    self("walk_map", "Dr", 2 * PIECES * (n + 1));
    return 0;
}
