// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in the data file; see data_numbers.h.
#include "writers/data_numbers.h"

#include "writers/model.h"

typedef struct {
   uint64_t first, second;
} Key;

static Key key_of(const DataFunction* f)
{
   return (Key){map_hash_string(f->name) * 31 + map_hash_string(f->file) + f->inlined,
                map_hash_string(f->module) | 1};
}

uint64_t data_numbers_add(DataNumbers* n, DataFunction f)
{
   const Key key = key_of(&f);
   const uintptr_t known = (uintptr_t)map_get(&n->by_name, key.first, key.second);
   if (known) return known - 1;
   if (n->n_functions == n->capacity) {
      n->capacity = n->capacity ? 2 * n->capacity : 64;
      n->functions =
         host_realloc("writers.data_numbers", n->functions, n->capacity * sizeof *n->functions);
   }
   n->functions[n->n_functions++] = f;
   map_put(&n->by_name, key.first, key.second, (void*)(uintptr_t)n->n_functions);
   return n->n_functions - 1;
}

uint64_t data_numbers_of(const DataNumbers* n, DataFunction f)
{
   const Key key = key_of(&f);
   const uintptr_t known = (uintptr_t)map_get(&n->by_name, key.first, key.second);
   XG_ASSERT(known);
   return known - 1;
}

DataFunction data_function_of(const Function* function, const char* file)
{
   return (DataFunction){function->name, file, function->file->module->name, false};
}

DataFunction data_function_of_frame(const ObjectFrame* f)
{
   return (DataFunction){f->function, f->file, f->module, f->inlined};
}

void data_numbers_list(DataNumbers* n, const MemObject* o)
{
   if (!n->objects)
      n->objects =
         host_zalloc("writers.data_numbers", MODEL->objects.set.n_objects * sizeof *n->objects);
   n->objects[o->number] = ++n->n_objects;
}

uint64_t data_numbers_of_nth_object(const DataNumbers* n, uint32_t number)
{
   return n->objects && n->objects[number] ? n->objects[number] - 1 : JSON_NULL;
}

uint64_t data_numbers_of_object(const DataNumbers* n, const MemObject* o)
{
   return data_numbers_of_nth_object(n, o->number);
}

void data_numbers_write_functions(Json* j, const DataNumbers* n)
{
   json_line(j, 0);
   json_key(j, "functions");
   json_array(j);
   for (uint64_t i = 0; i < n->n_functions; i++) {
      const DataFunction* f = &n->functions[i];
      json_line(j, 2);
      json_object(j);
      json_member_text(j, "name", f->name);
      json_member_text(j, "file", f->file);
      json_member_text(j, "module", f->module);
      if (f->inlined) {
         json_key(j, "inlined");
         json_bool(j, true);
      }
      json_end_object(j);
   }
   json_line(j, 0);
   json_end_array(j);
}

void data_numbers_free(DataNumbers* n)
{
   map_clear(&n->by_name);
   host_free(n->functions);
   host_free(n->objects);
   *n = (DataNumbers){0};
}
