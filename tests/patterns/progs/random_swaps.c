/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * random_swaps.c: random accesses to a large table (as in PARSEC: canneal).
 *
 * Problem:   Pairs of elements are chosen at random, and exchanged if that is cheaper.  There is no order
 *            that could be improved.
 * Geometry:  The table has 512 KiB, 8192 lines: half of LL, and 16 times D1, which therefore has one line
 *            in 16 that is asked for.  The fully associative cache has as many: capacity.
 * Fix:       None: what is needed is a larger cache, or another algorithm.
 * Finding:   capacity, D1, application, swap(), on the variable `table`.
 */
#include "pattern.h"

enum { MAX = 1 << 24 };
static ON_A_LINE long table[MAX];
static unsigned long seed = 1;

static inline long choose(long n)
{
    seed = seed * 6364136223846793005UL + 1442695040888963407UL;
    return (long)(seed >> 33) & (n - 1);
}

HOT static long swap(long swaps, long n)
{
    long gain = 0;
    for (long s = 0; s < swaps; s++) {
        long i = choose(n), j = choose(n);
        long a = table[i], b = table[j];
        if ((a < b) != (i < j)) {
            table[i] = b;
            table[j] = a;
            gain += (a - b) * (i - j) < 0;
        }
    }
    return gain;
}

int main(int argc, char **argv)
{
    long swaps = argument(argc, argv, 1, 300000), n = argument(argc, argv, 2, 65536);    /* a power of two */
    if (n > MAX)
        return 2;
    for (long i = 0; i < n; i++)
        table[i] = (i * 7919) & (n - 1);
    return print_result(swap(swaps, n));
}
