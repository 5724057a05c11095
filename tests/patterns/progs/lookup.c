/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lookup.c: random reads of a large table.
 *
 * Problem:   Each read is on another page of 4 KiB.  The processor has to find out where the page is before it can ask for the line.
 * Geometry:  32 MiB are 8192 pages; the second TLB knows 3072 of them, so that five of eight reads walk through the page tables.  They are
 *            524288 lines, 32 times LL: capacity.
 * Fix:       The table has pages of 2 MiB: 16 of them, which the first TLB knows.  The lines still miss.
 * Finding:   capacity, LL, and D1, application, ask(), on the table that main() allocates; random, and with a model of the processor, which knows
 *            what translations cost, huge-pages.  Fixed, random.
 */
#define _GNU_SOURCE
#include "pattern.h"

#include <sys/mman.h>

enum { BYTES = 32 << 20, N = BYTES / sizeof(unsigned long) };

HOT static unsigned long ask(const unsigned long *table, long reads)
{
    unsigned long sum = 0, at = 88172645463325252ul;
    for (long i = 0; i < reads; i++) {
        at ^= at << 13;
        at ^= at >> 7;
        at ^= at << 17;
        sum += table[(at + (sum & 1)) % N];
    }
    return sum;
}

int main(int argc, char **argv)
{
    long reads = argument(argc, argv, 1, 400000);
    unsigned long *table;
    if (posix_memalign((void **)&table, 2 << 20, BYTES))
        return 1;
#ifdef FIXED
    madvise(table, BYTES, MADV_HUGEPAGE);
#else
    madvise(table, BYTES, MADV_NOHUGEPAGE);
#endif
    for (long i = 0; i < N; i += 8)
        table[i] = i;
    return print_result(ask(table, reads) % 1000003);
}
