/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_realloc.c: a block that grows twice (objects.h).  Each owner walks a
 * part that no other one does: whether the block moves or not, the lines are new.
 * Usage: objects_realloc [copies]
 * copies: realloc copies, as some allocators do though blocks of this size are
 * mappings, which can be enlarged.  It may read more of a line that is in D1, so
 * nothing is said of the use of lines.
 */
#include "objects.h"
#include <string.h>

LOADS(walk_first);
STORES(walk_second);
LOADS(walk_third);

NI static void *start_block(void) { return malloc(BLOCK); }
NI static void *grow_block(void *p) { return realloc(p, 2 * BLOCK); }
NI static void *grow_again(void *p) { return realloc(p, 4 * BLOCK); }

static void expect_enlarged(void)
{
    expect_loads("start_block", "walk_first", 100, 100, 100 * (64 - 8));
    expect_stores("grow_block", "walk_second", 101, 101, 101 * (64 - 8));
    expect_loads("grow_again", "walk_third", 102, 102, 102 * (64 - 8));
}

/* The old block is realloc's from when that begins: what it reads there is not the owner's. */
static void expect_copied(void)
{
    static const struct {
        const char *object, *function;
        long n;
        int is_store;
    } all[] = {{"start_block", "walk_first", 100, 0},
               {"grow_block", "walk_second", 101, 1},
               {"grow_again", "walk_third", 102, 0}};
    for (int i = 0; i < 3; i++) {
        const long loads = all[i].is_store ? 0 : all[i].n, stores = all[i].n - loads;
        expect(all[i].object, "Dr", loads);
        expect(all[i].object, "Dw", stores);
        expect(all[i].object, "D1mr", loads);
        expect(all[i].object, "D1mw", stores);
        expect(all[i].object, "DLmr", loads);
        expect(all[i].object, "DLmw", stores);
        self(all[i].function, "Dr", loads + 1);
        self(all[i].function, "Dw", stores);
    }
}

int main(int argc, char **argv)
{
    const int copies = argc > 1 && strcmp(argv[1], "copies") == 0;
    char *p = start_block();
    walk_first(own_line(p), 64, 100);
    p = grow_block(p);
    walk_second(own_line(p) + BLOCK + BLOCK / 2, 64, 101);
    p = grow_again(p);
    walk_third(own_line(p) + 3 * BLOCK, 64, 102);
    free(p);

    if (copies)
        expect_copied();
    else
        expect_enlarged();
    return 0;
}
