// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of memory objects as JSON; see byte_data.h.
#include "writers/byte_data.h"

static void write_loads_and_stores(Json* j, const char* key, const uint64_t* loads,
                                   const uint64_t* stores, uint32_t n)
{
   json_key(j, key);
   json_object(j);
   json_key(j, "loads");
   json_numbers(j, loads, n);
   json_key(j, "stores");
   json_numbers(j, stores, n);
}

void byte_data_write(Json* j, const ObjectBytes* b)
{
   if (!b || (!b->size_B && !b->large)) return;
   json_line(j, 3);
   write_loads_and_stores(j, "bytes", b->count[BYTES_LOADED], b->count[BYTES_STORED],
                          b->size_B);
   const LargeBytes* l = b->large;
   if (l) {
      json_line(j, 4);
      write_loads_and_stores(j, "line", l->line[BYTES_LOADED], l->line[BYTES_STORED],
                             BYTES_OF_LINE);
      json_end_object(j);
      json_line(j, 4);
      write_loads_and_stores(j, "parts", l->part[BYTES_LOADED], l->part[BYTES_STORED],
                             l->has_parts ? BYTES_PARTS : 0);
      json_end_object(j);
   }
   json_end_object(j);
}
