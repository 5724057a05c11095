/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * paths.c: one function called along several paths, so often and at such a cost that each path's
 * share follows from the text.  Compiled and run by tests/known/context-tree, which has the
 * arithmetic; spin(n) executes 2 n + 2 instructions.
 */
#include "known.h"

SPIN(spin);

enum { K = 30, M = 70, R = 9 };

/* K calls of spin(10). */
NI static void from_a(void)
{
    for (volatile int i = 0; i < K; i++) spin(10);
}

/* M calls of spin(4), and one of from_a(). */
NI static void from_c(void)
{
    for (volatile int i = 0; i < M; i++) spin(4);
    from_a();
}

/* Calls itself R - 1 times; R calls of spin(2), which are all its own. */
NI static void down(volatile int n)
{
    spin(2);
    if (n > 1) down(n - 1);
    n++; /* no tail call */
}

NI static void start(void)
{
    from_a();
    from_c();
    down(R);
}

int main(void)
{
    start();
    return 0;
}
