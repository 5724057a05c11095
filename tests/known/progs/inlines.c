/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * inlines N: inlined functions with known counts: N times each in work() and direct(), 3 N times
 * out of line in pointed(); the same in a thread; recursion that is inlined into itself.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "inlines.h"
#include "known.h"

void callee(void);
ASM_FUNCTION(callee, ".rept 4\n nop\n .endr\n ret\n"); /* 5 */

/* 11 + 3 + 1 + 2, and inner(), and callee() */
AI void middle(void)
{
    NOPS(11);
    inner();
    NOPS(3);
    __asm__ volatile("call callee");
    NOPS(2);
}

NI void work(long n)
{
    for (long i = 0; i < n; i++)
        middle();
}

NI void direct(long n)
{
    for (long i = 0; i < n; i++) {
        inner();
        looped();
        both();
        split();
    }
}

NI void pointed(long n)
{
    void (*volatile p)(void) = both;
    for (long i = 0; i < n; i++)
        p();
}

/* Data accesses in inlined code, over more than the caches hold. */
static char memory[1 << 16];
AI long touch(long i) { return memory[i * 71 % sizeof memory]++ + memory[i % 500]; }

NI long accesses(long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += touch(i) > 3 ? -i : i;
    return sum;
}

/* Compilers inline this into itself. */
static long recursion(long n)
{
    if (n <= 1)
        return 1;
    return (recursion(n - 1) ^ n) + recursion(n / 2) + touch(n);
}
NI long recurse(long n) { return recursion(n); }

static void *run(void *arg)
{
    long n = (long)arg;
    work(n);
    direct(n);
    pointed(3 * n);
    return NULL;
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 10;
    pthread_t thread;
    run((void *)n);
    long sum = accesses(20 * n) + recurse(12);
    if (argc > 2) {
        pthread_create(&thread, NULL, run, (void *)(2 * n));
        pthread_join(thread, NULL);
    }
    printf("%ld\n", sum);
    return 0;
}
