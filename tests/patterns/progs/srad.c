/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * srad.c: an image is read column by column (as in Rodinia: SRAD).
 *
 * Problem:   The inner loop goes down the rows of an image whose rows are 4096 bytes: a column is in one
 *            set.
 * Geometry:  A column has 64 lines in one set of 8 ways.  Each line has 64 pixels of its row, and is
 *            accessed again after 63 others: conflict, but for the first time, which is cold, as the
 *            kernel has put the image there.
 * Fix:       The loops are exchanged: the 64 accesses to a line are one after another, only cold misses
 *            are left.
 * Finding:   conflict, D1, application, sum_pixels(), on the variable `image`.
 */
#include "pattern.h"
#include <unistd.h>

enum { ROWS = 64, ROW = 4096 };
static ON_A_LINE unsigned char image[ROWS][ROW];

/* Reads the image through a pipe, so that only the kernel touches its memory. */
static void read_image(void)
{
    unsigned char row[ROW] = {0};
    int ends[2];
    if (pipe(ends))
        exit(2);
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < ROW; j += 8)
            row[j] = i * j / 8;
        if (write(ends[1], row, ROW) != ROW || read(ends[0], image[i], ROW) != ROW)
            exit(2);
    }
}

HOT static long sum_pixels(long rounds)
{
    long sum = 0, sum2 = 0;
    for (long r = 0; r < rounds; r++)
#ifdef FIXED
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < ROW; j++) {
#else
        for (int j = 0; j < ROW; j++)
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
    read_image();
    return print_result(sum_pixels(argument(argc, argv, 1, 1)));
}
