/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * inline.c: lines of several files within one function, calls from inlined code.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include "inline.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned local_hash(const char *s)
{
    unsigned h = 2166136261u;
    for (; *s; s++)
        h = step_hash(h, (unsigned char)*s);
    return h;
}

__attribute__((noinline)) static unsigned block(const char *s, int n)
{
    unsigned h = local_hash(s);
    h ^= with_call(s, n);
    return step_hash(h, (unsigned)n);
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    unsigned r = 0;
    for (int i = 0; i < scale * 300; i++)
        r = step_hash(r, block("some text to be hashed, not short", 20)) +
            with_call("abcdefghijklm", i % 5);
    printf("%u\n", r);
    return 0;
}
