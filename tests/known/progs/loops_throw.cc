// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * loops_throw.cc: a loop around a handler of exceptions; every third iteration throws one.  For tests/known/loops.
 */
#include <cstdlib>

static volatile long sink;

__attribute__((noinline)) static void may_throw(long i)
{
    if (i % 3 == 0)
        throw i;
    sink = sink + 1;
}

__attribute__((noinline)) static void catches(long n)
{
    for (long i = 0; i < n; i++) {      // catches{
        try {
            may_throw(i);
        } catch (long) {
            sink = sink + 2;
        }                               // }catches
    }
}

int main(int, char **argv)
{
    catches(std::atol(argv[1]));
    return 0;
}
