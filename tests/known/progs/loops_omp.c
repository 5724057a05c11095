// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * loops_omp.c: a loop that three threads share, in a function that the compiler makes of it.  For tests/known/loops.
 */
#include <omp.h>

static volatile int sink[1000];

int main(void)
{
#pragma omp parallel for num_threads(3) schedule(static)
    for (int i = 0; i < 1000; i++)
        sink[i] = i; // shared{ }shared
    return 0;
}
