/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * beside.c: a pointer that all threads read, beside a counter that they all write.
 *
 * Problem:   `table` is only read, and in the line of `progress`, which a thread writes after every fourth of its 50000
 *            items: the line is lost though the pointer never changes.
 * Geometry:  4 threads with 4 loads of the pointer for each item: 800000 of 900000 accesses to the line, an atomic
 *            addition being a load and a store, are to bytes that nobody writes.
 * Finding:   false sharing of `progress` and `table`, application, in count_items.
 * Fix:       each thread counts for itself, and adds that to the counter at the end.
 */
#include "threads.h"

#include <stdatomic.h>

enum { THREADS = 4, ITEMS = 50000 };

static ON_A_LINE struct {
    long numbers[1024];
} numbers;
/* both are initialized, and so one after the other in memory */
static ON_A_LINE atomic_long progress = 1;
static long *volatile table = numbers.numbers;
static ON_A_LINE long sums[MAX_THREADS][8];

HOT static long count_items(void)
{
    long sum = 0, done = 0;
    for (int i = 0; i < ITEMS; i++) {
        for (int n = 1; n < 8; n += 2)
            sum += table[i * n % 1024];
        if (i % 4 != 0)
            continue;
#ifdef FIXED
        done++;
#else
        progress++;
#endif
    }
    progress += done;
    return sum;
}

static void work(long thread)
{
    sums[thread][0] = count_items();
}

int main(void)
{
    run_threads(THREADS, work);
    printf("%ld %ld\n", sums[0][0], (long)progress - 1);
    return 0;
}
