/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * except.cc: exceptions thrown through frames, with and without destructors.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
extern "C" {
#include "known.h"
SPIN(spin_guard);
SPIN(spin_catch);
SPIN(spin_after);
}

struct Guard {
    ~Guard() { spin_guard(10); }
};

static volatile int zero;

extern "C" {
NI void thrower(int n)
{
    if (n >= 0)
        throw n;
    zero = 1;
}
NI void through(int n) /* no destructor: the unwinder passes it */
{
    thrower(n);
    zero = 2;
}
NI void guarded(int n)
{
    Guard g;
    through(n);
    zero = 3;
}
NI void catcher(int n)
{
    try {
        guarded(n);
    } catch (int) {
        spin_catch(1000);
    }
    zero = 4;
}
NI void after(void)
{
    spin_after(50);
    zero = 5;
}
}

int main()
{
    for (int i = 0; i < 30; i++) {
        catcher(i);
        after();
    }
    return 0;
}
