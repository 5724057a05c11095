// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE // qsort_r()
#include "commands/profile/write_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   const Profile* p;
   const uint32_t* rank; // of functions
} Sorting;

static int compare(uint64_t a, uint64_t b)
{
   return a < b ? -1 : a > b;
}

static int compare_names(const Profile* p, uint64_t a, uint64_t b)
{
   return a == b ? 0 : strcmp(p->strings.text[a], p->strings.text[b]);
}

static int by_names(const void* x, const void* y, void* with)
{
   const Profile* p = with;
   const ProfileFunction *a = &p->functions[*(const uint32_t*)x],
                         *b = &p->functions[*(const uint32_t*)y];
   int differ = compare_names(p, a->module, b->module);
   if (!differ) differ = compare_names(p, a->file, b->file);
   return differ ? differ : compare_names(p, a->name, b->name);
}

// Positions as texts: "7" is behind "10".
static int compare_targets(const uint64_t* a, const uint64_t* b)
{
   char texts[2][48];
   if (a[0] == b[0] && a[1] == b[1]) return 0;
   snprintf(texts[0], sizeof texts[0], "%lu %lu", a[0], a[1]);
   snprintf(texts[1], sizeof texts[1], "%lu %lu", b[0], b[1]);
   return strcmp(texts[0], texts[1]);
}

// Two calls, or two jumps, from one position.
static int compare_exits(const Sorting* s, WriteLineKind kind, const uint64_t* a,
                         const uint64_t* b)
{
   if (kind == LINE_CALL) {
      const int differ = compare(s->rank[a[CALL_CALLEE]], s->rank[b[CALL_CALLEE]]);
      return differ ? differ : compare_targets(a + CALL_TO_ADDRESS, b + CALL_TO_ADDRESS);
   }
   int differ = compare(a[JUMP_KIND], b[JUMP_KIND]);
   if (!differ) differ = compare_names(s->p, a[JUMP_TO_FILE], b[JUMP_TO_FILE]);
   if (!differ) differ = compare_names(s->p, a[JUMP_TO_NAME], b[JUMP_TO_NAME]);
   return differ ? differ : compare_targets(a + JUMP_TO_ADDRESS, b + JUMP_TO_ADDRESS);
}

static int by_place(const void* x, const void* y, void* with)
{
   const Sorting* s = with;
   const WriteLine *first = x, *second = y;
   const uint64_t *a = write_line_keys(s->p, first), *b = write_line_keys(s->p, second);
   if (a[COST_FILE] != b[COST_FILE]) {
      const uint32_t own = s->p->functions[a[COST_FUNCTION]].file;
      if (a[COST_FILE] == own || b[COST_FILE] == own) return a[COST_FILE] == own ? -1 : 1;
      return compare_names(s->p, a[COST_FILE], b[COST_FILE]);
   }
   int differ = compare(a[COST_ADDRESS], b[COST_ADDRESS]);
   if (!differ)
      differ = (int64_t)a[COST_LINE] < (int64_t)b[COST_LINE]
                  ? -1
                  : (int64_t)a[COST_LINE] > (int64_t)b[COST_LINE];
   if (!differ) differ = (int)first->kind - (int)second->kind;
   return differ || first->kind == LINE_COST ? differ : compare_exits(s, first->kind, a, b);
}

// Costs of 0 are not written, or a sum would differ from one of sums.
static bool is_written(const Rows* rows, WriteLineKind kind, uint32_t row)
{
   if (kind != LINE_COST) return true;
   for (uint32_t i = 0; i < rows->n_figures; i++)
      if (rows_figures(rows, row)[i]) return true;
   return false;
}

static void count_rows(const Rows* rows, WriteLineKind kind, uint32_t* counts)
{
   for (uint32_t row = 0; row < rows->n; row++)
      if (is_written(rows, kind, row)) counts[rows_keys(rows, row)[COST_FUNCTION]]++;
}

static void place_rows(const Rows* rows, WriteLineKind kind, uint32_t* next, WriteLine* lines)
{
   for (uint32_t row = 0; row < rows->n; row++)
      if (is_written(rows, kind, row))
         lines[next[rows_keys(rows, row)[COST_FUNCTION]]++] = (WriteLine){row, kind};
}

// The lines of each function, in any order.
static void group_by_function(const Profile* p, WriteOrder* order)
{
   const size_t n = p->n_functions;
   uint32_t* next = host_zalloc("write_order.next", (n + 1) * sizeof *next);
   count_rows(&p->costs, LINE_COST, next);
   count_rows(&p->calls, LINE_CALL, next);
   count_rows(&p->jumps, LINE_JUMP, next);
   uint32_t lines = 0;
   for (size_t f = 0; f < n; f++) {
      const uint32_t count = next[f];
      order->first[f] = next[f] = lines;
      lines += count;
   }
   order->first[n] = lines;
   order->lines = host_alloc("write_order.lines", (lines + (size_t)1) * sizeof *order->lines);
   place_rows(&p->costs, LINE_COST, next, order->lines);
   place_rows(&p->calls, LINE_CALL, next, order->lines);
   place_rows(&p->jumps, LINE_JUMP, next, order->lines);
   host_free(next);
}

WriteOrder write_order(const Profile* p)
{
   const size_t n = p->n_functions;
   WriteOrder order = {.functions =
                          host_alloc("write_order.functions", (n + 1) * sizeof(uint32_t)),
                       .rank = host_alloc("write_order.rank", (n + 1) * sizeof(uint32_t)),
                       .first = host_alloc("write_order.first", (n + 1) * sizeof(uint32_t))};
   for (uint32_t f = 0; f < n; f++) order.functions[f] = f;
   qsort_r(order.functions, n, sizeof *order.functions, by_names, (void*)p);
   for (uint32_t i = 0; i < n; i++) order.rank[order.functions[i]] = i;
   group_by_function(p, &order);
   Sorting sorting = {p, order.rank};
   for (size_t f = 0; f < n; f++)
      qsort_r(order.lines + order.first[f], order.first[f + 1] - order.first[f],
              sizeof *order.lines, by_place, &sorting);
   return order;
}

void write_order_free(WriteOrder* order)
{
   host_free(order->functions);
   host_free(order->rank);
   host_free(order->first);
   host_free(order->lines);
   *order = (WriteOrder){0};
}
