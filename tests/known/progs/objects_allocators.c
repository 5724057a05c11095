/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_allocators.c: what must hold with any allocator (objects.h): how many
 * blocks of which sizes each function has made, that all were freed, and who owns
 * what is walked.  Nothing is said of memory that the allocator itself may have
 * touched, as by clearing or copying it.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <malloc.h>
#include <pthread.h>

LOADS(walk_malloc);
STORES(walk_calloc);
LOADS(walk_memalign);
STORES(walk_aligned);
LOADS(walk_posix);
MODIFIES(walk_array);
LOADS(walk_thread);
STORES(walk_grown);
LOADS(walk_kept);
STORES(walk_small);
LOADS(walk_other);

/* --- a block from each function that allocates, in each of two rounds --- */

NI static char *new_malloc(void) { return malloc(BLOCK + 1); }
NI static char *new_calloc(void) { return calloc(BLOCK / 4, 4); }
NI static char *new_memalign(void) { return memalign(512, BLOCK + 3); }
NI static char *new_aligned(void) { return aligned_alloc(1024, 2 * BLOCK); }
NI static char *new_array(void) { return reallocarray(NULL, BLOCK / 16, 24); }
NI static char *new_posix(void)
{
    void *p;
    return posix_memalign(&p, 4096, BLOCK + 5) == 0 ? p : NULL;
}
NI static void *allocate_in_thread(void *result)
{
    *(char **)result = malloc(BLOCK + 7);
    return NULL;
}
NI static char *new_in_thread(void)
{
    pthread_t t;
    char *p = NULL;
    if (pthread_create(&t, NULL, allocate_in_thread, &p) != 0 || pthread_join(t, NULL) != 0)
        exit(2);
    return p;
}

typedef struct {
    const char *object;
    char *(*make)(void);
    void (*walk)(char *p, long stride, long n);
    const char *walk_name;
    long size, n;
    int is_store;
    char *block;
} Case;

static Case cases[] = {
    {"new_malloc", new_malloc, walk_malloc, "walk_malloc", BLOCK + 1, 110, 0, NULL},
    {"new_calloc", new_calloc, walk_calloc, "walk_calloc", BLOCK, 111, 1, NULL},
    {"new_memalign", new_memalign, walk_memalign, "walk_memalign", BLOCK + 3, 112, 0, NULL},
    {"new_aligned", new_aligned, walk_aligned, "walk_aligned", 2 * BLOCK, 113, 1, NULL},
    {"new_array", new_array, walk_array, "walk_array", BLOCK / 16 * 24, 114, 1, NULL},
    {"new_posix", new_posix, walk_posix, "walk_posix", BLOCK + 5, 115, 0, NULL},
    {"allocate_in_thread", new_in_thread, walk_thread, "walk_thread", BLOCK + 7, 116, 0, NULL},
};
enum { CASES = sizeof cases / sizeof cases[0], ROUNDS = 2 };

static void expect_block(const char *object, long count, long size, long total)
{
    expect(object, "objects", 1);
    expect(object, "count", count);
    expect(object, "size_B", size);
    expect(object, "total_B", total);
    expect(object, "freed", 1);
}

static void expect_accesses(const char *object, long loads, long stores)
{
    expect(object, "Dr", loads);
    expect(object, "Dw", stores);
}

static void forms(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < CASES; i++)
            cases[i].block = cases[i].make();
        /* once: then the memory is fresh from the system */
        for (int i = 0; i < CASES && round == 0; i++)
            cases[i].walk(own_line(cases[i].block), 64, cases[i].n);
        for (int i = 0; i < CASES; i++)
            free(cases[i].block);
    }
    for (int i = 0; i < CASES; i++) {
        const Case *c = &cases[i];
        expect_block(c->object, ROUNDS, c->size, ROUNDS * c->size);
        expect_accesses(c->object, c->is_store ? 0 : c->n, c->is_store ? c->n : 0);
        self(c->walk_name, "Dr", c->is_store ? 1 : c->n + 1);
        self(c->walk_name, "Dw", c->is_store ? c->n : 0);
        expect(c->object, c->is_store ? "D1mw" : "D1mr", c->n);
        self(c->walk_name, c->is_store ? "D1mw" : "D1mr", c->n);
    }
}

/* --- realloc --- */

NI static char *start_list(void) { return malloc(64); }
NI static char *grow_list(char *p, size_t size) { return realloc(p, size); }
NI static char *shrink_list(char *p, size_t size) { return realloc(p, size); }
NI static char *keep_block(void) { return malloc(BLOCK); }
NI static char *fail_to_grow(char *p, size_t size) { return realloc(p, size); }

/* A list that doubles; what is new of it is written, what is old may be copied. */
static void grow(void)
{
    const size_t start = 64, end = BLOCK, less = 100;
    long grown = 0, total = 0, stores = 0;
    char *p = start_list();
    for (size_t size = 2 * start; size <= end; size *= 2) {
        p = grow_list(p, size);
        walk_grown(p + size / 2, 8, size / 2 / 8);
        grown++;
        total += size;
        stores += size / 2 / 8;
    }
    free(shrink_list(p, less));
    expect_block("start_list", 1, start, start);
    expect_accesses("start_list", 0, 0);
    expect_block("grow_list", grown, end, total);
    expect_accesses("grow_list", 0, stores);
    expect_block("shrink_list", 1, less, less);
    expect_accesses("shrink_list", 0, 0);
    self("walk_grown", "Dr", grown);
    self("walk_grown", "Dw", stores);
}

/* A realloc that fails leaves the block to its owner. */
static void fail(void)
{
    volatile size_t too_much = PTRDIFF_MAX;
    char *p = keep_block();
    walk_kept(own_line(p), 64, 80);
    if (fail_to_grow(p, too_much) != NULL)
        exit(2);
    walk_kept(own_line(p) + BLOCK / 2, 64, 90);
    free(p);
    expect_block("keep_block", 1, BLOCK, BLOCK);
    expect_accesses("keep_block", 80 + 90, 0);
    expect("fail_to_grow", "objects", 0);
    self("walk_kept", "Dr", 80 + 90 + 2);
    self("walk_kept", "Dw", 0);
}

/* --- memory that is used again, by the next block or a later one --- */

enum { SMALL = 800, OTHER = 796, TRIES_MAX = 1000 };
NI static char *new_small(void) { return malloc(SMALL); }
NI static char *new_other(void) { return malloc(OTHER); }

static int overlap(uintptr_t small, uintptr_t other)
{
    return small < other + OTHER && other < small + SMALL;
}

static void reuse(void)
{
    static char *other[TRIES_MAX];
    char *small = new_small();
    uintptr_t was = (uintptr_t)small;
    int tries = 0;
    walk_small(small, 8, SMALL / 8);
    free(small);
    do {
        if (tries == TRIES_MAX) {
            fprintf(stderr, "objects_allocators: the memory was not used again\n");
            exit(2);
        }
        other[tries++] = new_other();
    } while (!overlap(was, (uintptr_t)other[tries - 1]));
    walk_other(other[tries - 1], 8, OTHER / 8);
    for (int i = 0; i < tries; i++)
        free(other[i]);
    expect_block("new_small", 1, SMALL, SMALL);
    expect_accesses("new_small", 0, SMALL / 8);
    expect_block("new_other", tries, tries * OTHER, tries * OTHER);
    expect_accesses("new_other", OTHER / 8, 0);
    self("walk_small", "Dr", 1);
    self("walk_small", "Dw", SMALL / 8);
    self("walk_other", "Dr", OTHER / 8 + 1);
    self("walk_other", "Dw", 0);
}

int main(void)
{
    forms();
    grow();
    fail();
    reuse();
    return 0;
}
