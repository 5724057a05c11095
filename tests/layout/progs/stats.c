/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * stats.c: two counters for each of two threads, all four in one line.
 * Fix: those of each thread are on a line of their own.
 */
#include <pthread.h>

#ifdef FIXED
#define OWN_LINE _Alignas(64)
#else
#define OWN_LINE
#endif

static struct {
    OWN_LINE long threes;
    long others;
} stats[2] __attribute__((aligned(64)));

static void *count(void *p)
{
    long t = (long)p;
    for (int i = 0; i < 30000; i++) __atomic_fetch_add(i % 3 ? &stats[t].others : &stats[t].threes, 1, __ATOMIC_RELAXED);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, count, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return stats[0].threes + stats[1].others != 30000;
}
