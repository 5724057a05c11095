/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects.h: what the programs objects_* share.  They touch memory objects in
 * ways that can be counted beforehand, and print what a profiler must find:
 *
 *   expect OBJECT EVENT COUNT       of the object, in the whole run
 *   expect-min OBJECT EVENT COUNT   at least so many: others touch it as well
 *   self FUNCTION EVENT COUNT       self cost in an ordinary profile
 *
 * Names: a static object has its symbol's; one on a heap or in a mapping that of
 * the function of the program that called the allocator; all that is on stacks is
 * "stack".  A block lives from the return of the function that allocates to the
 * entry of the one that frees.  One that was given another size (realloc, mremap)
 * belongs to the function that did so.
 *
 * Events: Dr, Dw are loads and stores, where a read and write of the same bytes
 * by one instruction is a store.  D1mr, D1mw: those that filled lines of D1.
 * DLmr, DLmw: of these, lines new to LL.  SpLoss1: bytes of the lines filled
 * into D1 that were not touched before the line left it or the run ended; a
 * line counts for the object that was accessed when it was filled.  AcCost1: a
 * million divided by the accesses to a line, for every line filled.  Lines1,
 * LinesLL: lines filled into D1, LL.
 * Not events, but expected as if they were: objects, how many have this name;
 * count and total_B, its blocks and their bytes in the whole run, whatever was set
 * to zero; size_B, the most bytes that lived at once; freed, how many of these
 * objects have no block left at the end.
 *
 * Geometry: D1 and LL have lines of 64 bytes and true LRU, LL has 8 MB, D1 has
 * 32 KB and 8 ways; more is as good if the program does not say otherwise.  I1
 * is large enough for the program.  Why the counts
 * are certain:
 *   - Only the functions of known.h touch the objects.  The compiler has no say
 *     in them, and each makes one more load, that of its return address; not on arm64, where
 *     the test knows it.
 *   - Memory is fresh from the system, so no line of it is in a cache.  Heap
 *     blocks have 1 MB, of which malloc itself touches the first line only; walks
 *     begin on a line of their own behind it.
 *   - A walk touches at most 7 lines of each set, so that neither its own lines
 *     nor the line with its return address leave D1 before it ends.
 */
#ifndef OBJECTS_H
#define OBJECTS_H

#ifdef __cplusplus
extern "C" {
#endif
#include "known.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LINE 64L
#define BLOCK (1L << 20)
#define ALIGNED __attribute__((aligned(64)))

/* As in known.h, but in a line of code that is loaded before main, so that its
   use is not in the function's cost.  Ir = 4 n + 2 each. */
#undef WALK
#define WALK(name, access)                                                    \
    void name##_line(void);                                                   \
    void name(char *p, long stride, long n);                                  \
    __asm__(".text\n.balign 64\n");                                           \
    ASM_FUNCTION(name##_line, " ret\n");                                      \
    ASM_FUNCTION(name, " nop\n1: " access "\n" COUNT_WALK " ret\n");          \
    __attribute__((constructor)) static void load_##name(void)                \
    {                                                                         \
        name##_line();                                                        \
    }

/* Four bytes, which may be a field of something larger. */
#define LOADS4(name) WALK(name, LOAD_4)

static inline void expect(const char *object, const char *event, long count)
{
    printf("expect %s %s %ld\n", object, event, count);
}

static inline void expect_min(const char *object, const char *event, long count)
{
    printf("expect-min %s %s %ld\n", object, event, count);
}

static inline void self(const char *function, const char *event, long count)
{
    printf("self %s %s %ld\n", function, event, count);
}

/* One call of a function that makes n loads from lines that are not in D1, equally
   many from each, and is all that touches the object, `misses` of them not in LL. */
static inline void expect_loads_of(const char *object, const char *function, long n,
                                   long lines, long misses, long unused)
{
    const long cost = lines * (1000000 / (n / lines));
    expect(object, "Dr", n);
    expect(object, "Dw", 0);
    expect(object, "D1mr", lines);
    expect(object, "D1mw", 0);
    expect(object, "DLmr", misses);
    expect(object, "SpLoss1", unused);
    expect(object, "AcCost1", cost);
    self(function, "Dr", n + 1); /* and the return address */
    self(function, "Dw", 0);
    self(function, "D1mr", lines);
    self(function, "DLmr", misses);
    self(function, "SpLoss1", unused);
    self(function, "AcCost1", cost);
}

/* From lines that are in no cache, or in LL. */
static inline void expect_loads(const char *object, const char *function, long n,
                                long lines, long unused)
{
    expect_loads_of(object, function, n, lines, lines, unused);
}
static inline void expect_loads_in_ll(const char *object, const char *function, long n,
                                      long lines, long unused)
{
    expect_loads_of(object, function, n, lines, 0, unused);
}

/* The same with stores, or with modifies. */
static inline void expect_stores(const char *object, const char *function, long n,
                                 long lines, long unused)
{
    const long cost = lines * (1000000 / (n / lines));
    expect(object, "Dr", 0);
    expect(object, "Dw", n);
    expect(object, "D1mr", 0);
    expect(object, "D1mw", lines);
    expect(object, "DLmw", lines);
    expect(object, "SpLoss1", unused);
    expect(object, "AcCost1", cost);
    self(function, "Dr", 1);
    self(function, "Dw", n);
    self(function, "D1mw", lines);
    self(function, "DLmw", lines);
    self(function, "SpLoss1", unused);
    self(function, "AcCost1", cost);
}

/* The first line that is the block's alone; ends the program if there is no
   block, as then nothing can be expected. */
static inline char *own_line(void *block)
{
    if (block == NULL || block == (void *)-1) {
        fprintf(stderr, "no memory\n");
        exit(2);
    }
    return (char *)(((uintptr_t)block + 63) & ~(uintptr_t)63);
}

#ifdef __cplusplus
}
#endif
#endif
