/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fits.c: a working set that fits.  Nothing is wrong with that.
 *
 * Problem:   None: after the first sweep all accesses hit.
 * Geometry:  16 KiB are 256 lines, 4 in each set of 8 ways.
 * Finding:   none.
 */
#include "pattern.h"

static ON_A_LINE double values[2048];

HOT static double sweep(long rounds)
{
    double sum = 0;
    for (long r = 0; r < rounds; r++)
        for (int i = 0; i < 2048; i++)
            sum += values[i] * (double)r;
    return sum;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < 2048; i++)
        values[i] = i % 5;
    return print_result(sweep(argument(argc, argv, 1, 500)));
}
