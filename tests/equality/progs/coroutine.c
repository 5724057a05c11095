/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * coroutine.c: switched stacks; compared in compatible mode only.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define NI __attribute__((noinline, noclone))

static ucontext_t mainc, co[2];
static char stack[2][65536];
static volatile long count;

NI static void leaf(int n)
{
    for (int i = 0; i < n; i++)
        count += i;
}
NI static void yield(int me) { swapcontext(&co[me], &mainc); }
static void body(int me)
{
    for (int i = 0; i < 20; i++) {
        leaf(10 + me);
        yield(me);
    }
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    for (int s = 0; s < scale; s++) {
        for (int k = 0; k < 2; k++) {
            getcontext(&co[k]);
            co[k].uc_stack.ss_sp = stack[k];
            co[k].uc_stack.ss_size = sizeof stack[k];
            co[k].uc_link = &mainc;
            makecontext(&co[k], (void (*)(void))body, 1, k);
        }
        for (int i = 0; i < 21; i++) {
            swapcontext(&mainc, &co[0]);
            swapcontext(&mainc, &co[1]);
        }
    }
    printf("%ld\n", count);
    return 0;
}
