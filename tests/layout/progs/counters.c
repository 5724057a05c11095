/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * counters.c: one structure with a counter for each of two threads, and one that both only read.
 * Fix: each is on a line of its own.
 */
#include <pthread.h>

#ifdef FIXED
#define OWN_LINE _Alignas(64)
#else
#define OWN_LINE
#endif

static struct {
    OWN_LINE volatile long hits;
    OWN_LINE volatile long step;
    OWN_LINE volatile long misses;
} counters;

static void *count_hits(void *p)
{
    for (int i = 0; i < 20000; i++) counters.hits += counters.step;
    return p;
}

static void *count_misses(void *p)
{
    for (int i = 0; i < 20000; i++) counters.misses += counters.step;
    return p;
}

int main(void)
{
    pthread_t threads[2];
    counters.step = 1;
    pthread_create(&threads[0], 0, count_hits, 0);
    pthread_create(&threads[1], 0, count_misses, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return counters.hits + counters.misses != 40000;
}
