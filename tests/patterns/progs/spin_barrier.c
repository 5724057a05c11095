/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * spin_barrier.c: threads that wait for each other in loops: a barrier written by hand, whose counter of rounds is on
 * the stack, and a spin lock.
 *
 * Problem:   The work is not divided evenly: thread n has n + 1 parts of 10, so that the others wait.  That is no
 *            cache problem: what a thread writes between barriers is on a line of its own.
 * Geometry:  20 rounds of 1000 to 4000 stores by thread; each writes the lines of barrier and lock a few times a round.
 * Finding:   none.
 */
#include "threads.h"

#include <stdatomic.h>

enum { THREADS = 4, ROUNDS = 20, STORES = 1000 };

static ON_A_LINE struct {
    atomic_int arrived, phase;
} barrier;
static ON_A_LINE atomic_flag lock = ATOMIC_FLAG_INIT;
static ON_A_LINE struct {
    volatile long n[8];
} own[THREADS];
static ON_A_LINE long total;

HOT static void wait_at_barrier(void)
{
    const int phase = barrier.phase;
    if (atomic_fetch_add(&barrier.arrived, 1) == THREADS - 1) {
        barrier.arrived = 0;
        barrier.phase = phase + 1;
        return;
    }
    for (volatile unsigned long spins = 0; barrier.phase == phase; spins++)
        ;
}

HOT static void add_to_total(long n)
{
    while (atomic_flag_test_and_set(&lock))
        ;
    for (volatile int i = 0; i < 50; i++)
        ;
    total += n;
    atomic_flag_clear(&lock);
}

static void work(long me)
{
    for (int r = 0; r < ROUNDS; r++) {
        for (long i = 0; i < (me + 1) * STORES; i++) own[me].n[i % 8] += i;
        wait_at_barrier();
        add_to_total(own[me].n[0]);
    }
}

int main(void)
{
    run_threads(THREADS, work);
    printf("%ld\n", total);
    return 0;
}
