// SPDX-License-Identifier: GPL-3.0-or-later
// An index of lines; see line_index.h.
#include "cachesim/line_index.h"

void line_index_init(LineIndex* x, uint64_t n)
{
   XG_ASSERT(n > 0 && n < NO_ENTRY);
   uint32_t bits = 1;
   while (1ULL << bits < 2 * n) bits++;
   *x = (LineIndex){.n = n, .shift = 64 - bits};
   x->lines = host_map_zeroed(n * sizeof *x->lines);
   x->bucket = host_map_zeroed(line_index_buckets(x) * sizeof *x->bucket);
}

void line_index_free(LineIndex* x)
{
   if (!x->n) return;
   host_unmap(x->lines, x->n * sizeof *x->lines);
   host_unmap(x->bucket, line_index_buckets(x) * sizeof *x->bucket);
   *x = (LineIndex){0};
}

void line_index_clear(LineIndex* x)
{
   for (uint64_t i = 0; i < line_index_buckets(x); i++)
      if (x->bucket[i]) x->bucket[i] = 0; // leave memory alone that has not been used
}

void line_index_put(LineIndex* x, uint32_t entry, uint64_t line)
{
   uint64_t mask = line_index_buckets(x) - 1, i = line_index_start(x, line);
   while (x->bucket[i]) i = (i + 1) & mask;
   x->bucket[i] = entry + 1;
   x->lines[entry] = line;
}

void line_index_remove(LineIndex* x, uint32_t entry)
{
   uint64_t mask = line_index_buckets(x) - 1, i = line_index_start(x, x->lines[entry]);
   while (x->bucket[i] != entry + 1) i = (i + 1) & mask;
   // Entries behind it move up, if the place is not before the one where their search starts.
   for (uint64_t j = (i + 1) & mask; x->bucket[j]; j = (j + 1) & mask) {
      uint64_t start = line_index_start(x, x->lines[x->bucket[j] - 1]);
      if (((j - start) & mask) < ((j - i) & mask)) continue;
      x->bucket[i] = x->bucket[j];
      i = j;
   }
   x->bucket[i] = 0;
}
