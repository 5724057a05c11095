/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cold.c: data that are needed once.  Nothing can be done about that.
 *
 * Problem:   None: an array is written from one end to the other, once, and the program needs no more of
 *            it.  One store in 8 misses, and no order or layout makes that less.
 * Geometry:  4 MiB are 65536 lines, four times LL.  All misses are cold.
 * Finding:   none.
 */
#include "pattern.h"

enum { MAX = 1 << 24 };
static ON_A_LINE double table[MAX];

HOT static double fill(long n)
{
    double x = 1;
    for (long i = 0; i < n; i++) {
        x = x * 0.999 + 1;
        table[i] = x;
    }
    return x;
}

int main(int argc, char **argv)
{
    long n = argument(argc, argv, 1, 524288);
    return n > MAX ? 2 : print_result(fill(n) + table[n / 2]);
}
