/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * longjmp.c: longjmp over no, one and many frames, also out of recursion.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__((noinline, noclone))

static jmp_buf outer, inner;
static volatile long count;

NI static void leave(jmp_buf b, int v)
{
    count++;
    longjmp(b, v);
}

NI static int down(int n, jmp_buf b)
{
    if (n == 0)
        leave(b, 1);
    return down(n - 1, b) + 1;
}

NI static int middle(int n)
{
    if (setjmp(inner) == 0)
        down(n, inner);
    count += 2;
    if (n & 1)
        leave(outer, n + 1);
    return n;
}

NI static int once(int n)
{
    jmp_buf here;
    int r = setjmp(here);
    if (r < n)
        longjmp(here, r + 1);
    return r;
}

NI static void after(void) { count += 5; }

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    volatile int i;
    for (i = 0; i < scale * 200; i++) {
        if (setjmp(outer) == 0)
            middle(i % 17);
        after();
        count += once(i % 5);
        sigjmp_buf s;
        if (sigsetjmp(s, 1) == 0)
            siglongjmp(s, 3);
        after();
    }
    printf("%ld\n", count);
    return 0;
}
