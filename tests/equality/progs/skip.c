/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * skip.c: calls into a shared library that is skipped, which calls back, calls
 * the C library, ends in jumps and recurs.
 * Input of tests/equality/run, which compiles and runs it.
 */
#include <stdio.h>

int so_apply(int (*f)(int), int n);
int so_tail(int (*f)(int), int n);
int so_fib(int n);
int so_ping(int (*pong)(int), int n);

static int own(int x) { return x * 2 + 1; }
static int deep(int x) { return so_tail(own, x) + so_fib(x % 8); }
static int pong(int n) { return so_ping(pong, n); }

int main(void)
{
    long r = 0;
    for (int i = 0; i < 100; i++)
        r += so_apply(own, i) + so_tail(deep, i) + so_apply(deep, i);
    r += so_ping(pong, 30);
    printf("%ld\n", r);
    return 0;
}
