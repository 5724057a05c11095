// SPDX-License-Identifier: GPL-3.0-or-later
// Stores that are overwritten; see store_data.h.
#include "writers/store_data.h"

#include "base/array.h"
#include "engine/stores/stores.h"

// Rows of fewer bytes than one in so many are left out: of large programs there are many.
enum { LEAST_SHARE = 10000 };

static void find_code(StoreCode* c, const StorePlace* p)
{
   *c = (StoreCode){.code = code_position_of(p->site)};
   if (!p->call) return;
   const Exit* exit = p->call->exit;
   c->call = code_position_at(exit->block, callgraph_instr_address(exit->block, exit->instr));
   c->is_called = c->call.line != 0;
}

static const StoreCode* code_of(StoreReport* r, const StorePlace* p)
{
   StoreCode* c = map_get(&r->codes, (uintptr_t)p, 0);
   if (c) return c;
   c = host_alloc("writers.stores", sizeof *c);
   find_code(c, p);
   map_put(&r->codes, (uintptr_t)p, 0, c);
   return c;
}

static int compare_code(const StoreCode* x, const StoreCode* y)
{
   if (x->is_called != y->is_called) return x->is_called ? 1 : -1;
   // What is called may consist of many instructions, without lines.
   const int by = code_position_compare(&x->code, &y->code);
   return by || !x->is_called ? by : code_position_compare(&x->call, &y->call);
}

static int by_code(const void* x, const void* y)
{
   const StoreRow *a = x, *b = y;
   const int by = compare_code(a->first, b->first);
   return by ? by : compare_code(a->second, b->second);
}

static int by_bytes(const void* x, const void* y)
{
   const StoreRow *a = x, *b = y;
   if (a->bytes != b->bytes) return a->bytes > b->bytes ? -1 : 1;
   return by_code(x, y);
}

// Pairs of the same lines become one row.
static void merge(StoreReport* r)
{
   uint32_t n = 0;
   array_sort(r->row, r->n, sizeof *r->row, by_code);
   for (uint32_t i = 0; i < r->n; i++) {
      if (n && by_code(&r->row[n - 1], &r->row[i]) == 0)
         r->row[n - 1].bytes += r->row[i].bytes;
      else
         r->row[n++] = r->row[i];
   }
   r->n = n;
}

StoreReport store_data_new(void)
{
   StoreReport r = {0};
   uint64_t all = 0;
   uint32_t n = 0;
   for (const StorePair* p = stores_pairs(); p; p = p->next, n++) all += p->bytes;
   r.row = host_alloc("writers.stores", (n + 1) * sizeof *r.row);
   for (const StorePair* p = stores_pairs(); p; p = p->next)
      if (p->bytes)
         r.row[r.n++] = (StoreRow){code_of(&r, p->first), code_of(&r, p->second), p->bytes};
   merge(&r);
   array_sort(r.row, r.n, sizeof *r.row, by_bytes);
   while (r.n && r.row[r.n - 1].bytes < all / LEAST_SHARE) r.n--;
   return r;
}

void store_data_free(StoreReport* r)
{
   for (size_t i = 0; i < r->codes.capacity; i++)
      if (r->codes.entries[i].value) host_free(r->codes.entries[i].value);
   map_clear(&r->codes);
   host_free(r->row);
   *r = (StoreReport){0};
}

static void number_code(const StoreCode* c, DataNumbers* numbers)
{
   data_numbers_add(numbers, code_position_function(&c->code));
   if (c->is_called) data_numbers_add(numbers, code_position_function(&c->call));
}

void store_data_number(const StoreReport* r, DataNumbers* numbers)
{
   for (uint32_t i = 0; i < r->n; i++) {
      number_code(r->row[i].first, numbers);
      number_code(r->row[i].second, numbers);
   }
}

static void write_position(Json* j, const CodePosition* p, const DataNumbers* numbers)
{
   json_number(j, data_numbers_of(numbers, code_position_function(p)));
   json_number(j, p->line);
}

// [function, line], or [function, line, caller, line of the call].
static void write_code(Json* j, const char* key, const StoreCode* c, const DataNumbers* numbers)
{
   json_key(j, key);
   json_array(j);
   write_position(j, &c->code, numbers);
   if (c->is_called) write_position(j, &c->call, numbers);
   json_end_array(j);
}

void store_data_write(Json* j, const StoreReport* r, const DataNumbers* numbers)
{
   json_line(j, 0);
   json_key(j, "overwritten");
   json_array(j);
   for (const StoreRow* row = r->row; row < r->row + r->n; row++) {
      json_line(j, 2);
      json_object(j);
      write_code(j, "stored", row->first, numbers);
      write_code(j, "overwritten_by", row->second, numbers);
      json_member(j, "bytes", row->bytes);
      json_end_object(j);
   }
   json_end_array(j);
}
