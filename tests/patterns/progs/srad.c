/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * srad.c: a part of an image is read column by column (as in Rodinia: SRAD).
 *
 * Problem:   The inner loop goes down the rows of an image whose rows are 4096 bytes.  The region of
 *            interest would fit D1, but each of its columns is in one set.
 * Geometry:  64 rows of 256 bytes are 64 x 4 lines, half of D1.  A column has 64 lines in one set of 8
 *            ways, and each is accessed again after 63 others: conflict.
 * Fix:       The loops are exchanged: 64 accesses in a row are in one line, so that at most one of 64
 *            misses.
 * Finding:   conflict, D1, application, sum_region(), on the variable `image`.
 */
#include "pattern.h"

enum { ROWS = 64, COLUMNS = 256, ROW = 4096 };
static ON_A_LINE unsigned char image[ROWS][ROW];

HOT static long sum_region(long rounds)
{
    long sum = 0, sum2 = 0;
    for (long r = 0; r < rounds; r++)
#ifdef FIXED
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++) {
#else
        for (int j = 0; j < COLUMNS; j++)
            for (int i = 0; i < ROWS; i++) {
#endif
                long pixel = image[i][j];
                sum += pixel;
                sum2 += pixel * pixel;
            }
    return sum2 - sum;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            image[i][j] = i * j;
    return print_result(sum_region(argument(argc, argv, 1, 60)));
}
