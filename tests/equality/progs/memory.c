/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * memory.c: list and table walks larger than the caches, all kinds of writes.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    long v[7];
};

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    enum { NODES = 20000, CELLS = 1 << 17 };
    struct node *n = malloc(sizeof *n * NODES);
    long *cell = calloc(CELLS, sizeof *cell);
    unsigned x = 1;
    for (int i = 0; i < NODES; i++)
        n[i].next = &n[(i + 7919) % NODES];
    long r = 0;
    for (int s = 0; s < scale; s++) {
        struct node *p = n;
        for (int i = 0; i < NODES; i++, p = p->next)
            r += p->v[i % 7]++;
        for (int i = 0; i < 20000; i++) {
            x = x * 1664525u + 1013904223u;
            cell[x >> 15] += i; /* a modify */
            cell[(x >> 3) % CELLS] = i;
            r += cell[(x >> 9) % CELLS];
        }
        for (int i = 0; i < 3000; i++) {
            x = x * 1664525u + 1013904223u;
            char *q = (char *)cell + x % (CELLS * 8 - 64);
            int v; /* straddles lines now and then */
            memcpy(&v, q, sizeof v);
            v += i;
            memcpy(q, &v, sizeof v);
            __sync_fetch_and_add((long *)cell + (x >> 20), 1);
            __sync_bool_compare_and_swap((long *)cell + (x >> 21), 0, 5);
        }
        long double ld = r;
        for (int i = 0; i < 200; i++)
            ld = ld * 1.0000001L + cell[i * 3];
        r += (long)ld & 1;
        unsigned char fx[512] __attribute__((aligned(16)));
        __asm__ volatile("fxsave %0" : "=m"(fx));
        __asm__ volatile("fxrstor %0" : : "m"(fx));
    }
    printf("%ld\n", r);
    free(n);
    free(cell);
    return 0;
}
