// SPDX-License-Identifier: GPL-3.0-or-later
// Where bytes of an object are in another layout; see layout.h.
#include "layouts/layout.h"

// --- sizes ----------------------------------------------------------------------------------

static uint64_t elements(const LayoutStep* s, uint64_t object_B)
{
   return object_B / s->element_B;
}

// Where the part begins, with n elements in each.
static uint64_t part_start(const LayoutStep* s, uint32_t part, uint64_t n)
{
   const uint64_t grain_B = s->part_grain_B;
   uint64_t start = 0;
   for (uint32_t p = 0; p < part; p++) {
      start += n * s->part_B[p];
      if (grain_B) start = (start + grain_B - 1) / grain_B * grain_B;
   }
   return start;
}

// Where all parts end.
static uint64_t parts_end(const LayoutStep* s, uint64_t n)
{
   if (!s->n_parts) return 0;
   return part_start(s, s->n_parts - 1, n) + n * s->part_B[s->n_parts - 1];
}

static uint64_t step_size(const LayoutStep* s, uint64_t object_B)
{
   const uint64_t n = elements(s, object_B);
   return parts_end(s, n) + (object_B - n * s->element_B);
}

// Whether the parts have more than LAYOUT_SIZE_MAX_B together: products of more might not fit in 64 bits.
static bool is_too_large(const LayoutStep* s, uint64_t object_B)
{
   uint64_t place_B = 0;
   for (uint32_t p = 0; p < s->n_parts; p++) place_B += s->part_B[p];
   return place_B && elements(s, object_B) > LAYOUT_SIZE_MAX_B / place_B;
}

uint64_t layout_size(const Layout* l, uint64_t object_B)
{
   for (uint32_t i = 0; i < l->n_steps; i++) {
      if (is_too_large(&l->step[i], object_B)) return LAYOUT_SIZE_MAX_B;
      object_B = step_size(&l->step[i], object_B);
   }
   return object_B;
}

static uint64_t step_rest(const LayoutStep* s, uint64_t object_B)
{
   const uint64_t of_order = s->order == LAYOUT_BY_ROWS ? 1 : s->rows * s->columns;
   return object_B % (s->element_B * of_order);
}

uint64_t layout_rest(const Layout* l, uint64_t object_B)
{
   for (uint32_t i = 0; i < l->n_steps; i++) {
      const uint64_t rest_B = step_rest(&l->step[i], object_B);
      if (rest_B || is_too_large(&l->step[i], object_B)) return rest_B;
      object_B = step_size(&l->step[i], object_B);
   }
   return 0;
}

bool layout_is_in_place(const Layout* l, uint64_t object_B)
{
   return l->home == HOME_OWN && !l->group_B && !l->align_B && !l->offset_B && !l->spread_B
          && layout_size(l, object_B) <= object_B;
}

// --- the order of elements ------------------------------------------------------------------

// Number in its matrix of the element in this row and column.
static uint64_t in_matrix(const LayoutStep* s, uint64_t row, uint64_t column)
{
   if (s->order == LAYOUT_BY_COLUMNS) return column * s->rows + row;
   const uint64_t tile =
      row / s->tile_rows * (s->columns / s->tile_columns) + column / s->tile_columns;
   return (tile * s->tile_rows + row % s->tile_rows) * s->tile_columns
          + column % s->tile_columns;
}

// The new number of element i of n.  What is no whole matrix keeps its order.
static uint64_t ordered(const LayoutStep* s, uint64_t i, uint64_t n)
{
   if (s->order == LAYOUT_BY_ROWS) return i;
   const uint64_t of_matrix = s->rows * s->columns, first = i / of_matrix * of_matrix;
   if (n - first < of_matrix) return i;
   return first + in_matrix(s, (i - first) / s->columns, (i - first) % s->columns);
}

// --- bytes ----------------------------------------------------------------------------------

// Bytes of the object, the first of an access, and where they are.
typedef struct {
   uint64_t done_B; // so many bytes of the access
   LayoutPiece piece;
   bool dropped;
} Run;

static const LayoutField* field_at(const LayoutStep* s, uint64_t in_element)
{
   const LayoutField* f = s->field;
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
XG_INLINE Run run_at(const LayoutStep* s, uint64_t object_B, uint64_t offset, uint64_t size_B)
{
   const uint64_t n = elements(s, object_B), elements_B = n * s->element_B;
   if (offset >= elements_B)
      return (Run){size_B, {parts_end(s, n) + (offset - elements_B), size_B}, false};
   const uint64_t i = offset / s->element_B, in_element = offset % s->element_B;
   const LayoutField* f = field_at(s, in_element);
   const uint64_t in_field = in_element - f->from, left_B = f->size_B - in_field;
   Run r = {.done_B = size_B < left_B ? size_B : left_B, .dropped = f->part == LAYOUT_DROPPED};
   if (r.dropped) return r;
   r.piece = resized(f, in_field, r.done_B);
   r.piece.offset += part_start(s, f->part, n) + ordered(s, i, n) * s->part_B[f->part] + f->at;
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

// Adds the pieces of so many bytes from `offset` on, of an object of object_B bytes before the step, to n others.
static uint32_t add_pieces(const LayoutStep* s, uint64_t object_B, const LayoutPiece* of,
                           LayoutPiece* piece, uint32_t n)
{
   for (uint64_t done_B = 0; done_B < of->size_B;) {
      const Run r = run_at(s, object_B, of->offset + done_B, of->size_B - done_B);
      done_B += r.done_B;
      if (!r.dropped) n = insert(piece, n, r.piece);
   }
   return n;
}

bool layout_piece(const Layout* l, uint64_t object_B, uint64_t offset, uint32_t access_B,
                  LayoutPiece* piece)
{
   *piece = (LayoutPiece){offset, access_B};
   for (uint32_t i = 0; i < l->n_steps; i++) {
      const Run r = run_at(&l->step[i], object_B, piece->offset, piece->size_B);
      if (r.dropped || r.done_B < piece->size_B) return false;
      *piece = r.piece;
      if (i + 1 < l->n_steps) object_B = step_size(&l->step[i], object_B);
   }
   return true;
}

uint32_t layout_pieces(const Layout* l, uint64_t object_B, uint64_t offset, uint32_t access_B,
                       LayoutPiece* piece)
{
   LayoutPiece before[LAYOUT_PIECES_MAX];
   uint32_t n = 1;
   piece[0] = (LayoutPiece){offset, access_B};
   for (uint32_t i = 0; i < l->n_steps; i++) {
      const uint32_t n_before = n;
      for (uint32_t k = 0; k < n; k++) before[k] = piece[k];
      n = 0;
      for (uint32_t k = 0; k < n_before; k++)
         n = add_pieces(&l->step[i], object_B, &before[k], piece, n);
      object_B = step_size(&l->step[i], object_B);
   }
   return n;
}

// --- invariants -----------------------------------------------------------------------------

static bool overlap(const LayoutField* a, const LayoutField* b)
{
   return a->part == b->part && a->part != LAYOUT_DROPPED && a->at < b->at + b->new_B
          && b->at < a->at + a->new_B;
}

static bool resizes(const LayoutField* f)
{
   return f->new_B != f->size_B;
}

static void check_step(const LayoutStep* s)
{
   uint64_t end = 0;
   for (uint32_t i = 0; i < s->n_fields; i++) {
      const LayoutField* f = &s->field[i];
      XG_ASSERT(f->from == end && f->size_B && f->new_B);
      end += f->size_B;
      XG_ASSERT(f->part == LAYOUT_DROPPED
                || (f->part < s->n_parts && f->at + f->new_B <= s->part_B[f->part]));
      for (uint32_t k = 0; k < i; k++) XG_ASSERT(!overlap(f, &s->field[k]));
   }
   XG_ASSERT(end && end == s->element_B);
   XG_ASSERT(s->order != LAYOUT_BY_TILES
             || (s->rows % s->tile_rows == 0 && s->columns % s->tile_columns == 0));
}

void layout_check(const Layout* l)
{
   uint32_t n_resize = 0;
   XG_ASSERT(l->n_steps <= LAYOUT_STEPS_MAX && !(l->align_B & (l->align_B - 1)));
   for (uint32_t i = 0; i < l->n_steps; i++) {
      const LayoutStep* s = &l->step[i];
      bool any = false;
      check_step(s);
      for (uint32_t k = 0; k < s->n_fields; k++) {
         any |= resizes(&s->field[k]);
         XG_ASSERT(i + 1 == l->n_steps || s->field[k].new_B <= s->field[k].size_B);
      }
      n_resize += any;
   }
   XG_ASSERT(n_resize <= 1);
}
