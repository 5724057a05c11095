/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * chase.c: follows pointers through a ring of lines in random order.
 *
 * Usage: chase LINES ROUNDS
 * Each round of chase_round() reads each of the lines once, after a first one in which all are new.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#include <stdlib.h>

typedef struct Line Line;
struct Line {
    Line *next;
    char rest[56];
};

/* reads LINES pointers; the return address is one read more */
__attribute__((noinline)) static Line *chase_round(Line *l, long lines)
{
    __asm__ volatile("1: mov (%0), %0\n dec %1\n jnz 1b" : "+r"(l), "+r"(lines)::"memory");
    return l;
}

__attribute__((noinline)) static Line *first_round(Line *l, long lines)
{
    __asm__ volatile("1: mov (%0), %0\n dec %1\n jnz 1b" : "+r"(l), "+r"(lines)::"memory");
    return l;
}

int main(int argc, char **argv)
{
    (void)argc;
    long n = atol(argv[1]), rounds = atol(argv[2]);
    Line *line = aligned_alloc(4096, (size_t)n * sizeof *line);
    long *order = malloc((size_t)n * sizeof *order);
    unsigned random = 1;
    for (long i = 0; i < n; i++) order[i] = i;
    for (long i = n - 1; i > 0; i--) {
        random = random * 1664525 + 1013904223;
        long j = (random >> 8) % (i + 1), other = order[i];
        order[i] = order[j];
        order[j] = other;
    }
    for (long i = 0; i < n; i++) line[order[i]].next = &line[order[(i + 1) % n]];
    Line *l = first_round(line, n);
    for (long r = 0; r < rounds; r++) l = chase_round(l, n);
    return l != line;
}
