// SPDX-License-Identifier: GPL-3.0-or-later
// Miss curves as JSON; see curve_data.h.
#include "writers/curve_data.h"

#include "writers/model.h"

// The members of a curve, at the first n sizes: beyond those that are written all curves are flat.
static void write_curve(Json* j, const MissCurves* m, const ReuseHistogram* h,
                        uint64_t accesses, uint32_t n)
{
   MissCurve c;
   miss_curve_of(&c, h, m->reuse.rate_shift, accesses);
   json_member(j, "accesses", c.accesses);
   json_member(j, "recorded", h->recorded);
   json_key(j, "misses");
   json_numbers(j, c.misses, n);
   json_key(j, "error");
   json_numbers(j, c.error, n);
}

static void write_curve_object(Json* j, const MissCurves* m, const char* key,
                               const ReuseHistogram* h, uint64_t accesses, uint32_t n)
{
   json_key(j, key);
   json_object(j);
   write_curve(j, m, h, accesses, n);
   json_end_object(j);
}

// The rate is 1 or a power of two below: its decimals end.
static void write_rate(Json* j, const MissCurves* m)
{
   uint32_t shift = m->reuse.rate_shift;
   json_key(j, "rate");
   Writer* w = json_raw(j);
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
static void sum_up(const MissCurves* m, ReuseHistogram* sum, Arena* arena)
{
   for (uint32_t i = 0; i < m->n_by_function; i++) {
      const FunctionCurve* f = m->by_function[i];
      if (f) reuse_histogram_add_all(sum, arena, &f->self);
   }
}

static void write_head(Json* j, const MissCurves* m, uint32_t n)
{
   json_key(j, "exact");
   json_bool(j, MODEL->config.curves.exact);
   json_member(j, "line_B", MODEL->config.caches.d1.line_B);
   json_member(j, "lines_sampled", m->reuse.n_lines);
   write_rate(j, m);
   json_line(j, 1);
   json_key(j, "sizes_B");
   json_array(j);
   for (uint32_t i = 0; i < n; i++)
      json_number(j, reuse_size(i) * MODEL->config.caches.d1.line_B);
   json_end_array(j);
}

static void write_functions(Json* j, const MissCurves* m, const DataNumbers* numbers,
                            uint32_t n)
{
   json_line(j, 1);
   json_key(j, "functions");
   json_array(j);
   for (uint32_t i = 0; i < m->n_by_function; i++) {
      const FunctionCurve* f = m->by_function[i];
      if (!f || !f->inclusive.recorded) continue;
      json_line(j, 2);
      json_object(j);
      json_member(
         j, "function",
         data_numbers_of(numbers, data_function_of(f->function, f->function->file->name)));
      json_line(j, 3);
      write_curve_object(j, m, "self", &f->self, 0, n);
      json_line(j, 3);
      write_curve_object(j, m, "inclusive", &f->inclusive, 0, n);
      json_end_object(j);
   }
   json_end_array(j);
}

static void write_objects(Json* j, const MissCurves* m, const DataNumbers* numbers, uint32_t n)
{
   json_line(j, 1);
   json_key(j, "objects");
   json_array(j);
   for (uint32_t i = 0; i < m->n_by_object; i++) {
      const ObjectCurve* o = m->by_object[i];
      if (!o || !o->self.recorded) continue;
      json_line(j, 2);
      json_object(j);
      json_member(j, "object", data_numbers_of_object(numbers, o->object));
      write_curve(j, m, &o->self, 0, n);
      json_end_object(j);
   }
   json_end_array(j);
}

// Sizes behind which a curve of this histogram is flat.
static uint32_t sizes_of(const ReuseHistogram* h)
{
   uint32_t n = reuse_histogram_sizes(h);
   if (!MODEL->config.curves.exact) n += 8; // until the errors have fallen, too
   return n > REUSE_SIZES ? REUSE_SIZES : n;
}

uint32_t curve_data_of_program(MissCurve* c, uint64_t accesses)
{
   const MissCurves* m = &MODEL->simulation[0].curves;
   Arena arena = {.what = "writers.curves"};
   ReuseHistogram all = {0};
   sum_up(m, &all, &arena);
   miss_curve_of(c, &all, m->reuse.rate_shift, accesses);
   const uint32_t n = sizes_of(&all);
   arena_clear(&arena);
   return n;
}

void curve_data_number(DataNumbers* numbers, uint32_t simulation)
{
   const MissCurves* m = &MODEL->simulation[simulation].curves;
   for (uint32_t i = 0; i < m->n_by_function; i++) {
      const FunctionCurve* c = m->by_function[i];
      if (c) data_numbers_add(numbers, data_function_of(c->function, c->function->file->name));
   }
}

void curve_data_write(Json* j, const DataNumbers* numbers, uint64_t accesses,
                      uint32_t simulation)
{
   const MissCurves* m = &MODEL->simulation[simulation].curves;
   Arena arena = {.what = "writers.curves"};
   ReuseHistogram all = {0};
   sum_up(m, &all, &arena);
   const uint32_t n = sizes_of(&all);
   json_line(j, 0);
   json_key(j, "miss_curves");
   json_object(j);
   write_head(j, m, n);
   json_line(j, 1);
   write_curve_object(j, m, "program", &all, accesses, n);
   write_functions(j, m, numbers, n);
   write_objects(j, m, numbers, n);
   json_end_object(j);
   arena_clear(&arena);
}
