// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrays on the heap: more room, and an order.
//
//    rows = array_grown("output.rows", rows, n, &room, sizeof *rows);
//    rows[n++] = row;
//    array_sort(rows, n, sizeof *rows, by_bytes);
#ifndef XG_BASE_ARRAY_H
#define XG_BASE_ARRAY_H

#include "base/host.h"

// The array, for host_free(), with room for one element more than n; *room: how many it has room for, at first 0.
// `what` names it in the host's statistics.
void* array_grown(const char* what, void* array, uint32_t n, uint32_t* room, size_t element_B);
// Sorts elements of any size; `compare` gets pointers to two, as qsort()'s does.
void array_sort(void* array, size_t n, size_t element_B,
                int (*compare)(const void*, const void*));

// For such functions: ascending.
static inline int compare_numbers(uint64_t a, uint64_t b)
{
   return a < b ? -1 : a > b;
}

// For arrays of texts.
static inline int compare_texts(const void* a, const void* b)
{
   return host_strcmp(*(const char* const*)a, *(const char* const*)b);
}

#endif
