/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * smooth.c: all steps over a large array, one after another.
 *
 * Problem:   Each step computes all elements anew, from the element alone.  Each streams the array from
 *            memory.
 * Geometry:  The array has 2 MiB, 32768 lines: twice LL.  A step comes to a line 32767 lines after the
 *            step before did: it misses both levels, capacity.  Only the first of 6 steps is cold.
 * Fix:       The loops are exchanged: all steps for a tile of 1024 elements, 128 lines, then the next.
 *            Only cold misses are left.
 * Finding:   capacity, D1 and LL, application, step(), on the variable `cells`.
 */
#include "pattern.h"

enum { MAX = 1 << 24, TILE = 1024 };
static ON_A_LINE double cells[MAX];

HOT static void step(double *cell, long n)
{
    for (long i = 0; i < n; i++)
        cell[i] = 0.75 * cell[i] + 1;
}

int main(int argc, char **argv)
{
    long steps = argument(argc, argv, 1, 6), n = argument(argc, argv, 2, 256 * TILE);
    if (n > MAX || n % TILE != 0)
        return 2;
#ifdef FIXED
    for (long tile = 0; tile < n; tile += TILE)
        for (long s = 0; s < steps; s++)
            step(cells + tile, TILE);
#else
    for (long s = 0; s < steps; s++)
        step(cells, n);
#endif
    double result = 0;
    for (long i = 0; i < n; i += n / 8)
        result += cells[i];
    return print_result(result);
}
