/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * recursion.c: direct, mutual and deep recursion, with and without results.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <stdio.h>
#include <stdlib.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

static int ack(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ack(m - 1, 1);
    return ack(m - 1, ack(m, n - 1));
}

static int c(int n);
static int a(int n) { return n <= 0 ? 1 : c(n - 1) + 1; }
static int b(int n) { return n <= 0 ? 2 : a(n - 2) + c(n - 3); }
static int c(int n) { return n <= 0 ? 3 : b(n - 1) + a(n - 4); }

struct tree {
    struct tree *l, *r;
    int key;
};

static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->l = insert(t->l, key);
    } else {
        t->r = insert(t->r, key);
    }
    return t;
}

static long sum(const struct tree *t)
{
    return t ? sum(t->l) + t->key + sum(t->r) : 0;
}

static void drop(struct tree *t)
{
    if (!t)
        return;
    drop(t->l);
    drop(t->r);
    free(t);
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    long r = 0;
    for (int i = 0; i < scale; i++) {
        r += fib(17) + is_even(2000) + ack(2, 60) + a(24);
        struct tree *t = NULL;
        unsigned x = 12345;
        for (int k = 0; k < 1000; k++) {
            x = x * 1103515245u + 12345u;
            t = insert(t, (int)(x >> 8 & 0xffff));
        }
        r += sum(t);
        drop(t);
    }
    printf("%ld\n", r);
    return 0;
}
