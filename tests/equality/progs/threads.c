/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * threads.c: threads one after the other, each waited for before the next.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__((noinline, noclone))

NI static long work(long n)
{
    long s = 0;
    for (volatile long i = 0; i < n; i++)
        s += i;
    return s;
}

static void *run(void *arg) { return (void *)work((long)arg); }

int main(int argc, char **argv)
{
    long scale = argc > 1 ? atoi(argv[1]) : 1, r = 0;
    for (long i = 1; i <= 5; i++) {
        pthread_t t;
        void *res;
        pthread_create(&t, NULL, run, (void *)(i * 1000 * scale));
        pthread_join(t, &res);
        r += (long)res + work(100);
    }
    printf("%ld\n", r);
    return 0;
}
