/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * coroutine.c: two coroutines and a main context that takes turns.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#include "known.h"
#include <ucontext.h>

SPIN(spin_a);
SPIN(spin_b);
SPIN(spin_main);

static ucontext_t mainc, ca, cb;
static char sa[65536], sb[65536];

NI void yield_a(void) { swapcontext(&ca, &mainc); __asm__ volatile(""); }
NI void yield_b(void) { swapcontext(&cb, &mainc); __asm__ volatile(""); }

NI void body_a(void)
{
    for (int i = 0; i < 20; i++) {
        spin_a(10000);
        yield_a();
    }
}
NI void body_b(void)
{
    for (int i = 0; i < 20; i++) {
        spin_b(20000);
        yield_b();
    }
}

static void make(ucontext_t *c, char *stack, unsigned long size, void (*f)(void))
{
    getcontext(c);
    c->uc_stack.ss_sp = stack;
    c->uc_stack.ss_size = size;
    c->uc_link = &mainc;
    makecontext(c, f, 0);
}

int main(void)
{
    make(&ca, sa, sizeof sa, body_a);
    make(&cb, sb, sizeof sb, body_b);
    for (int i = 0; i < 21; i++) {
        swapcontext(&mainc, &ca);
        spin_main(100);
        swapcontext(&mainc, &cb);
        spin_main(100);
    }
    return 0;
}
