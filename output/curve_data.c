// SPDX-License-Identifier: GPL-3.0-or-later
// Miss curves as JSON; see curve_data.h.
#include "output/curve_data.h"

// How many sizes are written: beyond them all curves are flat.
static uint32_t n_sizes;

static void write_number(Writer* w, const char* key, uint64_t n)
{
   writer_text(w, key);
   writer_number(w, n);
}

static void write_list(Writer* w, const char* key, const uint64_t* list)
{
   writer_text(w, key);
   for (uint32_t i = 0; i < n_sizes; i++) {
      if (i) writer_char(w, ',');
      writer_number(w, list[i]);
   }
   writer_char(w, ']');
}

// The members of a curve.
static void write_curve(Writer* w, const ReuseHistogram* h, uint64_t accesses)
{
   MissCurve c;
   miss_curve_of(&c, h, engine.curves.reuse.rate_shift, accesses);
   write_number(w, "\"accesses\": ", c.accesses);
   write_number(w, ", \"recorded\": ", h->recorded);
   write_list(w, ", \"misses\": [", c.misses);
   write_list(w, ", \"error\": [", c.error);
}

// The rate is 1 or a power of two below: its decimals end.
static void write_rate(Writer* w)
{
   writer_text(w, ", \"rate\": ");
   uint32_t shift = engine.curves.reuse.rate_shift;
   writer_char(w, shift ? '0' : '1');
   if (shift) writer_char(w, '.');
   // Digit by digit, of numerator / 2^shift.
   for (uint64_t rest = 1, digits = shift; digits; digits--) {
      rest *= 10;
      writer_char(w, (char)('0' + (rest >> shift)));
      rest &= (1ULL << shift) - 1;
   }
}

// Of all functions together: each access has one.
static void sum_up(ReuseHistogram* sum, Arena* arena)
{
   for (uint32_t i = 0; i < engine.curves.n_by_function; i++) {
      const FunctionCurve* f = engine.curves.by_function[i];
      if (f) reuse_histogram_add_all(sum, arena, &f->self);
   }
}

static void write_head(Writer* w)
{
   writer_text(w, engine.config.curves.exact ? "{\"exact\": true" : "{\"exact\": false");
   write_number(w, ", \"line_B\": ", engine.config.caches.d1.line_B);
   write_number(w, ", \"lines_sampled\": ", engine.curves.reuse.n_lines);
   write_rate(w);
   writer_text(w, ",\n \"sizes_B\": [");
   for (uint32_t i = 0; i < n_sizes; i++)
      write_number(w, i ? "," : "", reuse_size(i) * engine.config.caches.d1.line_B);
   writer_char(w, ']');
}

static void write_functions(Writer* w)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < engine.curves.n_by_function; i++) {
      const FunctionCurve* f = engine.curves.by_function[i];
      if (!f || !f->inclusive.recorded) continue;
      write_number(w, n++ ? ",\n  {\"function\": " : "\n  {\"function\": ", f->number);
      writer_text(w, ",\n   \"self\": {");
      write_curve(w, &f->self, 0);
      writer_text(w, "},\n   \"inclusive\": {");
      write_curve(w, &f->inclusive, 0);
      writer_text(w, "}}");
   }
}

static void write_objects(Writer* w)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < engine.curves.n_by_object; i++) {
      const ObjectCurve* o = engine.curves.by_object[i];
      if (!o || !o->self.recorded) continue;
      write_number(w, n++ ? ",\n  {\"object\": " : "\n  {\"object\": ", o->number);
      writer_text(w, ", ");
      write_curve(w, &o->self, 0);
      writer_char(w, '}');
   }
}

// Sizes behind which a curve of this histogram is flat.
static uint32_t sizes_of(const ReuseHistogram* h)
{
   uint32_t n = reuse_histogram_sizes(h);
   if (!engine.config.curves.exact) n += 8; // until the errors have fallen, too
   return n > REUSE_SIZES ? REUSE_SIZES : n;
}

uint32_t curve_data_of_program(MissCurve* c, uint64_t accesses)
{
   Arena arena = {.what = "output.curves"};
   ReuseHistogram all = {0};
   sum_up(&all, &arena);
   miss_curve_of(c, &all, engine.curves.reuse.rate_shift, accesses);
   const uint32_t n = sizes_of(&all);
   arena_clear(&arena);
   return n;
}

void curve_data_write(Writer* w, uint64_t accesses)
{
   Arena arena = {.what = "output.curves"};
   ReuseHistogram all = {0};
   sum_up(&all, &arena);
   n_sizes = sizes_of(&all);
   writer_text(w, ",\n\"miss_curves\": ");
   write_head(w);
   writer_text(w, ",\n \"program\": {");
   write_curve(w, &all, accesses);
   writer_text(w, "},\n \"functions\": [");
   write_functions(w);
   writer_text(w, "],\n \"objects\": [");
   write_objects(w);
   writer_text(w, "]}");
   arena_clear(&arena);
}
