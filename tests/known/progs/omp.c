/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * omp.c: prints how many threads OpenMP starts.
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int n = 0;
#pragma omp parallel reduction(+ : n)
    n += 1;
    printf("%d\n", n);
    return 0;
}
