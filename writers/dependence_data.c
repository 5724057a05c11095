// SPDX-License-Identifier: GPL-3.0-or-later
// Which code reads what other code has stored; see dependence_data.h.
#include "writers/dependence_data.h"

#include "base/array.h"
#include "engine/dependences/dependences.h"

static Map loop_of; // Function that stands for the innermost loop, by StorePlace

// --- loops ------------------------------------------------------------------------------------

// Where the place is, in the user's code if that is known.
static const Block* code_of(const StorePlace* p, uint64_t* address)
{
   const Block* b = p->call ? p->call->exit->block : p->site->block;
   *address = callgraph_instr_address(b, p->call ? p->call->exit->instr : p->site->instr);
   return b;
}

// Actors by the function of their place.  Those of one function follow each other by `next`, which ends with 0.
static struct {
   Map first; // actor's number, by Function
   uint32_t* next;
   uint32_t n; // actors that are in it
} of_function;

// Takes the actors that are new.
static void index_actors(void)
{
   const uint32_t n = dependences_actors();
   if (of_function.n == n) return;
   of_function.next =
      host_realloc("writers.dependences", of_function.next, n * sizeof *of_function.next);
   for (uint32_t i = of_function.n ? of_function.n : 1; i < n; i++) {
      uint64_t address;
      const uintptr_t f = (uintptr_t)code_of(dependences_actor(i)->code, &address)->function;
      of_function.next[i] = (uint32_t)(uintptr_t)map_get(&of_function.first, f, 0);
      map_put(&of_function.first, f, 0, (void*)(uintptr_t)i);
   }
   of_function.n = n;
}

static void note_function(const LoopScopes* l, const Function* f)
{
   uint32_t i = (uint32_t)(uintptr_t)map_get(&of_function.first, (uintptr_t)f, 0);
   for (; i; i = of_function.next[i]) {
      const StorePlace* p = dependences_actor(i)->code;
      uint64_t address;
      const Block* b = code_of(p, &address);
      const Inlined* in = loop_scopes_at(l, b, address);
      if (in && in->function) map_put(&loop_of, (uintptr_t)p, 0, in->function);
   }
}

void dependence_data_note(const LoopScopes* l, Context* const* contexts, size_t n)
{
   index_actors();
   for (size_t i = 0; i < n; i++)
      if (!i || contexts[i]->function != contexts[i - 1]->function)
         note_function(l, contexts[i]->function);
}

// --- units ------------------------------------------------------------------------------------

static DependenceUnit unit_of(const Actor* a)
{
   if (a->region) return (DependenceUnit){.region = a->region};
   uint64_t address;
   const Block* b = code_of(a->code, &address);
   const Function* f = map_get(&loop_of, (uintptr_t)a->code, 0);
   if (!f) f = b->function;
   return (DependenceUnit){.function = data_function_of(f, f->file->name)};
}

static bool are_same(const DependenceUnit* x, const DependenceUnit* y)
{
   if (x->region || y->region)
      return x->region && y->region && host_strcmp(x->region, y->region) == 0;
   // A function whose blocks begin in several files is one.
   return host_strcmp(x->function.name, y->function.name) == 0
          && host_strcmp(x->function.module, y->function.module) == 0;
}

static uint64_t hash_of(const DependenceUnit* u)
{
   return map_hash_string(u->region ? u->region : u->function.name);
}

// Units of equal hash follow each other by `next`, which has their numbers and 1.
static uint32_t add_unit(DependenceReport* r, Map* first, uint32_t* next,
                         const DependenceUnit* u)
{
   const uint64_t hash = hash_of(u);
   const uint32_t head = (uint32_t)(uintptr_t)map_get(first, hash, 0);
   for (uint32_t i = head; i; i = next[i - 1])
      if (are_same(&r->unit[i - 1], u)) return i - 1;
   next[r->n_units] = head;
   r->unit[r->n_units] = *u;
   map_put(first, hash, 0, (void*)(uintptr_t)(r->n_units + 1));
   return r->n_units++;
}

// The unit of each actor; the caller frees it.
static uint32_t* make_units(DependenceReport* r)
{
   const uint32_t n = dependences_actors();
   uint32_t* unit = host_zalloc("writers.dependences", n * sizeof *unit);
   uint32_t* next = host_zalloc("writers.dependences", n * sizeof *next);
   Map first = {0};
   r->unit = host_alloc("writers.dependences", n * sizeof *r->unit);
   for (uint32_t i = 1; i < n; i++) {
      const DependenceUnit u = unit_of(dependences_actor(i));
      unit[i] = add_unit(r, &first, next, &u);
   }
   map_clear(&first);
   host_free(next);
   return unit;
}

// --- rows -------------------------------------------------------------------------------------

static int by_units(const void* va, const void* vb)
{
   const DependenceRow *a = va, *b = vb;
   int c = compare_numbers(a->from, b->from);
   if (!c) c = compare_numbers(a->to, b->to);
   return c ? c : compare_numbers(a->object->number, b->object->number);
}

static int by_bytes(const void* va, const void* vb)
{
   const DependenceRow *a = va, *b = vb;
   const int c = compare_numbers(b->bytes, a->bytes);
   return c ? c : by_units(va, vb);
}

// Rows of the same units and object become one.
static void merge(DependenceReport* r)
{
   uint32_t n = 0;
   array_sort(r->row, r->n_rows, sizeof *r->row, by_units);
   for (uint32_t i = 0; i < r->n_rows; i++) {
      if (n && by_units(&r->row[n - 1], &r->row[i]) == 0) {
         r->row[n - 1].bytes += r->row[i].bytes;
         r->row[n - 1].first_B += r->row[i].first_B;
      } else {
         r->row[n++] = r->row[i];
      }
   }
   r->n_rows = n;
}

DependenceReport dependence_data_new(void)
{
   DependenceReport r = {0};
   uint32_t* unit = make_units(&r);
   const uint32_t n = dependences_flows();
   r.row = host_alloc("writers.dependences", (n + 1ul) * sizeof *r.row);
   for (uint32_t i = 0; i < n; i++) {
      const DataFlow* f = dependences_flow(i);
      if (f->bytes)
         r.row[r.n_rows++] =
            (DependenceRow){unit[f->from], unit[f->to], f->object, f->bytes, f->first_B};
   }
   host_free(unit);
   merge(&r);
   array_sort(r.row, r.n_rows, sizeof *r.row, by_bytes);
   return r;
}

void dependence_data_free(DependenceReport* r)
{
   host_free(r->unit);
   host_free(r->row);
   *r = (DependenceReport){0};
}

void dependence_data_number(const DependenceReport* r, DataNumbers* numbers)
{
   for (uint32_t i = 0; i < r->n_units; i++)
      if (!r->unit[i].region) data_numbers_add(numbers, r->unit[i].function);
}

static void write_units(Json* j, const DependenceReport* r, const DataNumbers* numbers)
{
   json_key(j, "units");
   json_array(j);
   for (uint32_t i = 0; i < r->n_units; i++) {
      const DependenceUnit* u = &r->unit[i];
      json_line(j, 3);
      json_object(j);
      if (u->region)
         json_member_text(j, "region", u->region);
      else
         json_member(j, "function", data_numbers_of(numbers, u->function));
      json_end_object(j);
   }
   json_end_array(j);
}

void dependence_data_write(Json* j, const DependenceReport* r, const DataNumbers* numbers)
{
   json_line(j, 0);
   json_key(j, "dependences");
   json_object(j);
   json_line(j, 2);
   write_units(j, r, numbers);
   json_line(j, 2);
   json_key(j, "flows");
   json_array(j);
   for (const DependenceRow* row = r->row; row < r->row + r->n_rows; row++) {
      const uint64_t flow[] = {row->from, row->to, data_numbers_of_object(numbers, row->object),
                               row->bytes, row->first_B};
      json_line(j, 3);
      json_array(j);
      for (uint32_t i = 0; i < sizeof flow / sizeof flow[0]; i++) json_number(j, flow[i]);
      json_end_array(j);
   }
   json_end_array(j);
   json_end_object(j);
}
