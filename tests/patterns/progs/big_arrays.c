/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * big_arrays.c: large allocations that all begin at the start of a page.
 *
 * Problem:   The components of a record are in 20 arrays that are used together.  glibc maps pages for
 *            allocations as large as these: they all begin 16 bytes after the start of a page, so that
 *            elements of one index are in one set.
 * Geometry:  20 lines in one set of 8 ways, accessed in turn for each of the 8 elements in a line: all
 *            miss.  The first of these 8 misses is cold; the other 7 come 20 lines after the line's last
 *            access: conflict.
 * Fix:       Array k begins k lines further: the lines of an index are in 20 sets.  Only the cold misses
 *            are left.
 * Finding:   conflict, D1, allocator, add_records(), on what new_array() allocates for main().
 */
#include "pattern.h"

enum { ARRAYS = 20 };
static double *arrays[ARRAYS];

HOT static double *new_array(long n, int k)
{
#ifdef FIXED
    return (double *)checked(calloc(n + ARRAYS * 8, sizeof(double))) + k * 8;
#else
    (void)k;
    return checked(calloc(n, sizeof(double)));
#endif
}

HOT static void add_records(long n, double by)
{
    for (long i = 0; i < n; i++)
        for (int k = 0; k < ARRAYS; k++)
            arrays[k][i] += by * k;
}

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 1), n = argument(argc, argv, 2, 24576);
    for (int k = 0; k < ARRAYS; k++)
        arrays[k] = new_array(n, k);
    for (long r = 0; r < rounds; r++)
        add_records(n, r + 0.5);
    double result = 0;
    for (int k = 0; k < ARRAYS; k++)
        result += arrays[k][k * 7 % n] + arrays[k][n - 1];
    return print_result(result);
}
