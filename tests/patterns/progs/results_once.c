/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * results_once.c: adjacent results of threads, each written once.  Nothing is wrong with that.
 *
 * Problem:   None worth a change: the elements of `results` share a line, but each thread writes its own
 *            only at its end.
 * Geometry:  One store in the shared line for 400000 loads of the table, whose 64 lines stay in D1.
 * Finding:   none.
 */
#include "threads.h"

static ON_A_LINE long table[512];
static ON_A_LINE double results[MAX_THREADS];
static long rounds;

HOT static double add_up(long thread)
{
    double sum = 0;
    for (long r = 0; r < rounds; r++)
        for (long i = 0; i < 512; i++)
            sum += table[i] ^ thread;
    return sum;
}

HOT static void work(long thread)
{
    results[thread] = add_up(thread);
}

int main(int argc, char **argv)
{
    long threads = argument(argc, argv, 1, 4);
    rounds = argument(argc, argv, 2, 800);
    for (long i = 0; i < 512; i++)
        table[i] = i % 13;
    run_threads(threads, work);
    double result = 0;
    for (long t = 0; t < threads; t++)
        result += results[t];
    return print_result(result);
}
