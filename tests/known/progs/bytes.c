/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bytes.c: accesses to known bytes of variables and allocations.  It prints, for each of them, how often
 * each byte is loaded and stored, as docs/data-format.md defines it:
 *
 *   bytes OBJECT loads|stores|line-loads|line-stores|part-loads|part-stores NUMBER...
 *
 * OBJECT is a variable's name, or the function that called the allocator.  Only functions in assembler
 * touch them, so the compiler has no say.  The argument is a number of loads of byte 17 of a line of the
 * stack, which are not printed; a second argument leaves the threads out.  Compiled and run by tests/known/bytes.
 */
#define _GNU_SOURCE
#include "known.h"
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

WALK(load1, "movb (%rdi),%al");
WALK(load4, "movl (%rdi),%eax");
WALK(load8, "movq (%rdi),%rax");
WALK(load32, "vmovups (%rdi),%ymm0");
WALK(store2, "movw %ax,(%rdi)");
WALK(store8, "movq %rax,(%rdi)");
WALK(store32, "vmovups %ymm0,(%rdi)");
WALK(modify2, "addw $1,(%rdi)");
/* void copy(char *to, const char *from, long n): each byte is loaded and stored once. */
void copy(char *to, const char *from, long n);
ASM_FUNCTION(copy, " mov %rdx,%rcx\n rep movsb\n ret\n");
/* Loads under conditions, of which the first and the third hold: 4 bytes each. */
WALK(load_lanes, "pcmpeqd %xmm1,%xmm1\n psrlq $32,%xmm1\n vmaskmovps (%rdi),%xmm1,%xmm0");

/* --- what is expected --- */

enum { SMALL = 4096, LINE_B = 64, PARTS = 256, OBJECTS = 32 };
struct known {
    const char *name;
    long small_B; /* of the largest range of at most SMALL bytes */
    int is_large;
    long small[2][SMALL], line[2][LINE_B], part[2][PARTS];
};
static struct known all[OBJECTS];
static int n_all;

static struct known *known_of(const char *name)
{
    for (int i = 0; i < n_all; i++)
        if (strcmp(all[i].name, name) == 0)
            return &all[i];
    all[n_all].name = name;
    return &all[n_all++];
}

/* An access of `length` bytes at `offset` of a range. */
static void once(const char *name, char *range, long size_B, int is_store, long offset, long length)
{
    struct known *k = known_of(name);
    if (size_B <= SMALL) {
        if (size_B > k->small_B)
            k->small_B = size_B;
        for (long i = offset; i < offset + length; i++)
            k->small[is_store][i]++;
        return;
    }
    k->is_large = 1;
    for (long i = offset; i < offset + length; i++)
        k->line[is_store][(uintptr_t)(range + i) % LINE_B]++;
    for (long near = offset / (size_B / PARTS + 1), p = near; p < PARTS && p < near + 20; p++) {
        /* bytes of the part: those at or behind p / 256 of the range, before (p + 1) / 256 */
        long first = (p * size_B + PARTS - 1) / PARTS, end = ((p + 1) * size_B + PARTS - 1) / PARTS;
        k->part[is_store][p] += offset < end && first < offset + length;
    }
}

static void many(const char *name, char *range, long size_B, int is_store, long offset, long length,
                 long stride, long n)
{
    for (long i = 0; i < n; i++)
        once(name, range, size_B, is_store, offset + i * stride, length);
}

static void print_list(const char *name, const char *what, const long *list, long n)
{
    printf("bytes %s %s", name, what);
    for (long i = 0; i < n; i++)
        printf(" %ld", list[i]);
    printf("\n");
}

static void print_all(void)
{
    for (int i = 0; i < n_all; i++) {
        const struct known *k = &all[i];
        print_list(k->name, "loads", k->small[0], k->small_B);
        print_list(k->name, "stores", k->small[1], k->small_B);
        print_list(k->name, "line-loads", k->line[0], k->is_large ? LINE_B : 0);
        print_list(k->name, "line-stores", k->line[1], k->is_large ? LINE_B : 0);
        print_list(k->name, "part-loads", k->part[0], k->is_large ? PARTS : 0);
        print_list(k->name, "part-stores", k->part[1], k->is_large ? PARTS : 0);
    }
}

/* --- the objects --- */

/* A struct with holes: bytes 1 to 7 and 18 to 23 are nobody's. */
struct holes {
    char tag;
    double value;
    short count;
};
_Static_assert(sizeof(struct holes) == 24, "layout");
static struct holes holes;

/* Of an array of structs, one field is never touched. */
struct particle {
    double mass, charge;
    float age;
    int id;
};
_Static_assert(sizeof(struct particle) == 24, "layout");
static struct particle particles[100];

/* Two variables beside each other. */
extern char left[16], right[16];
__asm__(".data\n.balign 64\n.globl left\n.type left,@object\n.size left,16\nleft: .zero 16\n"
        ".globl right\n.type right,@object\n.size right,16\nright: .zero 16\n.text\n");

static char largest_small[4096] __attribute__((aligned(64)));
static char smallest_large[4097] __attribute__((aligned(64)));
static char from[300], to[300], shared[64], sometimes[16];
static char initialised[40] = "x";

static void statics(void)
{
    load1(&holes.tag, 0, 3);
    many("holes", (char *)&holes, sizeof holes, 0, 0, 1, 0, 3);
    store8((char *)&holes.value, 0, 2);
    many("holes", (char *)&holes, sizeof holes, 1, 8, 8, 0, 2);
    modify2((char *)&holes.count, 0, 5); /* a store */
    many("holes", (char *)&holes, sizeof holes, 1, 16, 2, 0, 5);

    load8((char *)&particles[0].mass, 24, 100);
    many("particles", (char *)particles, sizeof particles, 0, 0, 8, 24, 100);
    load4((char *)&particles[50].age, 24, 50);
    many("particles", (char *)particles, sizeof particles, 0, 50 * 24 + 16, 4, 24, 50);
    store2((char *)&particles[7].id, 24, 1);
    many("particles", (char *)particles, sizeof particles, 1, 7 * 24 + 20, 2, 24, 1);

    load8(left + 12, 0, 4); /* 4 bytes of each */
    many("left", left, 16, 0, 12, 4, 0, 4);
    many("right", right, 16, 0, 0, 4, 0, 4);
    store32(left, 0, 6);
    many("left", left, 16, 1, 0, 16, 0, 6);
    many("right", right, 16, 1, 0, 16, 0, 6);

    load8(largest_small + 4088, -8, 512);
    many("largest_small", largest_small, 4096, 0, 0, 8, 8, 512);
    load1(smallest_large, 1, 4097);
    many("smallest_large", smallest_large, 4097, 0, 0, 1, 1, 4097);
    store32(smallest_large + 16, 0, 9);
    many("smallest_large", smallest_large, 4097, 1, 16, 32, 0, 9);

    copy(to + 10, from + 5, 200);
    many("from", from, 300, 0, 5, 1, 1, 200);
    many("to", to, 300, 1, 10, 1, 1, 200);

    load8(initialised + 3, 9, 4);
    many("initialised", initialised, 40, 0, 3, 8, 9, 4);

    load_lanes(sometimes, 0, 10);
    many("sometimes", sometimes, 16, 0, 0, 4, 8, 1);
    for (int lane = 0; lane < 4; lane += 2)
        many("sometimes", sometimes, 16, 0, 4 * lane, 4, 0, lane ? 10 : 9);
}

/* --- the heap --- */

struct node {
    struct node *next;
    long unused, value;
};

NI static struct node *new_node(struct node *next)
{
    struct node *n = malloc(sizeof *n);
    store8((char *)&n->next, 0, 1);
    return next ? next : n;
}

NI static void nodes(void)
{
    for (int i = 0; i < 50; i++) {
        new_node(NULL);
        many("new_node", NULL, 24, 1, 0, 8, 0, 1);
    }
    char *n = (char *)new_node(NULL); /* all nodes have the same counters */
    many("new_node", NULL, 24, 1, 0, 8, 0, 1);
    load8(n + 16, 0, 3);
    many("new_node", NULL, 24, 0, 16, 8, 0, 3);
}

NI static char *new_sizes(long size_B)
{
    char *p = malloc((size_t)size_B);
    return p;
}

/* One object with ranges of several sizes, small and large. */
static void sizes(void)
{
    static const long of[] = {10, 4096, 100, 5000, 100000};
    for (int i = 0; i < 5; i++) {
        char *p = new_sizes(of[i]);
        load1(p + of[i] - 1, 0, i + 1);
        many("new_sizes", p, of[i], 0, of[i] - 1, 1, 0, i + 1);
        load8(p + 1, 0, 2);
        many("new_sizes", p, of[i], 0, 1, 8, 0, 2);
    }
}

NI static char *new_block(void)
{
    char *p = aligned_alloc(64, 1 << 20);
    return p;
}

static void block(void)
{
    char *p = new_block();
    const long n = 1 << 14, size_B = 1 << 20;
    load8(p + 8, 64, n);
    many("new_block", p, size_B, 0, 8, 8, 64, n);
    store8(p + 61, 64, n - 1); /* in two lines each */
    many("new_block", p, size_B, 1, 61, 8, 64, n - 1);
    load32(p + 4096 - 16, 0, 11); /* in two parts */
    many("new_block", p, size_B, 0, 4096 - 16, 32, 0, 11);
    free(p);
}

NI static char *new_first(void)
{
    char *p = malloc(72);
    return p;
}

NI static char *new_second(void)
{
    char *p = malloc(72);
    return p;
}

/* Memory that is used again is another object. */
static void reuse(void)
{
    char *p = new_first();
    load8(p, 8, 9);
    many("new_first", p, 72, 0, 0, 8, 8, 9);
    free(p);
    char *q = new_second();
    store8(q + 64, 0, 3);
    many("new_second", q, 72, 1, 64, 8, 0, 3);
    free(q);
}

NI static char *grow(char *p)
{
    char *q = realloc(p, 200);
    return q;
}

NI static char *new_small(void)
{
    char *p = malloc(50);
    return p;
}

static void reallocated(void)
{
    char *p = new_small();
    load1(p, 1, 50);
    many("new_small", p, 50, 0, 0, 1, 1, 50);
    char *q = grow(p);
    load1(q + 150, 1, 50);
    many("grow", q, 200, 0, 150, 1, 1, 50);
    free(q);
}

/* --- threads and stacks --- */

static void *run(void *arg)
{
    load8(shared + (long)arg * 8, 0, 1000 + (long)arg);
    store2(shared + 32, 0, 500);
    return NULL;
}

static void threads(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++) {
        pthread_create(&t[i], NULL, run, (void *)i);
        many("shared", shared, 64, 0, i * 8, 8, 0, 1000 + i);
        many("shared", shared, 64, 1, 32, 2, 0, 500);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}

static void stack(long n)
{
    char local[64] __attribute__((aligned(64)));
    load1(local + 17, 0, n);
}

int main(int argc, char **argv)
{
    statics();
    nodes();
    sizes();
    block();
    reuse();
    reallocated();
    if (argc <= 2)
        threads();
    if (argc > 1)
        stack(strtol(argv[1], NULL, 10));
    print_all();
    return 0;
}
