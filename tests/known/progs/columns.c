/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * columns.c: the example of docs/miss-classes.md.
 * Compiled and run by tests/known/classes, which has the arithmetic.
 */
double narrow[256][512] __attribute__((aligned(64)));
double padded[256][520] __attribute__((aligned(64)));

#define SUM(name, a)                                                          \
    __attribute__((noinline)) double name(void)                               \
    {                                                                         \
        double sum = 0;                                                       \
        for (int j = 0; j < 512; j++)                                         \
            for (int i = 0; i < 256; i++)                                     \
                sum += a[i][j];                                               \
        return sum;                                                           \
    }
SUM(sum_narrow, narrow)
SUM(sum_padded, padded)

int main(void)
{
    double sum = sum_narrow() + sum_padded();
    return sum != 0;
}
