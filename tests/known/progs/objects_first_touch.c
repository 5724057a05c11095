/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_first_touch.c: an allocator of the program's own, of which every access to
 * memory is known.  What malloc, calloc and realloc touch in memory that nobody has
 * yet belongs to the block that they return; what free touches is the allocator's own,
 * "allocators" here.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <sys/mman.h>

enum { HEADER = 64, SIZE = 100 * 64 };

STORES(write_header);
STORES(clear_block);
LOADS(read_header);
LOADS(walk_block);

static char *arena, *end;

/* A header of one line before the block; the first one maps the arena. */
NI static void *take(size_t size)
{
    if (!arena) {
        arena = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        arena = own_line(arena);
        end = arena + BLOCK - 128;
    }
    if (size + HEADER > (size_t)(end - arena))
        return NULL;
    char *block = arena + HEADER;
    arena = block + (size + 63) / 64 * 64;
    write_header(block - HEADER, 8, 2);
    return block;
}

NI void *malloc(size_t size)
{
    return take(size);
}

NI void *calloc(size_t n, size_t size)
{
    char *block = take(n * size);
    if (block)
        clear_block(block, 64, (long)(n * size) / 64);
    return block;
}

NI void *realloc(void *old, size_t size)
{
    char *block = take(size);
    if (block && old)
        read_header((char *)old - HEADER, 8, 1);
    return block;
}

NI void free(void *block)
{
    if (block)
        read_header((char *)block - HEADER, 8, 3);
}

NI static char *new_plain(void) { return malloc(SIZE); }
NI static char *new_cleared(void) { return calloc(SIZE / 64, 64); }
NI static char *new_moved(void *old) { return realloc(old, SIZE); }

int main(void)
{
    static char text[1 << 14];
    setvbuf(stdout, text, _IOFBF, sizeof text); /* or stdio allocates one */
    char *plain = new_plain(), *cleared = new_cleared();
    walk_block(plain, 64, 10);
    walk_block(cleared, 64, 20);
    char *moved = new_moved(plain);
    walk_block(moved, 64, 30);
    free(moved);
    free(cleared);

    expect("new_plain", "Dw", 2);
    expect("new_plain", "Dr", 10);
    expect("new_plain", "D1mw", 1);
    expect("new_plain", "D1mr", 10);
    expect("new_cleared", "Dw", 2 + SIZE / 64);
    expect("new_cleared", "Dr", 20);
    expect("new_cleared", "D1mw", 1 + SIZE / 64);
    expect("new_cleared", "D1mr", 0);
    /* the header of the block that it takes back is nobody's any more */
    expect("new_moved", "Dw", 2);
    expect("new_moved", "Dr", 30 + 1);
    expect("new_moved", "D1mw", 1);
    expect("new_moved", "D1mr", 30);
    expect("allocators", "Dr", 2 * 3);
    expect("allocators", "Dw", 0);
    expect("allocators", "D1mr", 0);
    self("write_header", "D1mw", 3);
    self("clear_block", "D1mw", SIZE / 64);
    return 0;
}
