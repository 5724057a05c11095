/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_jemalloc.c: jemalloc's own interface (objects.h).
 */
#include "objects.h"
#include <jemalloc/jemalloc.h>

LOADS(walk_new);
STORES(walk_aligned);
LOADS(walk_grown);

NI static char *new_block(void) { return mallocx(BLOCK, 0); }
NI static char *new_aligned(void) { return mallocx(BLOCK + 1, MALLOCX_ALIGN(512) | MALLOCX_ZERO); }
NI static char *grow_block(char *p) { return rallocx(p, 2 * BLOCK, 0); }

static void expect_block(const char *object, long size)
{
    expect(object, "objects", 1);
    expect(object, "count", 1);
    expect(object, "size_B", size);
    expect(object, "total_B", size);
    expect(object, "freed", 1);
}

int main(void)
{
    char *p = new_block(), *aligned = new_aligned();
    walk_new(own_line(p), 64, 100);
    walk_aligned(own_line(aligned), 64, 101);
    p = grow_block(p);
    walk_grown(own_line(p) + BLOCK, 64, 102);
    dallocx(p, 0);
    sdallocx(aligned, BLOCK + 1, MALLOCX_ALIGN(512));

    expect_block("new_block", BLOCK);
    expect("new_block", "Dr", 100);
    expect("new_block", "Dw", 0);
    expect_block("new_aligned", BLOCK + 1);
    expect("new_aligned", "Dr", 0);
    expect("new_aligned", "Dw", 101);
    expect_block("grow_block", 2 * BLOCK);
    expect("grow_block", "Dr", 102);
    expect("grow_block", "Dw", 0);
    self("walk_new", "Dr", 100 + 1);
    self("walk_new", "Dw", 0);
    self("walk_aligned", "Dr", 1);
    self("walk_aligned", "Dw", 101);
    self("walk_grown", "Dr", 102 + 1);
    self("walk_grown", "Dw", 0);
    return 0;
}
