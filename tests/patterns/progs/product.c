/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * product.c: a matrix product without blocks.
 *
 * Problem:   The inner loop goes down a column of b.  Until it comes to the next column, which is in the
 *            lines of this one, they have left D1.
 * Geometry:  a has 8 rows of 600, b 600 rows of 272 floats: 17 lines, an odd number, so that the
 *            lines of a column are spread over all sets.  A column is 600 lines, and the next column needs
 *            them again after those and the 38 of a row of a: more than 512, capacity.  b is 10200 lines:
 *            within LL.
 * Fix:       Blocks of 64 rows and 64 columns of b, at most 64 x 5 lines, are used for all rows of a.
 * Finding:   capacity, D1, application, multiply(), on what new_matrices() allocates.
 */
#include "pattern.h"

static float *a, *b, *c;    /* rows x inner, inner x columns, rows x columns */

HOT static void new_matrices(long rows, long inner, long columns)
{
    a = checked(aligned_alloc(LINE, rows * inner * sizeof *a));
    b = checked(aligned_alloc(LINE, inner * columns * sizeof *b));
    c = checked(aligned_alloc(LINE, rows * columns * sizeof *c));
}

static inline long smaller(long x, long y)
{
    return x < y ? x : y;
}

HOT static void multiply(long rows, long inner, long columns)
{
#ifdef FIXED
    const long block = 64;
#else
    const long block = 1L << 60;
#endif
    for (long k0 = 0; k0 < inner; k0 += block)
        for (long j0 = 0; j0 < columns; j0 += block)
            for (long i = 0; i < rows; i++)
                for (long j = j0; j < smaller(j0 + block, columns); j++)
                    for (long k = k0; k < smaller(k0 + block, inner); k++)
                        c[i * columns + j] += a[i * inner + k] * b[k * columns + j];
}

int main(int argc, char **argv)
{
    long rows = argument(argc, argv, 1, 8), inner = argument(argc, argv, 2, 600), columns = argument(argc, argv, 3, 272);
    new_matrices(rows, inner, columns);
    /* small whole numbers: their sums are exact in any order */
    for (long i = 0; i < rows * inner; i++)
        a[i] = i % 7;
    for (long i = 0; i < inner * columns; i++)
        b[i] = i % 5;
    for (long i = 0; i < rows * columns; i++)
        c[i] = 0;
    multiply(rows, inner, columns);
    double result = 0;
    for (long i = 0; i < rows * columns; i++)
        result += c[i] * (i % 3);
    return print_result(result);
}
