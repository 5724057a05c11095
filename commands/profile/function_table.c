// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of two profiles; see function_table.h.
#include "commands/profile/function_table.h"

#include <string.h>

#include "base/array.h"

void function_table_init(FunctionTable* t)
{
   *t = (FunctionTable){.strings.arena.what = "function_table.names"};
   rows_init(&t->functions, FUNCTION_KEYS, 1);
}

void function_table_clear(FunctionTable* t)
{
   strings_clear(&t->strings);
   rows_clear(&t->functions);
}

static uint64_t number_of(FunctionTable* t, const char* text)
{
   return strings_number(&t->strings, text, strlen(text));
}

uint32_t function_table_add(FunctionTable* t, int side, FunctionNames names)
{
   const uint64_t keys[] = {number_of(t, names.module), number_of(t, names.file),
                            number_of(t, names.name)};
   const uint32_t f = rows_number(&t->functions, keys);
   *rows_figures(&t->functions, f) |= UINT64_C(1) << side;
   return f;
}

FunctionNames function_table_names(const FunctionTable* t, uint32_t f)
{
   const uint64_t* keys = rows_keys(&t->functions, f);
   return (FunctionNames){t->strings.text[keys[FUNCTION_MODULE]],
                          t->strings.text[keys[FUNCTION_FILE]],
                          t->strings.text[keys[FUNCTION_NAME]]};
}

typedef struct {
   const char* names[FUNCTION_KEYS];
   uint32_t f;
} Sorted;

static int by_names(const void* a, const void* b)
{
   for (int i = 0; i < FUNCTION_KEYS; i++) {
      const char *x = ((const Sorted*)a)->names[i], *y = ((const Sorted*)b)->names[i];
      const int sign = x == y ? 0 : strcmp(x, y);
      if (sign) return sign;
   }
   return 0;
}

uint32_t* function_table_ranks(const FunctionTable* t)
{
   const uint32_t n = t->functions.n;
   Sorted* sorted = host_alloc("function_table.sorted", (n + (size_t)1) * sizeof *sorted);
   for (uint32_t f = 0; f < n; f++) {
      const FunctionNames names = function_table_names(t, f);
      sorted[f] = (Sorted){{names.module, names.file, names.name}, f};
   }
   array_sort(sorted, n, sizeof *sorted, by_names);
   uint32_t* ranks = host_alloc("function_table.ranks", (n + (size_t)1) * sizeof *ranks);
   for (uint32_t i = 0; i < n; i++) ranks[sorted[i].f] = i;
   host_free(sorted);
   return ranks;
}
