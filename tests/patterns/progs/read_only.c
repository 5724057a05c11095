/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * read_only.c: all threads read one table.  Nothing is wrong with that.
 *
 * Problem:   None: nobody writes while others read, so each core keeps its own copy of each line.
 * Geometry:  The table is 128 lines, a quarter of D1.
 * Finding:   none.
 */
#include "threads.h"

static ON_A_LINE long table[1024];
static double results[MAX_THREADS][LINE / sizeof(double)] ON_A_LINE;
static long rounds;

HOT static double look_up(long thread)
{
    double sum = 0;
    for (long r = 0; r < rounds; r++)
        for (long i = 0; i < 1024; i++)
            sum += table[(i * 5 + thread) & 1023];
    return sum;
}

static void work(long thread)
{
    results[thread][0] = look_up(thread);
}

int main(int argc, char **argv)
{
    long threads = argument(argc, argv, 1, 4);
    rounds = argument(argc, argv, 2, 300);
    for (long i = 0; i < 1024; i++)
        table[i] = i % 13;
    run_threads(threads, work);
    double result = 0;
    for (long t = 0; t < threads; t++)
        result += results[t][0];
    return print_result(result);
}
