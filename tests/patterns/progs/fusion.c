/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fusion.c: a second pass over what a first pass has just made (the first example of CachePerf).
 *
 * Problem:   The first loop fills `alpha`, the second makes `beta` from it.  When the second begins, the
 *            beginning of alpha has left all caches long ago.
 * Geometry:  alpha and beta are 2 MiB, 32768 lines each: each twice LL.  The second pass comes to a line of alpha 32767 lines after the
 *            first did: capacity.  All other misses are cold.  (In LL they would be next to nothing: prefetchers foresee them.)
 * Fix:       One loop does both: the element of alpha is in D1, if not in a register.
 * Finding:   capacity, LL and D1, application, make_beta(), on the variable `alpha`.
 */
#include "pattern.h"

enum { MAX = 1 << 24 };
static ON_A_LINE double alpha[MAX], beta[MAX];

#ifdef FIXED
HOT static void make_both(long n, long r)
{
    for (long i = 0; i < n; i++) {
        alpha[i] = i ^ r;
        beta[i] = alpha[i] * 2;
    }
}
#else
HOT static void make_alpha(long n, long r)
{
    for (long i = 0; i < n; i++)
        alpha[i] = i ^ r;
}

HOT static void make_beta(long n)
{
    for (long i = 0; i < n; i++)
        beta[i] = alpha[i] * 2;
}
#endif

int main(int argc, char **argv)
{
    long rounds = argument(argc, argv, 1, 1), n = argument(argc, argv, 2, 262144);
    double result = 0;
    if (n > MAX)
        return 2;
    for (long r = 0; r < rounds; r++) {
#ifdef FIXED
        make_both(n, r);
#else
        make_alpha(n, r);
        make_beta(n);
#endif
        result += beta[n / 3] + alpha[n - 1];
    }
    return print_result(result);
}
