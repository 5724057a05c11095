/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * columns.c: a sweep down the columns of a matrix whose rows are a power of two.
 *
 * Problem:   The elements of a column are a row apart: 4096 bytes, so that all of them are in one set. A
 *            part of the matrix is added up again and again that D1 has room for, but not in that set.
 * Geometry:  64 rows of 32 columns are 64 x 4 lines: half of D1.  A column is 64 lines in one set of 8
 *            ways: each access misses.  Its line was accessed 64 lines before: conflict.
 * Fix:       Rows are padded by 4 lines: row r begins in set 4 r, and the 256 lines are 4 in each set.
 * Finding:   conflict, D1, application, sweep(), on the variable `matrix`.
 */
#include "pattern.h"

enum { ROWS = 64, COLUMNS = 32 };
#ifdef FIXED
enum { ROW = 512 + 32 };
#else
enum { ROW = 512 };
#endif
static ON_A_LINE double matrix[ROWS][ROW];

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
    return print_result(sweep(argument(argc, argv, 1, 400)));
}
