/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * noline.c: calls from code without line information inside a function that
 * has some, the rest of which is in noline1.s and noline2.s.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__((noinline, noclone))

static volatile long count;

void partly(void);

NI void leaf(void) { count++; }
NI void other(void)
{
    count += 2;
    leaf();
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < scale * 50; i++)
        partly();
    printf("%ld\n", count);
    return 0;
}
