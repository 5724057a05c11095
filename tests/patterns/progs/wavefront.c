/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * wavefront.c: dynamic programming along anti-diagonals (as in Rodinia: NW).
 *
 * Problem:   Two sequences are aligned in the corner of a table that has room for long ones, with rows of
 *            4096 bytes.  Elements of an anti-diagonal are a row less 4 bytes apart: most are in one set.
 * Geometry:  64 rows of 64 ints are 64 x 4 lines, half of D1, in 4 sets.  The elements of a long diagonal
 *            move by one set in 16 rows: 16 lines for each of 4 sets with 8 ways.  The next diagonal
 *            needs these lines again, after at most 64 others: conflict.
 * Fix:       Rows are padded by 4 lines: row r begins in set 4 r, and each set has 4 of the 256 lines.
 * Finding:   conflict, D1, application, align(), on the variable `score`.
 */
#include "pattern.h"

enum { LENGTH = 63, GAP = 2 };
#ifdef FIXED
enum { ROW = 1024 + 64 };
#else
enum { ROW = 1024 };
#endif
static ON_A_LINE int score[LENGTH + 1][ROW];
static char one[LENGTH + 1], other[LENGTH + 1];

static inline int larger(int a, int b)
{
    return a > b ? a : b;
}

HOT static int align(void)
{
    for (int d = 2; d <= 2 * LENGTH; d++) {
        int first = d > LENGTH ? d - LENGTH : 1, last = d > LENGTH ? LENGTH : d - 1;
        for (int i = first; i <= last; i++) {
            int j = d - i;
            int match = score[i - 1][j - 1] + (one[i] == other[j] ? 3 : -1);
            score[i][j] = larger(match, larger(score[i - 1][j], score[i][j - 1]) - GAP);
        }
    }
    return score[LENGTH][LENGTH];
}

int main(int argc, char **argv)
{
    long pairs = argument(argc, argv, 1, 60);
    double result = 0;
    for (int i = 0; i <= LENGTH; i++)
        score[i][0] = score[0][i] = -GAP * i;
    for (long p = 0; p < pairs; p++) {
        for (int i = 1; i <= LENGTH; i++) {
            one[i] = "ACGT"[(i * i + p) % 7 & 3];
            other[i] = "ACGT"[(i * 3 + p / 2) % 11 & 3];
        }
        result += align();
    }
    return print_result(result);
}
