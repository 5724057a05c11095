// SPDX-License-Identifier: GPL-3.0-or-later
// An index of lines; see line_index.h.
#include "cachesim/line_index.h"

void line_index_init(LineIndex* x, uint64_t n)
{
   XG_ASSERT(n > 0 && n < NO_ENTRY);
   uint32_t bits = 1;
   while (1ULL << bits < 2 * n) bits++;
   *x = (LineIndex){.n = n, .shift = 64 - bits};
   x->lines = host_alloc("cachesim.reference", n * sizeof *x->lines);
   x->bucket = host_alloc("cachesim.reference", line_index_buckets(x) * sizeof *x->bucket);
   line_index_clear(x);
}

void line_index_free(LineIndex* x)
{
   host_free(x->lines);
   host_free(x->bucket);
   *x = (LineIndex){0};
}

void line_index_clear(LineIndex* x)
{
   host_memset(x->bucket, 0xFF, line_index_buckets(x) * sizeof *x->bucket);
}

void line_index_put(LineIndex* x, uint32_t entry, uint64_t line)
{
   uint64_t mask = line_index_buckets(x) - 1, i = line_index_start(x, line);
   while (x->bucket[i] != NO_ENTRY) i = (i + 1) & mask;
   x->bucket[i] = entry;
   x->lines[entry] = line;
}

void line_index_remove(LineIndex* x, uint32_t entry)
{
   uint64_t mask = line_index_buckets(x) - 1, i = line_index_start(x, x->lines[entry]);
   while (x->bucket[i] != entry) i = (i + 1) & mask;
   // Entries behind it move up, if the place is not before the one where their search starts.
   for (uint64_t j = (i + 1) & mask; x->bucket[j] != NO_ENTRY; j = (j + 1) & mask) {
      uint64_t start = line_index_start(x, x->lines[x->bucket[j]]);
      if (((j - start) & mask) < ((j - i) & mask)) continue;
      x->bucket[i] = x->bucket[j];
      i = j;
   }
   x->bucket[i] = NO_ENTRY;
}
