/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fft.c: Fourier transforms of the columns of a matrix (as in MKL's 2D FFT).
 *
 * Problem:   The elements of a column are a row of 4096 bytes apart, all in one set.  Each stage of the
 *            transform visits all of them.
 * Geometry:  A column of 64 elements is 64 lines in one set of 8 ways.  A stage comes to a line after the
 *            63 others: conflict.  A line has 4 elements of 16 bytes, of neighbouring columns.  Making the
 *            signal of a column loads them, too: cold in each fourth column, conflict in the others.
 * Fix:       Rows are padded by a line: the lines of a column are in 64 sets.
 * Finding:   conflict, D1, application, transform() and new_signal(), on the variable `matrix`.
 */
#include "pattern.h"

enum { SIZE = 64, COLUMNS = 256 };
#ifdef FIXED
enum { ROW = COLUMNS + 4 };
#else
enum { ROW = COLUMNS };
#endif

struct number {
    double re, im;
};
static ON_A_LINE struct number matrix[SIZE][ROW], turn[SIZE / 2];

/* the powers of the root of 1, by repeated multiplication */
static void new_turns(void)
{
    const double re = 0.99518472667219693, im = -0.098017140329560604;    /* exp(-2 pi i / 64) */
    turn[0] = (struct number){1, 0};
    for (int k = 1; k < SIZE / 2; k++)
        turn[k] = (struct number){turn[k - 1].re * re - turn[k - 1].im * im,
                                  turn[k - 1].re * im + turn[k - 1].im * re};
}

/* A decimation in frequency: what it leaves is in bit-reversed order. */
HOT static void transform(int column)
{
    for (int half = SIZE / 2, step = 1; half > 0; half /= 2, step *= 2)
        for (int block = 0; block < SIZE; block += 2 * half)
            for (int k = 0; k < half; k++) {
                struct number *a = &matrix[block + k][column], *b = &matrix[block + k + half][column];
                struct number t = turn[k * step], d = {a->re - b->re, a->im - b->im};
                a->re += b->re;
                a->im += b->im;
                b->re = d.re * t.re - d.im * t.im;
                b->im = d.re * t.im + d.im * t.re;
            }
}

HOT static void new_signal(int column, long seed)
{
    for (int i = 0; i < SIZE; i++)
        matrix[i][column] = (struct number){(i * (column + 1) + seed) % 17, i % 3};
}

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 1);
    double power = 0;
    new_turns();
    for (long r = 0; r < rounds; r++)
        for (int column = 0; column < COLUMNS; column++) {
            new_signal(column, r);
            transform(column);
            power += matrix[5][column].re * matrix[5][column].re;
        }
    return print_result(power);
}
