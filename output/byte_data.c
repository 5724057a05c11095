// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of memory objects as JSON; see byte_data.h.
#include "output/byte_data.h"

static void write_counts(Writer* w, const uint64_t* count, uint32_t n)
{
   writer_char(w, '[');
   for (uint32_t i = 0; i < n; i++) {
      if (i) writer_char(w, ',');
      writer_number(w, count[i]);
   }
   writer_char(w, ']');
}

static void write_loads_and_stores(Writer* w, const char* start, const uint64_t* loads,
                                   const uint64_t* stores, uint32_t n)
{
   writer_text(w, start);
   writer_text(w, "\"loads\": ");
   write_counts(w, loads, n);
   writer_text(w, ", \"stores\": ");
   write_counts(w, stores, n);
}

void byte_data_write(Writer* w, const ObjectBytes* b)
{
   if (!b || (!b->size_B && !b->large)) return;
   write_loads_and_stores(w, "\n   \"bytes\": {", b->count[BYTES_LOADED],
                          b->count[BYTES_STORED], b->size_B);
   const LargeBytes* l = b->large;
   if (l) {
      write_loads_and_stores(w, ",\n    \"line\": {", l->line[BYTES_LOADED],
                             l->line[BYTES_STORED], BYTES_OF_LINE);
      write_loads_and_stores(w, "},\n    \"parts\": {", l->part[BYTES_LOADED],
                             l->part[BYTES_STORED], l->has_parts ? BYTES_PARTS : 0);
      writer_char(w, '}');
   }
   writer_text(w, "},");
}
