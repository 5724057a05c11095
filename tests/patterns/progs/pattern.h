/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pattern.h: what the programs of the corpus share.
 *
 * Each program shows one cache problem, or something that only looks like one.  Compiled with
 * -DFIXED it has the problem no more, and prints the same.  Its head says:
 *   Problem:   what the code does, and why that is slow
 *   Geometry:  the arithmetic, for the caches that tests/patterns/run simulates
 *   Fix:       what -DFIXED changes
 *   Finding:   type, level, origin, function, object (tests/patterns/expected has it as a table)
 * Arguments are sizes; without any, a program makes some 10^6 accesses.
 *
 * The caches: D1 of 32 KiB with 8 ways, lines of 64 bytes: 512 lines in 64 sets, so that addresses
 * a multiple of 4096 bytes apart share a set; LL of 1 MiB with 16 ways: 16384 lines in 1024 sets.
 *
 * Usage:
 *   HOT static long walk(...) { ... }    // stays a function of its name
 *   int main(int argc, char **argv)
 *   {
 *       long n = argument(argc, argv, 1, 500);
 *       print_result(walk(n));
 */
#ifndef PATTERN_H
#define PATTERN_H

#include <stdio.h>
#include <stdlib.h>

/* neither inlined nor cloned nor analysed by its callers */
#define HOT __attribute__((noipa))
#define LINE 64
#define ON_A_LINE __attribute__((aligned(LINE)))

/* the n-th argument, or what it is without one */
static inline long argument(int argc, char **argv, int n, long normal)
{
    if (argc <= n)
        return normal;
    long value = strtol(argv[n], NULL, 10);
    if (value <= 0) {
        fprintf(stderr, "%s: argument %d must be a positive number\n", argv[0], n);
        exit(2);
    }
    return value;
}

static inline int print_result(double result)
{
    return printf("%.6f\n", result) < 0;
}

/* ends the program if there was no memory */
static inline void *checked(void *p)
{
    if (p == NULL)
        exit(2);
    return p;
}

/* the numbers below n in an order like a random one */
static inline long *shuffled(long n)
{
    long *order = checked(malloc(n * sizeof *order));
    unsigned long random = 1;
    for (long i = 0; i < n; i++) {
        random = random * 6364136223846793005 + 1442695040888963407;
        long other = (long)((random >> 33) % (i + 1));
        order[i] = order[other];
        order[other] = i;
    }
    return order;
}

#endif
