/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * shared_counter.c: all threads count in one variable.
 *
 * Problem:   Each thread adds 1 to `done` for each item: the line with it wanders from cache to cache.
 *            Padding cannot help, as all of them need this very datum.
 * Geometry:  `done` has a line of its own.  The 512 items are 64 lines, read by all threads.
 * Fix:       Each thread counts in a variable of its own, on a line of its own; the main thread adds them
 *            up at the end.
 * Finding:   true sharing, D1, application, do_items(), on the variable `done`.
 */
#include "threads.h"

static struct {
    long count;
} ON_A_LINE
#ifdef FIXED
    done[MAX_THREADS];
#else
    done;
#endif
static double results[MAX_THREADS][LINE / sizeof(double)] ON_A_LINE;
static ON_A_LINE long items[512];
static long rounds;

HOT static double do_items(long thread)
{
    double sum = 0;
    for (long r = 0; r < rounds; r++)
        for (long i = 0; i < 512; i++) {
            sum += items[i] & 0xff;
#ifdef FIXED
            __atomic_store_n(&done[thread].count, done[thread].count + 1, __ATOMIC_RELAXED);
#else
            __atomic_fetch_add(&done.count, 1, __ATOMIC_RELAXED);
            (void)thread;
#endif
        }
    return sum;
}

static void work(long thread)
{
    results[thread][0] = do_items(thread);
}

int main(int argc, char **argv)
{
    long threads = argument(argc, argv, 1, 4);
    rounds = argument(argc, argv, 2, 400);
    for (long i = 0; i < 512; i++)
        items[i] = i * i;
    run_threads(threads, work);
    double result = 0;
    for (long t = 0; t < threads; t++)
        result += results[t][0];
#ifdef FIXED
    for (long t = 0; t < threads; t++)
        result += done[t].count;
#else
    result += done.count;
#endif
    return print_result(result);
}
