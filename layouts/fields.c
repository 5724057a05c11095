// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts that are being made; see fields.h.
#include "layouts/fields.h"

// --- what is wrong --------------------------------------------------------------------------

void layout_error_add(LayoutError* e, const char* text)
{
   const size_t length = host_strlen(e->text);
   size_t room = e->size - length - 1, n = host_strlen(text);
   if (n > room) n = room;
   host_memcpy(e->text + length, text, n);
   e->text[length + n] = '\0';
}

bool layout_error_number(LayoutError* e, const char* text, uint64_t n)
{
   char digits[21];
   size_t first = sizeof digits - 1;
   digits[first] = '\0';
   do digits[--first] = (char)('0' + n % 10);
   while (n /= 10);
   layout_error_add(e, text);
   layout_error_add(e, digits + first);
   return false;
}

bool layout_error_bytes(LayoutError* e, uint64_t from, uint64_t last, uint64_t element_B)
{
   layout_error_number(e, "there are no bytes ", from);
   layout_error_number(e, "-", last);
   return layout_error_number(e, " in an element of bytes 0-", element_B - 1);
}

bool layout_error_cut(LayoutError* e, uint64_t cut, uint64_t element_B)
{
   layout_error_number(e, "cuts ascend from 1 to ", element_B - 1);
   layout_error_number(e, " in an element of ", element_B);
   return layout_error_number(e, " bytes, so none is at ", cut);
}

bool layout_error_tiles(LayoutError* e, const LayoutStep* s)
{
   layout_error_number(e, "tiles of ", s->tile_rows);
   layout_error_number(e, "x", s->tile_columns);
   layout_error_number(e, " do not fill ", s->rows);
   layout_error_number(e, " rows of ", s->columns);
   layout_error_add(e, " elements");
   return false;
}

// --- fields ---------------------------------------------------------------------------------

static const LayoutField* field_with(const LayoutStep* s, uint64_t byte)
{
   for (uint32_t i = 0; i < s->n_fields; i++)
      if (byte - s->field[i].from < s->field[i].size_B) return &s->field[i];
   return NULL;
}

bool fields_add(LayoutStep* s, LayoutField f, LayoutError* e)
{
   for (uint32_t i = 0; i < s->n_fields; i++) {
      const LayoutField* o = &s->field[i];
      const uint64_t first = f.from > o->from ? f.from : o->from;
      if (first < f.from + f.size_B && first < o->from + o->size_B) {
         layout_error_number(e, "byte ", first);
         layout_error_add(e, " is named twice");
         return false;
      }
   }
   if (s->n_fields == LAYOUT_FIELDS_MAX)
      return layout_error_number(e, "an element has more pieces than ", LAYOUT_FIELDS_MAX);
   if (!f.new_B) f.new_B = f.size_B;
   s->field[s->n_fields++] = f;
   return true;
}

bool fields_fill(LayoutStep* s, uint32_t part, LayoutError* e)
{
   for (uint64_t from = 0; from < s->element_B;) {
      const LayoutField* there = field_with(s, from);
      if (there) {
         from = there->from + there->size_B;
         continue;
      }
      uint64_t end = s->element_B;
      for (uint32_t i = 0; i < s->n_fields; i++)
         if (s->field[i].from > from && s->field[i].from < end) end = s->field[i].from;
      const LayoutField f = {.from = from, .size_B = end - from, .part = part};
      if (!fields_add(s, f, e)) return false;
      from = end;
   }
   return true;
}

static void sort(LayoutStep* s)
{
   for (uint32_t i = 1; i < s->n_fields; i++) {
      const LayoutField f = s->field[i];
      uint32_t k = i;
      for (; k && s->field[k - 1].from > f.from; k--) s->field[k] = s->field[k - 1];
      s->field[k] = f;
   }
}

bool fields_arrange(LayoutStep* s, LayoutError* e)
{
   for (uint32_t i = 0; i < s->n_fields; i++) {
      LayoutField* f = &s->field[i];
      if (f->part == LAYOUT_DROPPED) continue;
      if (f->part >= s->n_parts) s->n_parts = f->part + 1;
      f->at = s->part_B[f->part];
      s->part_B[f->part] += f->new_B;
   }
   sort(s);
   if (s->n_parts) return true;
   layout_error_add(e, "nothing of the element would be left");
   return false;
}

bool fields_arrange_in_order(LayoutStep* s, LayoutError* e)
{
   sort(s);
   return fields_arrange(s, e);
}

bool fields_widen(LayoutStep* s, uint64_t place_B, LayoutError* e)
{
   if (place_B < s->part_B[0]) {
      layout_error_number(e, "elements of ", s->part_B[0]);
      return layout_error_number(e, " bytes do not fit where they begin each ", place_B);
   }
   s->part_B[0] = place_B;
   return true;
}
