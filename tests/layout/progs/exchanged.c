/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * exchanged.c: a matrix is copied, with rows and columns exchanged.  The compiler does two rows of `to` in one iteration.
 * Fix: `to` is kept by columns.
 */
enum { ROWS = 1024, COLUMNS = 128 };

static double from[COLUMNS][ROWS];
#ifdef FIXED
static double to[COLUMNS][ROWS];
#define TO(j, i) to[i][j]
#else
static double to[ROWS][COLUMNS];
#define TO(j, i) to[j][i]
#endif

__attribute__((noinline)) static void exchange(void)
{
    for (int i = 0; i < COLUMNS; i++)
        for (int j = 0; j < ROWS; j++) TO(j, i) = from[i][j];
}

int main(void)
{
    for (int k = 0; k < 4; k++) {
        from[k][k] = k;
        exchange();
    }
    return TO(3, 3) != 3;
}
