/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rows.c: rows that are a power of two, one after another.  Nothing is wrong with that.
 *
 * Problem:   None: each row is normalised in a few passes before the next, and fits.
 * Geometry:  A row of 4096 bytes is 64 lines, one in each set.  It is loaded once, for 20 passes: one
 *            access in 160 misses.
 * Finding:   none.
 */
#include "pattern.h"

enum { ROWS = 128, ROW = 512, PASSES = 20 };
static ON_A_LINE double matrix[ROWS][ROW];

HOT static double normalise(double *row)
{
    double sum = 0;
    for (int pass = 0; pass < PASSES; pass++)
        for (int j = 0; j < ROW; j++) {
            row[j] = 0.5 * row[j] + j;
            sum += row[j];
        }
    return sum;
}

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 1);
    double result = 0;
    for (long r = 0; r < rounds; r++)
        for (int i = 0; i < ROWS; i++)
            result += normalise(matrix[i]);
    return print_result(result);
}
