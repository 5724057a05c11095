/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * altjump.c: handlers that leave by siglongjmp, on a stack of their own and on
 * the one that they have interrupted.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#define _GNU_SOURCE
#include "known.h"
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

SPIN(spin_handler);
SPIN(spin_after);

static sigjmp_buf back;
static char in_data[1 << 16];

void handler(int s)
{
    spin_handler(1000);
    siglongjmp(back, s);
}

NI void one(void)
{
    if (sigsetjmp(back, 1) == 0)
        raise(SIGUSR1);
    spin_after(100);
}

NI void rounds(void *stack, int flags)
{
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof in_data};
    struct sigaction a = {.sa_handler = handler, .sa_flags = flags};
    if (sigaltstack(&alternate, NULL) != 0 || sigaction(SIGUSR1, &a, NULL) != 0)
        exit(2);
    for (int i = 0; i < 10; i++)
        one();
}

int main(void)
{
    rounds(in_data, SA_ONSTACK);
    rounds(malloc(sizeof in_data), SA_ONSTACK);
    rounds(in_data, 0);
    return 0;
}
