/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * skiplib.c: the shared library of skip.c.  All its functions, and no others,
 * have names that begin with so_: it is linked without start files.
 * Input of tests/equality/run, which compiles it.
 */
#include <string.h>

static int so_calls;
static char so_text[300];

__attribute__((noinline)) static int so_inner(int (*f)(int), int n) { return f(n) + f(n + 1); }

/* Calls back, calls a function of its own, and one of the C library. */
int so_apply(int (*f)(int), int n)
{
    int s = 0;
    memset(so_text, 'a' + n % 20, (size_t)(n % 200));
    for (int i = 0; i < 5; i++)
        s += so_inner(f, n + i) + (int)strlen(so_text);
    return s + ++so_calls;
}

/* Ends in a jump to the caller's function. */
int so_tail(int (*f)(int), int n) { return f(n * 3); }

int so_fib(int n) { return n < 2 ? n : so_fib(n - 1) + so_fib(n - 2); }

/* Recursion through a function of the caller. */
int so_ping(int (*pong)(int), int n) { return n <= 0 ? 0 : pong(n - 1) + 1; }
