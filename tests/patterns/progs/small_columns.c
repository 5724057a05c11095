/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * small_columns.c: a sweep down the columns of a small matrix.  Nothing is wrong with that.
 *
 * Problem:   None: the matrix fits, in each set, although its rows are a power of two.
 * Geometry:  32 rows of 512 bytes are 256 lines, half of D1.  A column is 32 lines in 8 sets: 4 for 8
 *            ways.  All 256 lines are 4 in each set.
 * Finding:   none.
 */
#include "pattern.h"

enum { ROWS = 32, COLUMNS = 64 };
static ON_A_LINE double matrix[ROWS][COLUMNS];

HOT static double sweep(long rounds)
{
    double sum = 0;
    for (long r = 0; r < rounds; r++)
        for (int j = 0; j < COLUMNS; j++)
            for (int i = 0; i < ROWS; i++)
                sum += matrix[i][j];
    return sum;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            matrix[i][j] = i ^ j;
    return print_result(sweep(argument(argc, argv, 1, 500)));
}
