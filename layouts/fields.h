// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps of layouts that are being made: fields are added in the order in which they are to lie in their part, and what
// is wrong is said.  Functions that return bool return false if something is wrong, and have said it.
//
//    fields_add(&s, (LayoutField){.from = 56, .size_B = 8, .part = 0}, &error);
//    fields_fill(&s, 1, &error);      // bytes 0 to 55 go to part 1
//    fields_arrange(&s, &error);        // all have their places
#ifndef XG_LAYOUTS_FIELDS_H
#define XG_LAYOUTS_FIELDS_H

#include "layouts/layout.h"

// A sentence that grows until it is full.
typedef struct {
   char* text;
   size_t size;
} LayoutError;

// Adds a field; new_B 0: it keeps its size.
bool fields_add(LayoutStep* s, LayoutField f, LayoutError* e);
// Adds the bytes of the element that no field has, to this part, in ascending order.
bool fields_fill(LayoutStep* s, uint32_t part, LayoutError* e);
// Gives the fields of each part their places, one behind the other as they were added, or in the
// order of the element, and sorts them by the element.
bool fields_arrange(LayoutStep* s, LayoutError* e);
bool fields_arrange_in_order(LayoutStep* s, LayoutError* e);
// There are more bytes for the element of the only part.
bool fields_widen(LayoutStep* s, uint64_t place_B, LayoutError* e);

// --- what is wrong: all return false ----------------------------------------------------------

void layout_error_add(LayoutError* e, const char* text);
bool layout_error_number(LayoutError* e, const char* text, uint64_t n);
// These bytes are not in the element.
bool layout_error_bytes(LayoutError* e, uint64_t from, uint64_t last, uint64_t element_B);
// An element cannot be cut there.
bool layout_error_cut(LayoutError* e, uint64_t cut, uint64_t element_B);
// The tiles do not fill the matrix.
bool layout_error_tiles(LayoutError* e, const LayoutStep* s);

#endif
