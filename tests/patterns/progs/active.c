/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * active.c: an allocator hands out parts of one line to several threads (as in Hoard's cache-thrash).
 *
 * Problem:   Each thread allocates a small object and writes it.  The program's allocator, this file's
 *            malloc(), serves all threads from one area, so that objects of different threads are
 *            neighbours in one line.
 * Geometry:  The allocator hands out pieces of 16 bytes: those of 4 threads are one line, which begins with
 *            the first of them, whatever the C library has allocated before: the main thread sees to that.
 * Fix:       Each thread has an area of its own, a page at a time.
 * Finding:   false sharing, D1, allocator, thrash(), on what new_object() allocates for work().
 */
#define _GNU_SOURCE
#include "threads.h"
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

/* ------------------------------------------------- the allocator */

enum { AREA = 16 << 20, PAGE = 4096, PIECE = 16 };

/* Takes bytes off the area that is common to all threads. */
static char *take(size_t size)
{
    static char *area;
    static size_t used;
    char *a = __atomic_load_n(&area, __ATOMIC_ACQUIRE);
    if (a == NULL) {    /* before there are threads */
        a = mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (a == MAP_FAILED)
            return NULL;
        __atomic_store_n(&area, a, __ATOMIC_RELEASE);
    }
    size_t at = __atomic_fetch_add(&used, size, __ATOMIC_RELAXED);
    return at + size <= AREA ? a + at : NULL;
}

/* not inlined: allocations are recognised by calls of functions with these names */
HOT void *malloc(size_t size)
{
    size = (size + PIECE - 1) & -(size_t)PIECE;
#ifdef FIXED
    static __thread char *own;
    static __thread size_t left;
    if (size > PAGE)
        return take((size + PAGE - 1) & -(size_t)PAGE);
    if (size > left) {
        own = take(PAGE);
        left = own != NULL ? PAGE : 0;
    }
    char *p = own;
    if (p != NULL) {
        own += size;
        left -= size;
    }
    return p;
#else
    return take(size);
#endif
}

HOT void free(void *p)
{
    (void)p;
}

HOT void *calloc(size_t n, size_t size)
{
    return n == 0 || size <= AREA / n ? malloc(n * size) : NULL;    /* the area is zero */
}

HOT void *realloc(void *old, size_t size)
{
    /* copies what follows the old memory, too: that is in the area */
    char *p = malloc(size);
    return p == NULL || old == NULL ? p : memmove(p, old, size);
}

/* --------------------------------------------------- the program */

enum { SIZE = 8 };
static double results[MAX_THREADS][LINE / sizeof(double)] ON_A_LINE;
static long rounds;

HOT static char *new_object(void)
{
    return checked(malloc(SIZE));
}

HOT static void thrash(volatile char *object)
{
    for (long r = 0; r < rounds; r++)
        for (int i = 0; i < SIZE; i++)
            object[i] += i + 1;
}

/* Uses up the line at hand. */
static void begin_line(void)
{
    while ((uintptr_t)malloc(PIECE) % LINE != LINE - PIECE)
        continue;
}

static void work(long thread)
{
    if (thread == 0)    /* the others are there, and have allocated what they needed to begin */
        begin_line();
    pthread_barrier_wait(&together);
    char *object = new_object();
    thrash(object);
    for (int i = 0; i < SIZE; i++)
        results[thread][0] += object[i];
}

int main(int argc, char **argv)
{
    long threads = argument(argc, argv, 1, 4);
    rounds = argument(argc, argv, 2, 30000);
    run_threads(threads, work);
    double result = 0;
    for (long t = 0; t < threads; t++)
        result += results[t][0];
    return print_result(result);
}
