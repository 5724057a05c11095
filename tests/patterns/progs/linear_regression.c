/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * linear_regression.c: an array of arguments that is not aligned (as in Phoenix: linear_regression).
 *
 * Problem:   Each thread keeps its sums in the struct by which it got its arguments.  One allocation has
 *            the structs of all threads, 56 bytes each, so that most lines have parts of two of them, and
 *            each thread writes its own in each iteration.
 * Geometry:  Struct t begins at 56 t in an allocation aligned to 16 bytes.  Wherever that begins in its
 *            line, 4 structs of 56 bytes are 224 bytes with at least 3 ends of lines, at most one of them
 *            between two structs.  256 points of 16 bytes are 64 lines, read by all.
 * Fix:       The struct is padded to 64 bytes and the array begins on a line.
 * Finding:   false sharing, D1, application, sum_points(), on what new_arguments() allocates.
 */
#include "threads.h"

struct point {
    long x, y;
};

struct arguments {
    const struct point *points;
    long n, sx, sy, sxx, syy, sxy;
}
#ifdef FIXED
ON_A_LINE
#endif
;

enum { POINTS = 256 };
static ON_A_LINE struct point points[POINTS];
static struct arguments *arguments;
static long rounds;

HOT static void new_arguments(long threads)
{
#ifdef FIXED
    arguments = checked(aligned_alloc(LINE, threads * sizeof *arguments));
#else
    arguments = checked(malloc(threads * sizeof *arguments));
#endif
    for (long t = 0; t < threads; t++)
        arguments[t] = (struct arguments){points, POINTS - t, 0, 0, 0, 0, 0};
}

HOT static void sum_points(long thread)
{
    volatile struct arguments *a = &arguments[thread];
    for (long r = 0; r < rounds; r++)
        for (long i = 0; i < a->n; i++) {
            a->sx += a->points[i].x;
            a->sxx += a->points[i].x * a->points[i].x;
            a->sy += a->points[i].y;
            a->syy += a->points[i].y * a->points[i].y;
            a->sxy += a->points[i].x * a->points[i].y;
        }
}

int main(int argc, char **argv)
{
    long threads = argument(argc, argv, 1, 4);
    rounds = argument(argc, argv, 2, 100);
    for (long i = 0; i < POINTS; i++)
        points[i] = (struct point){i, 3 * i + i % 7};
    new_arguments(threads);
    run_threads(threads, sum_points);
    double result = 0;
    for (long t = 0; t < threads; t++)
        result += arguments[t].sx + arguments[t].sxx + arguments[t].sy + arguments[t].syy + arguments[t].sxy;
    return print_result(result);
}
