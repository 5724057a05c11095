/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_realloc.c: a block that grows twice (objects.h).  Blocks of this size
 * are mappings, which realloc enlarges without copying.  Each owner walks a part
 * that no other one does: whether the block moves or not, the lines are new.
 */
#include "objects.h"

LOADS(walk_first);
STORES(walk_second);
LOADS(walk_third);

NI static void *start_block(void) { return malloc(BLOCK); }
NI static void *grow_block(void *p) { return realloc(p, 2 * BLOCK); }
NI static void *grow_again(void *p) { return realloc(p, 4 * BLOCK); }

int main(void)
{
    char *p = start_block();
    walk_first(own_line(p), 64, 100);
    p = grow_block(p);
    walk_second(own_line(p) + BLOCK, 64, 101);
    p = grow_again(p);
    walk_third(own_line(p) + 2 * BLOCK, 64, 102);
    free(p);

    expect_loads("start_block", "walk_first", 100, 100, 100 * (64 - 8));
    expect_stores("grow_block", "walk_second", 101, 101, 101 * (64 - 8));
    expect_loads("grow_again", "walk_third", 102, 102, 102 * (64 - 8));
    return 0;
}
