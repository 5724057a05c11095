// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays; see array.h.
#include "base/array.h"

enum { FIRST_ROOM = 16 };

void* array_grown(const char* what, void* array, uint32_t n, uint32_t* room, size_t element_B)
{
   if (n < *room) return array;
   *room = *room ? 2 * *room : FIRST_ROOM;
   return host_realloc(what, array, *room * element_B);
}

void array_sort(void* array, size_t n, size_t element_B,
                int (*compare)(const void*, const void*))
{
   uint8_t* from = array;
   void** order = host_alloc("base.array", (n + 1) * sizeof *order);
   uint8_t* sorted = host_alloc("base.array", n * element_B + 1);
   for (size_t i = 0; i < n; i++) order[i] = from + i * element_B;
   host_sort(order, n, compare);
   for (size_t i = 0; i < n; i++) host_memcpy(sorted + i * element_B, order[i], element_B);
   if (n) host_memcpy(array, sorted, n * element_B);
   host_free(sorted);
   host_free(order);
}
