/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fnptr.c: calls through pointers, one site with many targets, call-backs.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef long (*op)(long, long);

static long add(long a, long b) { return a + b; }
static long sub(long a, long b) { return a - b; }
static long mul(long a, long b) { return a * b; }
static long mix(long a, long b) { return (a ^ b) + (a >> 3); }
static long pick(long a, long b) { return a > b ? add(a, 1) : sub(b, 1); }

static op table[] = { add, sub, mul, mix, pick, add, mix, pick };

static int cmp_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int cmp_rev(const void *a, const void *b) { return cmp_int(b, a); }

static int seen;
static void walk(const void *node, VISIT v, int depth)
{
    (void)node;
    if (v == postorder || v == leaf)
        seen += depth;
}

struct shape {
    long (*area)(const struct shape *);
    long w, h;
};
static long square(const struct shape *s) { return s->w * s->w; }
static long rect(const struct shape *s) { return s->w * s->h; }

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    static int v[2000];
    long r = 1;
    unsigned x = 99;
    for (int s = 0; s < scale; s++) {
        for (int i = 0; i < 20000; i++) {
            x = x * 1664525u + 1013904223u;
            r = table[x >> 29](r & 0xffff, i) + 1;
        }
        for (int i = 0; i < 2000; i++)
            v[i] = (int)((x = x * 1664525u + 1013904223u) >> 7);
        qsort(v, 2000, sizeof v[0], cmp_int);
        qsort(v, 2000, sizeof v[0], cmp_rev);
        int key = v[77];
        r += bsearch(&key, v, 2000, sizeof v[0], cmp_rev) != NULL;
        void *root = NULL;
        for (int i = 0; i < 300; i++)
            tsearch(&v[(i * 37) % 2000], &root, cmp_int);
        twalk(root, walk);
        for (int i = 0; i < 300; i++)
            tdelete(&v[(i * 37) % 2000], &root, cmp_int);
        struct shape sh[2] = { { square, 3, 4 }, { rect, 5, 6 } };
        for (int i = 0; i < 1000; i++)
            r += sh[i & 1].area(&sh[i & 1]);
    }
    printf("%ld %d\n", r, seen);
    return 0;
}
