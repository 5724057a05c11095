/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * signals.c: handlers of raised signals, nested, on another stack, left by a jump.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NI __attribute__((noinline, noclone))

static volatile long count;
static sigjmp_buf out;

NI static void work(int n)
{
    for (int i = 0; i < n; i++)
        count += i & 3;
}

static void on_usr2(int s) { (void)s; work(20); }
static void on_usr1(int s)
{
    (void)s;
    work(10);
    raise(SIGUSR2);
    work(5);
}
static void on_alt(int s, siginfo_t *i, void *c)
{
    (void)c;
    work(s + (i != NULL));
}
static void on_jump(int s)
{
    (void)s;
    work(7);
    siglongjmp(out, 1);
}

NI static void interrupted(int n)
{
    work(n);
    raise(SIGUSR1);
    work(n);
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    static char alt[65536];
    stack_t st = { .ss_sp = alt, .ss_size = sizeof alt };
    sigaltstack(&st, NULL);
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_handler = on_usr1;
    sigaction(SIGUSR1, &a, NULL);
    a.sa_handler = on_usr2;
    sigaction(SIGUSR2, &a, NULL);
    a.sa_handler = on_jump;
    sigaction(SIGHUP, &a, NULL);
    a.sa_sigaction = on_alt;
    a.sa_flags = SA_ONSTACK | SA_SIGINFO;
    sigaction(SIGTERM, &a, NULL);
    volatile int i;
    for (i = 0; i < scale * 100; i++) {
        interrupted(i % 9);
        kill(getpid(), SIGTERM);
        if (sigsetjmp(out, 1) == 0)
            raise(SIGHUP);
        work(3);
    }
    printf("%ld\n", count);
    return 0;
}
