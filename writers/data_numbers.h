// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that the parts of the data file (docs/data-format.md) refer to each other by: of functions and of
// memory objects.  They are all known before the first part is written; what writes reads them.
//
// Invariants: functions[i] is the function with number i; objects have numbers in their order, from 0.
// Ownership: names belong to the call graph and the objects.
//
//    DataNumbers numbers = {0};
//    data_numbers_list(&numbers, object);                      // each object of the file
//    data_numbers_add(&numbers, data_function_of(function, file->name));    // each that a part refers to
//    data_numbers_write_functions(&json, &numbers);
//    json_number(&json, data_numbers_of(&numbers, data_function_of(function, file->name)));
//    data_numbers_free(&numbers);
#ifndef XG_WRITERS_DATA_NUMBERS_H
#define XG_WRITERS_DATA_NUMBERS_H

#include "base/map.h"
#include "engine/engine.h"
#include "writers/json.h"

// A function in a source file: one for each file that its lines are of.
typedef struct {
   const char *name, *file, *module;
   bool inlined;
} DataFunction;

typedef struct {
   Map by_name; // numbers + 1, by name, file and module
   DataFunction* functions;
   uint64_t n_functions, capacity;
   uint64_t* objects; // numbers in the file + 1, by MemObject.number; 0: it is not there
   uint64_t n_objects;
} DataNumbers;

void data_numbers_free(DataNumbers* n);
// The object is in the file, behind those listed so far.
void data_numbers_list(DataNumbers* n, const MemObject* o);
DataFunction data_function_of(const Function* function, const char* file);
DataFunction data_function_of_frame(const ObjectFrame* f);
// The function is in the file, once; returns its number.
uint64_t data_numbers_add(DataNumbers* n, DataFunction f);
// The number of a function that was added.
uint64_t data_numbers_of(const DataNumbers* n, DataFunction f);
// JSON_NULL: the file does not have the object.
uint64_t data_numbers_of_object(const DataNumbers* n, const MemObject* o);
// Likewise, by MemObject.number.
uint64_t data_numbers_of_nth_object(const DataNumbers* n, uint32_t number);
// The file's list of functions.
void data_numbers_write_functions(Json* j, const DataNumbers* n);

#endif
