/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sums.c: the product of a matrix and a vector by columns.
 *
 * Problem:   The inner loop goes down the columns of a matrix, and comes to the neighbours in a row when they have been evicted.
 * Geometry:  1024 rows of 36 elements are 288 bytes, 4.5 lines: the 1024 elements of a column are in as many lines, twice D1, over all
 *            sets alike.  Each access misses.  Its line was accessed a column before: capacity.
 * Fix:       The loops are exchanged: the matrix is walked in the order of addresses, 4608 misses in place of 36864 in a round.  The inner
 *            loop adds to one element of `result` then, and each addition would wait for the one before: there are four sums.  The matrix is
 *            five times D1, and loaded again in each round: there is nothing left but to do the work of several rounds at once.
 * Finding:   capacity, D1, application, multiply(), on the variable `matrix`; exchange-loops, with the sums.  Fixed, blocks.
 */
#include "pattern.h"

enum { ROWS = 1024, COLUMNS = 36 };
static ON_A_LINE double matrix[ROWS][COLUMNS], result[ROWS], vector[COLUMNS];

#ifdef FIXED
HOT static void multiply(void)
{
    for (int i = 0; i < ROWS; i++) {
        double sum[4] = {0};
        for (int j = 0; j < COLUMNS; j += 4)
            for (int k = 0; k < 4; k++)
                sum[k] += matrix[i][j + k] * vector[j + k];
        result[i] += sum[0] + sum[1] + sum[2] + sum[3];
    }
}
#else
HOT static void multiply(void)
{
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 0; i < ROWS; i++)
            result[i] += matrix[i][j] * vector[j];
}
#endif

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 20);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            matrix[i][j] = i ^ j;
            vector[j] = 1 + j % 3;
        }
    for (long r = 0; r < rounds; r++)
        multiply();
    return print_result(result[5] + result[ROWS - 1]);
}
