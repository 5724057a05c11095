/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * threads.h: for programs with threads.  The main thread is thread 0; all begin their work together.
 *
 * Usage:
 *   static void work(long thread) { ... }
 *   run_threads(argument(argc, argv, 1, 4), work);    // 1 to MAX_THREADS
 */
#ifndef THREADS_H
#define THREADS_H

#include "pattern.h"
#include <pthread.h>

#define MAX_THREADS 16

static pthread_barrier_t together;
static void (*work_of_all)(long thread);

static void *begin_work(void *thread)
{
    pthread_barrier_wait(&together);
    work_of_all((long)thread);
    return NULL;
}

static inline void run_threads(long n, void (*work)(long thread))
{
    pthread_t threads[MAX_THREADS];
    if (n > MAX_THREADS)
        exit(2);
    work_of_all = work;
    pthread_barrier_init(&together, NULL, n);
    for (long i = 1; i < n; i++)
        if (pthread_create(&threads[i], NULL, begin_work, (void *)i))
            exit(2);
    begin_work((void *)0);
    for (long i = 1; i < n; i++)
        pthread_join(threads[i], NULL);
}

#endif
