/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sharedlib.c: the shared library of shared.c.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
static int calls;

int lib_count(void) { return ++calls & 3; }

static int inner(int (*f)(int), int n) { return f(n) + f(n + 1); }

int lib_apply(int (*f)(int), int n)
{
    int s = 0;
    for (int i = 0; i < 5; i++)
        s += inner(f, n + i) + lib_count();
    return s;
}
