// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ends of cache lines' use: what caches report of evicted lines, and what a reference model does, to be
// compared in any order.
//
// Contract: lines have loaders, numbers that say which access has loaded them.  A reference calls
// line_ends_add() for each line that it evicts; the test hands each access's LineChanges to
// line_ends_take(), which also gives the lines loaded their loader.
//
//    static LineEnds got;
//    line_ends_take(&got, &changes, loader);
//    assert_true(line_ends_match(&got, &core_ref.ends));   // both are empty afterwards
#ifndef XG_TESTS_UNIT_LINE_ENDS_H
#define XG_TESTS_UNIT_LINE_ENDS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cachesim/line_use.h"

typedef struct {
   uint64_t line, loader, count, unused;
   int32_t level, prefetched;
} LineEnd;
// They are compared as bytes.
_Static_assert(sizeof(LineEnd) == 40, "no padding");

enum { LINE_ENDS_MAX = 8192 };
typedef struct {
   int n;
   LineEnd end[LINE_ENDS_MAX];
} LineEnds;

static inline void line_ends_add(LineEnds* l, LineEnd end)
{
   if (l->n == LINE_ENDS_MAX) abort();
   l->end[l->n++] = end;
}

// The access that has loaded a line, and evicted it again, has used some of its bytes.
static inline void line_ends_use_own(LineEnds* l, int level, uint64_t line, uint64_t loader,
                                     uint64_t used_B)
{
   for (int i = 0; i < l->n; i++) {
      LineEnd* e = &l->end[i];
      if (e->level != level || e->line != line || e->loader != loader || e->count
          || e->prefetched)
         continue;
      e->count = 1;
      e->unused -= used_B;
      return;
   }
}

// loader: of lines that were loaded by the access that evicts them.
static inline LineEnd line_end_of(const Eviction* e, uint64_t loader)
{
   return (LineEnd){.line = e->line,
                    .loader = e->is_own ? loader : (uintptr_t)e->target.counters,
                    .count = e->count,
                    .unused = e->unused_B,
                    .level = e->level,
                    .prefetched = e->prefetched};
}

static inline void line_ends_take(LineEnds* l, LineChanges* changes, uint64_t loader)
{
   for (uint32_t i = 0; i < changes->n_loaded; i++)
      *changes->loaded[i].target = (CostTarget){(uint64_t*)(uintptr_t)loader, NULL};
   for (uint32_t i = 0; i < changes->n_evicted; i++)
      line_ends_add(l, line_end_of(&changes->evicted[i], loader));
}

static inline int line_ends_order(const void* a, const void* b)
{
   return memcmp(a, b, sizeof(LineEnd));
}

static inline void line_ends_print(const char* which, const LineEnds* l, int i)
{
   if (i >= l->n) return;
   const LineEnd* e = &l->end[i];
   fprintf(stderr,
           "%s: line 0x%llx of level %d, loaded by %llu, count %llu, %llu bytes unused, "
           "prefetched %d\n",
           which, (unsigned long long)e->line, e->level, (unsigned long long)e->loader,
           (unsigned long long)e->count, (unsigned long long)e->unused, e->prefetched);
}

// Whether both have the same ends; says where they differ first.  Both are empty afterwards.
static inline bool line_ends_match(LineEnds* got, LineEnds* want)
{
   qsort(got->end, (size_t)got->n, sizeof(LineEnd), line_ends_order);
   qsort(want->end, (size_t)want->n, sizeof(LineEnd), line_ends_order);
   int both = got->n < want->n ? got->n : want->n, i = 0;
   while (i < both && line_ends_order(&got->end[i], &want->end[i]) == 0) i++;
   bool same = i == got->n && i == want->n;
   if (!same) {
      fprintf(stderr, "%d lines evicted, must be %d\n", got->n, want->n);
      line_ends_print("got ", got, i);
      line_ends_print("must", want, i);
   }
   got->n = want->n = 0;
   return same;
}

#endif
