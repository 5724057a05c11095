// SPDX-License-Identifier: GPL-3.0-or-later
// The order of ranks; see rank_order.h.
#include "commands/merge/rank_order.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "commands/text/built.h"

static const char WHAT[] = "commands.ranks";

#define DIGITS "0123456789"

// A number has its length before it, without zeros in front.
char* rank_key(const char* name)
{
   Built key = {0};
   while (*name) {
      const size_t plain_B = strcspn(name, DIGITS);
      built_bytes(&key, name, plain_B);
      name += plain_B;
      if (!*name) break;
      while (name[0] == '0' && name[1] && strchr(DIGITS, name[1])) name++;
      const size_t digits_B = strspn(name, DIGITS);
      built_format(&key, "%03zu", digits_B);
      built_bytes(&key, name, digits_B);
      name += digits_B;
   }
   return built_taken(&key);
}

int rank_compare(const SpreadRank* a, const SpreadRank* b)
{
   const int by_key = strcmp(a->key, b->key);
   return by_key ? by_key : strcmp(a->name, b->name);
}

// --- Orders --------------------------------------------------------------------------------------

typedef struct {
   const SpreadRank* rank;
   uint32_t number, n_columns;
} Ordered;

// Of the first two totals that differ, the order as text with the blank that follows: "1 9" is before "10 9".
static int compare_totals(const SpreadRank* a, const SpreadRank* b, uint32_t n)
{
   for (uint32_t c = 0; c < n; c++) {
      if (a->totals[c] == b->totals[c]) continue;
      char x[24], y[24];
      const char* end = c + 1 < n ? " " : "";
      (void)snprintf(x, sizeof x, "%" PRIu64 "%s", a->totals[c], end);
      (void)snprintf(y, sizeof y, "%" PRIu64 "%s", b->totals[c], end);
      return strcmp(x, y);
   }
   return 0;
}

static int compare_ordered(const void* x, const void* y)
{
   const Ordered *a = x, *b = y;
   int sign = rank_compare(a->rank, b->rank);
   if (!sign) sign = compare_totals(a->rank, b->rank, a->n_columns);
   return sign ? sign : compare_numbers(a->number, b->number);
}

void rank_order_with_totals(const SpreadRank* ranks, uint32_t n, uint32_t n_columns,
                            uint32_t* order)
{
   Ordered* ordered = host_alloc(WHAT, n * sizeof *ordered);
   for (uint32_t i = 0; i < n; i++) ordered[i] = (Ordered){&ranks[i], i, n_columns};
   array_sort(ordered, n, sizeof *ordered, compare_ordered);
   for (uint32_t i = 0; i < n; i++) order[i] = ordered[i].number;
   host_free(ordered);
}

static void set_places(const uint32_t* order, uint32_t n, uint32_t* place)
{
   for (uint32_t i = 0; i < n; i++) place[order[i]] = i;
}

void rank_order(const SpreadRank* ranks, uint32_t n, uint32_t** order, uint32_t** place)
{
   *order = host_alloc(WHAT, n * sizeof **order);
   *place = host_alloc(WHAT, n * sizeof **place);
   rank_order_with_totals(ranks, n, 0, *order);
   set_places(*order, n, *place);
}

void rank_order_joined(const SpreadRank* ranks, uint32_t before, uint32_t n, uint32_t** order,
                       const uint32_t* rest, uint32_t** place)
{
   uint32_t* all = host_realloc(WHAT, *order, n * sizeof *all);
   uint32_t i = before, k = n - before;
   // from the end, so that what is not moved yet is not written over
   for (uint32_t to = n; k; to--) {
      const uint32_t other = before + rest[k - 1];
      if (i && rank_compare(&ranks[all[i - 1]], &ranks[other]) > 0) {
         all[to - 1] = all[i - 1];
         i--;
      } else {
         all[to - 1] = other;
         k--;
      }
   }
   *order = all;
   *place = host_realloc(WHAT, *place, n * sizeof **place);
   set_places(all, n, *place);
}
