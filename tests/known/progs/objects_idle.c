/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_idle.c: blocks that are given and taken back while instrumentation is
 * off, and used while it is on (objects.h).  For --instr-atstart=no.
 */
#include "objects.h"
#include <callgrind.h>

enum { N = 256 };

LOADS(walk_kept);
LOADS(walk_grown);
LOADS(walk_zeroed);
LOADS(walk_again);
LOADS(walk_late);
LOADS(walk_later);

NI static char *new_kept(void) { return malloc(BLOCK); }
NI static char *new_gone(void) { return malloc(BLOCK); }
NI static char *new_small(void) { return malloc(BLOCK); }
NI static char *new_grown(char *old) { return realloc(old, 2 * BLOCK); }
NI static char *new_zeroed(void) { return calloc(1, BLOCK); }
NI static char *new_late(void) { return malloc(BLOCK); }
NI static char *new_later(void) { return malloc(BLOCK); }

/* Not only allocators are called here, and return. */
static char *nothing(size_t n)
{
    (void)n;
    return NULL;
}
NI static char *new_by(char *(*give)(size_t)) { return give(BLOCK); }
static char *(*volatile giver)(size_t) = nothing;
static volatile int three = 3; /* calls from one place */

/* Each eighth number of 8 bytes: one of each line. */
static void expect_walk(const char *object)
{
    expect(object, "objects", 1);
    expect(object, "Dr", N);
    expect(object, "Dw", 0);
    expect(object, "D1mr", N);
    expect(object, "DLmr", N);
    expect(object, "SpLoss1", N * 56);
}

static void expect_life(const char *object, long count, long size_B, long freed)
{
    expect(object, "count", count);
    expect(object, "total_B", count * size_B);
    expect(object, "size_B", size_B);
    expect(object, "freed", freed);
}

static void use(void (*walk)(char *, long, long), char *block)
{
    walk(own_line(block) + LINE, LINE, N);
}

int main(void)
{
    for (int i = 0; i < 100; i++) new_by(giver);
    char *kept = new_kept();
    for (int i = 0; i < three; i++) free(new_gone());
    char *grown = new_grown(new_small());
    char *zeroed = new_zeroed();
    giver = (char *(*)(size_t))malloc;
    char *by = new_by(giver);
    CALLGRIND_START_INSTRUMENTATION;
    use(walk_kept, kept);
    use(walk_grown, grown);
    use(walk_zeroed, zeroed);
    char *late = new_late();
    use(walk_late, late);
    CALLGRIND_STOP_INSTRUMENTATION;
    free(late);
    free(zeroed);
    char *later = new_later();
    CALLGRIND_START_INSTRUMENTATION;
    use(walk_later, later);
    use(walk_again, by);
    free(kept);
    CALLGRIND_STOP_INSTRUMENTATION;

    expect_walk("new_kept");
    expect_life("new_kept", 1, BLOCK, 1);
    expect_walk("new_grown");
    expect_life("new_grown", 1, 2 * BLOCK, 0);
    expect_walk("new_zeroed");
    expect_life("new_zeroed", 1, BLOCK, 1);
    expect("new_late", "Dr", N);
    expect_life("new_late", 1, BLOCK, 1);
    expect_life("new_gone", 3, BLOCK, 1);
    expect_walk("new_by");
    expect_life("new_by", 1, BLOCK, 0);
    expect_walk("new_later");
    expect_life("new_later", 1, BLOCK, 0);
    return 0;
}
