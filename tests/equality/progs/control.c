/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * control.c: the program for options that name functions: dumps, toggles, skips.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NI __attribute__((noinline, noclone))

static volatile long count;

NI static void leaf(int n)
{
    for (int i = 0; i < n; i++)
        count += i;
}
NI static void helper(int n)
{
    leaf(n);
    leaf(n + 1);
}
NI static void recursive(int n)
{
    leaf(1);
    if (n > 0)
        recursive(n - 1);
    helper(2);
}
NI static int wrapped(const char *s) { return (int)strlen(s) + atoi(s); }
NI static void phase_one(int n)
{
    helper(n);
    recursive(6);
}
NI static void phase_two(int n)
{
    leaf(n);
    phase_one(n / 2);
    count += wrapped("123 is a number");
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    leaf(3);
    for (int i = 0; i < scale * 3; i++) {
        phase_one(40 + i);
        phase_two(80);
    }
    helper(9);
    printf("%ld\n", count);
    return 0;
}
