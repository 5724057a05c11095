/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * histogram.c: adjacent elements of an array, one for each thread (as in Phoenix: histogram).
 *
 * Problem:   Each thread counts pixels in its own element of `counts`.  The elements are adjacent: those
 *            of several threads share a cache line.  No datum is shared, but each count takes the line
 *            away from the other threads' caches.
 * Geometry:  4 bins of 4 bytes are 16 bytes: the elements of 4 threads are one line.  The 4096 pixels are
 *            64 lines, which all threads read, and which stay in each D1.
 * Fix:       Each element is padded to a line.
 * Finding:   false sharing, D1, application, count_pixels(), on the variable `counts`.
 */
#include "threads.h"

struct counts {
    int bin[4];
}
#ifdef FIXED
ON_A_LINE
#endif
;

static ON_A_LINE struct counts counts[MAX_THREADS];
static ON_A_LINE unsigned char pixels[4096];
static long rounds;

HOT static void count_pixels(long thread)
{
    for (long r = 0; r < rounds; r++)
        for (long i = 0; i < 4096; i++)
            counts[thread].bin[pixels[i] >> 6]++;
}

int main(int argc, char **argv)
{
    long threads = argument(argc, argv, 1, 4);
    rounds = argument(argc, argv, 2, 60);
    for (long i = 0; i < 4096; i++)
        pixels[i] = i * i >> 4;
    run_threads(threads, count_pixels);
    double result = 0;
    for (long t = 0; t < threads; t++)
        for (int b = 0; b < 4; b++)
            result = result * 0.5 + counts[t].bin[b];
    return print_result(result);
}
