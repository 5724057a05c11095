/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * streamcluster.c: sharing that does not matter (as in PARSEC: streamcluster).
 *
 * Problem:   The threads add what they found to adjacent elements of `work_mem`: false sharing, but only
 *            once in a phase.  What matters is another thing: the points of each thread are more than its
 *            D1 has room for, and each scan loads all of them again.
 * Geometry:  A thread's 16384 coordinates are 2048 lines, four times D1, scanned 4 times in each of 8
 *            phases: 32 x 2048 misses, of which the first 2048 are cold, and all others capacity misses.
 *            With 4 threads, that is 253952 of them; work_mem is written 32 times.  All points together
 *            are 8192 lines, half of LL.
 * Fix:       work_mem is padded.  That must change nothing: neither finding nor time.
 * Finding:   capacity, D1, application, scan(), on the variable `points`, with and without the fix; no
 *            sharing.
 */
#include "threads.h"

enum { PHASES = 8, COORDINATES = 16384 };
static ON_A_LINE double points[MAX_THREADS][COORDINATES];
static struct {
    double lower;
}
#ifdef FIXED
ON_A_LINE
#endif
work_mem[MAX_THREADS];
static pthread_barrier_t phase_ended;
static long scans;

HOT static double scan(const double *p, double centre)
{
    double sum = 0;
    for (long i = 0; i < COORDINATES; i++)
        sum += (p[i] - centre) * (p[i] - centre);
    return sum;
}

static void work(long thread)
{
    for (long phase = 0; phase < PHASES; phase++) {
        double lower = 0;
        for (long s = 0; s < scans; s++)
            lower += scan(points[thread], phase + s);
        work_mem[thread].lower += lower;
        pthread_barrier_wait(&phase_ended);
    }
}

int main(int argc, char **argv)
{
    long threads = argument(argc, argv, 1, 4);
    scans = argument(argc, argv, 2, 4);
    for (long t = 0; t < threads; t++)
        points[t][t] = 1;    /* the others are 0 */
    pthread_barrier_init(&phase_ended, NULL, threads);
    run_threads(threads, work);
    double result = 0;
    for (long t = 0; t < threads; t++)
        result += work_mem[t].lower;
    return print_result(result);
}
