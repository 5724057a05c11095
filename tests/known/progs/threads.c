/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * threads.c: 64 threads, the i-th with 1000 + i rounds of known work.
 * Compiled and run by tests/known/run, which has the arithmetic.
 */
#include "known.h"
#include <pthread.h>

SPIN(spin_thread);

static pthread_barrier_t all; /* all exist at once, so no number is reused */

static void *run(void *arg)
{
    pthread_barrier_wait(&all);
    spin_thread(1000 + (long)arg);
    return 0;
}

int main(void)
{
    pthread_t t[64];
    pthread_barrier_init(&all, 0, 64);
    for (long i = 0; i < 64; i++)
        if (pthread_create(&t[i], 0, run, (void *)i))
            return 1;
    for (int i = 0; i < 64; i++)
        pthread_join(t[i], 0);
    return 0;
}
