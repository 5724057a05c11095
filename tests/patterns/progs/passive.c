/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * passive.c: an allocator reuses memory of another thread (as in Hoard's cache-scratch).
 *
 * Problem:   The main thread allocates a small object for each thread, one after another.  Each thread
 *            frees the one it got, and allocates one of this size itself.  The allocator hands out what
 *            the thread has freed, so that threads write objects of their own that share lines.
 * Geometry:  glibc's smallest allocation takes 32 bytes: two in a row share a line, if the first begins
 *            in the first half of it, which the main thread sees to.  Each thread gets back what it freed.
 * Fix:       The threads ask for memory on a line.
 * Finding:   false sharing, D1, allocator, scratch(), on what new_object() allocates for work().
 */
#include "threads.h"
#include <stdint.h>

enum { SIZE = 8 };
static ON_A_LINE char *given[MAX_THREADS];
static double results[MAX_THREADS][LINE / sizeof(double)] ON_A_LINE;
static long rounds;

HOT static char *new_object(void)
{
#ifdef FIXED
    return checked(aligned_alloc(LINE, LINE));
#else
    return checked(malloc(SIZE));
#endif
}

HOT static void scratch(volatile char *object)
{
    for (long r = 0; r < rounds; r++)
        for (int i = 0; i < SIZE; i++)
            object[i] += i + 1;
}

static void work(long thread)
{
    free(given[thread]);
    char *object = new_object();
    for (int i = 0; i < SIZE; i++)
        object[i] = 0;
    scratch(object);
    for (int i = 0; i < SIZE; i++)
        results[thread][0] += object[i];
    /* Nothing is freed: memory of a thread that ends early is not to be used by another. */
}

int main(int argc, char **argv)
{
    long threads = argument(argc, argv, 1, 4);
    rounds = argument(argc, argv, 2, 30000);
    do
        given[0] = checked(malloc(SIZE));
    while ((uintptr_t)given[0] % LINE >= LINE / 2);
    for (long t = 1; t < threads; t++)
        given[t] = checked(malloc(SIZE));
    run_threads(threads, work);
    double result = 0;
    for (long t = 0; t < threads; t++)
        result += results[t][0];
    return print_result(result);
}
