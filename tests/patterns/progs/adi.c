/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adi.c: sweeps down columns and along rows in turn (as in Polybench: ADI).
 *
 * Problem:   Two grids with rows of 4096 bytes, of which 64 rows of 16 columns are computed: they would
 *            fit D1, but all rows are in two sets.
 * Geometry:  2 x 64 x 2 lines are half of D1.  Sweeping a column needs 2 x 64 lines in one set of 8 ways,
 *            in turn: each misses, at most 128 lines after its last access: conflict.  Sweeping the rows
 *            loads each line once for its 8 elements, at most 256 lines after its last access: conflict,
 *            too.
 * Fix:       Rows are padded by 2 lines: row r begins in set 2 r, each set has 4 lines of 256.
 * Finding:   conflict, D1, application, sweep_columns() and sweep_rows(), on the variables `u` and `v`.
 */
#include "pattern.h"

enum { ROWS = 64, COLUMNS = 16 };
#ifdef FIXED
enum { ROW = 512 + 16 };
#else
enum { ROW = 512 };
#endif
static ON_A_LINE double u[ROWS][ROW], v[ROWS][ROW];

HOT static void sweep_columns(void)
{
    for (int j = 0; j < COLUMNS; j++)
        for (int i = 1; i < ROWS; i++)
            v[i][j] = 0.5 * v[i - 1][j] + 0.25 * u[i][j];
}

HOT static void sweep_rows(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 1; j < COLUMNS; j++)
            u[i][j] = 0.5 * u[i][j - 1] + 0.25 * v[i][j];
}

int main(int argc, char **argv)
{
    long steps = argument(argc, argv, 1, 200);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            u[i][j] = 1 + (i * j) % 7;
            v[i][j] = 1 + (i + j) % 5;
        }
    for (long s = 0; s < steps; s++) {
        sweep_columns();
        sweep_rows();
        u[0][0] += 1;
        v[0][s % COLUMNS] += 2;
    }
    double result = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            result += u[i][j] + v[i][j];
    return print_result(result);
}
