/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * declared.c: three matrices that one line allocates; the second one is walked down its columns, 1,600 lines each.
 * Fix: it is kept by columns.
 */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 4, INNER = 1600, COLUMNS = 100 };
#ifdef FIXED
#define B(k, j) b[(j)*INNER + (k)]
#else
#define B(k, j) b[(k)*COLUMNS + (j)]
#endif

int main(void)
{
    double *a = malloc(ROWS * INNER * sizeof *a), *b = malloc(INNER * COLUMNS * sizeof *b), *r = malloc(ROWS * COLUMNS * sizeof *r);
    if (!a || !b || !r) return 1;
    for (int k = 0; k < ROWS * INNER; k++) a[k] = k % 7;
    for (int k = 0; k < INNER; k++)
        for (int j = 0; j < COLUMNS; j++) B(k, j) = k % 5 + j % 3;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            double sum = 0;
            for (int k = 0; k < INNER; k++) sum += a[i * INNER + k] * B(k, j);
            r[i * COLUMNS + j] = sum;
        }
    double sum = 0;
    for (int k = 0; k < ROWS * COLUMNS; k++) sum += r[k];
    printf("%.1f\n", sum);
    return 0;
}
