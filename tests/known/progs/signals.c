/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * signals.c: a handler interrupted by another, each with known work.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#define _GNU_SOURCE
#include "known.h"
#include <signal.h>
#include <unistd.h>

SPIN(spin_outer);
SPIN(spin_inner);
SPIN(spin_plain);

/* kill(pid, sig): the signal arrives at the syscall; Ir = 3 */
void send(long pid, long sig);
ASM_FUNCTION(send, "mov $62,%eax\n syscall\n ret\n");
void send_inner(long pid, long sig);
ASM_FUNCTION(send_inner, "mov $62,%eax\n syscall\n ret\n");

static long me;

void on_inner(int s)
{
    spin_inner(3000);
    (void)s;
}
void on_outer(int s)
{
    spin_outer(1000);
    send_inner(me, SIGUSR2);
    spin_outer(1000);
    (void)s;
}
NI void interrupted(void)
{
    spin_plain(10);
    send(me, SIGUSR1);
    spin_plain(10);
}

int main(void)
{
    me = getpid();
    signal(SIGUSR1, on_outer);
    signal(SIGUSR2, on_inner);
    for (int i = 0; i < 25; i++)
        interrupted();
    return 0;
}
