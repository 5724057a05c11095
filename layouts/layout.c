// SPDX-License-Identifier: GPL-3.0-or-later
// Where bytes of an object are in another layout; see layout.h.
#include "layouts/layout.h"

// --- sizes ----------------------------------------------------------------------------------

static uint64_t elements(const Layout* l, uint64_t object_B)
{
   return l->element_B ? object_B / l->element_B : 0;
}

// Where the part begins, with n elements in each.
static uint64_t part_start(const Layout* l, uint32_t part, uint64_t n)
{
   const uint64_t grain_B = l->part_grain_B ? l->part_grain_B : 1;
   uint64_t start = 0;
   for (uint32_t p = 0; p < part; p++)
      start = (start + n * l->part_B[p] + grain_B - 1) / grain_B * grain_B;
   return start;
}

// Where all parts end.
static uint64_t parts_end(const Layout* l, uint64_t n)
{
   if (!l->n_parts) return 0;
   return part_start(l, l->n_parts - 1, n) + n * l->part_B[l->n_parts - 1];
}

uint64_t layout_size(const Layout* l, uint64_t object_B)
{
   const uint64_t n = elements(l, object_B);
   return parts_end(l, n) + (object_B - n * l->element_B);
}

uint64_t layout_rest(const Layout* l, uint64_t object_B)
{
   if (!l->element_B) return 0;
   const uint64_t of_order = l->order == LAYOUT_BY_ROWS ? 1 : l->rows * l->columns;
   return object_B % (l->element_B * of_order);
}

bool layout_is_in_place(const Layout* l, uint64_t object_B)
{
   return l->home == HOME_OWN && !l->align_B && !l->offset_B && !l->spread_B
          && layout_size(l, object_B) <= object_B;
}

// --- the order of elements ------------------------------------------------------------------

// Number in its matrix of the element in this row and column.
static uint64_t in_matrix(const Layout* l, uint64_t row, uint64_t column)
{
   if (l->order == LAYOUT_BY_COLUMNS) return column * l->rows + row;
   const uint64_t tile =
      row / l->tile_rows * (l->columns / l->tile_columns) + column / l->tile_columns;
   return (tile * l->tile_rows + row % l->tile_rows) * l->tile_columns
          + column % l->tile_columns;
}

// The new number of element i of n.  What is no whole matrix keeps its order.
static uint64_t ordered(const Layout* l, uint64_t i, uint64_t n)
{
   if (l->order == LAYOUT_BY_ROWS) return i;
   const uint64_t of_matrix = l->rows * l->columns, first = i / of_matrix * of_matrix;
   if (n - first < of_matrix) return i;
   return first + in_matrix(l, (i - first) / l->columns, (i - first) % l->columns);
}

// --- bytes ----------------------------------------------------------------------------------

// Bytes of the object, the first of an access, and where they are.
typedef struct {
   uint64_t done_B; // so many bytes of the access
   LayoutPiece piece;
   bool dropped;
} Run;

static const LayoutField* field_at(const Layout* l, uint64_t in_element)
{
   const LayoutField* f = l->field;
   while (in_element - f->from >= f->size_B) f++;
   return f;
}

// Bytes of a field that has another size: those that have a share in the bytes accessed.
static LayoutPiece resized(const LayoutField* f, uint64_t from, uint64_t size_B)
{
   const uint64_t first = from * f->new_B / f->size_B;
   const uint64_t end = ((from + size_B) * f->new_B + f->size_B - 1) / f->size_B;
   return (LayoutPiece){first, end - first};
}

// Bytes from `offset` on that lie in one field; at most size_B.
static Run run_at(const Layout* l, uint64_t object_B, uint64_t offset, uint64_t size_B)
{
   const uint64_t n = elements(l, object_B), elements_B = n * l->element_B;
   if (offset >= elements_B)
      return (Run){size_B, {parts_end(l, n) + (offset - elements_B), size_B}, false};
   const uint64_t i = offset / l->element_B, in_element = offset % l->element_B;
   const LayoutField* f = field_at(l, in_element);
   const uint64_t in_field = in_element - f->from, left_B = f->size_B - in_field;
   Run r = {.done_B = size_B < left_B ? size_B : left_B, .dropped = f->part == LAYOUT_DROPPED};
   if (r.dropped) return r;
   r.piece = resized(f, in_field, r.done_B);
   r.piece.offset += part_start(l, f->part, n) + ordered(l, i, n) * l->part_B[f->part] + f->at;
   return r;
}

// --- pieces ---------------------------------------------------------------------------------

// Puts a piece in order; those that touch or overlap become one.
static uint32_t insert(LayoutPiece* piece, uint32_t n, LayoutPiece p)
{
   uint32_t first = n;
   while (first && piece[first - 1].offset + piece[first - 1].size_B >= p.offset) first--;
   uint32_t next = first;
   uint64_t end = p.offset + p.size_B;
   for (; next < n && piece[next].offset <= end; next++) {
      const uint64_t end_of_next = piece[next].offset + piece[next].size_B;
      if (piece[next].offset < p.offset) p.offset = piece[next].offset;
      if (end_of_next > end) end = end_of_next;
   }
   p.size_B = end - p.offset;
   const uint32_t merged = next - first;
   if (!merged)
      for (uint32_t i = n; i > first; i--) piece[i] = piece[i - 1];
   for (uint32_t i = next; merged && i < n; i++) piece[i - merged + 1] = piece[i];
   piece[first] = p;
   return n + 1 - merged;
}

uint32_t layout_pieces(const Layout* l, uint64_t object_B, uint64_t offset, uint32_t access_B,
                       LayoutPiece* piece)
{
   uint32_t n = 0;
   for (uint64_t done_B = 0; done_B < access_B;) {
      const Run r = run_at(l, object_B, offset + done_B, access_B - done_B);
      done_B += r.done_B;
      if (!r.dropped) n = insert(piece, n, r.piece);
   }
   return n;
}

// --- invariants -----------------------------------------------------------------------------

static bool overlap(const LayoutField* a, const LayoutField* b)
{
   return a->part == b->part && a->part != LAYOUT_DROPPED && a->at < b->at + b->new_B
          && b->at < a->at + a->new_B;
}

void layout_check(const Layout* l)
{
   uint64_t end = 0;
   for (uint32_t i = 0; i < l->n_fields; i++) {
      const LayoutField* f = &l->field[i];
      XG_ASSERT(f->from == end && f->size_B && f->new_B);
      end += f->size_B;
      XG_ASSERT(f->part == LAYOUT_DROPPED
                || (f->part < l->n_parts && f->at + f->new_B <= l->part_B[f->part]));
      for (uint32_t k = 0; k < i; k++) XG_ASSERT(!overlap(f, &l->field[k]));
   }
   XG_ASSERT(end == l->element_B && !(l->align_B & (l->align_B - 1)));
   XG_ASSERT(l->order != LAYOUT_BY_TILES
             || (l->rows % l->tile_rows == 0 && l->columns % l->tile_columns == 0));
}
