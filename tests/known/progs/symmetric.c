/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * symmetric.c: two coroutines that switch to each other in one function, three times on the
 * same stacks.  Compiled and run by tests/known/run, which has the arithmetic.
 */
#include "known.h"
#include <ucontext.h>

SPIN(spin_a);
SPIN(spin_b);

static ucontext_t mainc, co[2];
static char stack[2][65536];
static int turn;

NI void yield(void)
{
    int me = turn;
    turn = !turn;
    swapcontext(&co[me], &co[!me]);
    __asm__ volatile("");
}

NI void body_a(void)
{
    for (int i = 0; i < 20; i++) {
        spin_a(10000);
        yield();
    }
}
NI void body_b(void)
{
    for (int i = 0; i < 20; i++) {
        spin_b(20000);
        yield();
    }
}

static void make(int k, void (*f)(void))
{
    getcontext(&co[k]);
    co[k].uc_stack.ss_sp = stack[k];
    co[k].uc_stack.ss_size = sizeof stack[k];
    co[k].uc_link = &mainc;
    makecontext(&co[k], f, 0);
}

NI void round_of_both(void)
{
    turn = 0;
    make(0, body_a);
    make(1, body_b);
    swapcontext(&mainc, &co[0]); /* body_a ends first */
    __asm__ volatile("");
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        round_of_both();
    return 0;
}
