/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mixed.c: two lines that allocate things of two types each: a matrix that is walked down its columns, and larger records; records
 * of which one member is used, and an index.  A layout for one of them would be one for the other, too.
 */
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 1600, COLUMNS = 100, CELLS = 30000, ITEMS = 8192, TIMES = 4 };
struct cell { double t[8]; };
struct item { long key, rest[7]; };

int main(void)
{
    double *a = calloc(ROWS * COLUMNS, sizeof *a); struct cell *cells = calloc(CELLS, sizeof *cells);
    struct item *items = calloc(ITEMS, sizeof *items); int *index = calloc(ITEMS, sizeof *index);
    if (!a || !cells || !items || !index) return 1;
    double sum = 0;
    for (int k = 0; k < TIMES; k++) {
        for (int j = 0; j < COLUMNS; j++)
            for (int i = 0; i < ROWS; i++) sum += a[i * COLUMNS + j];
        for (int i = 0; i < ITEMS; i++) sum += items[i].key + index[i];
    }
    for (int i = 0; i < CELLS; i++) sum += cells[i].t[0];
    printf("%.1f\n", sum);
    return 0;
}
