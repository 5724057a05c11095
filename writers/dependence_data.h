// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which code reads what other code has stored, as JSON, a part of the file xgrind.data (docs/data-format.md), with
// dependences.  A unit is a region that the program has marked; else the innermost loop, if loops are found, or the function.
// What a library does that is not the user's belongs to the unit of its call.
//
//    dependence_data_note(&loops, contexts, n);       // when a function's loops are known
//    DependenceReport r = dependence_data_new();
//    dependence_data_number(&r, &numbers);
//    dependence_data_write(&json, &r, &numbers);
//    dependence_data_free(&r);
#ifndef XG_WRITERS_DEPENDENCE_DATA_H
#define XG_WRITERS_DEPENDENCE_DATA_H

#include "writers/data_numbers.h"
#include "writers/loop_scopes.h"

typedef struct {
   const char* region; // NULL: it is a function or a loop
   DataFunction function;
} DependenceUnit;

typedef struct {
   uint32_t from, to; // units
   const MemObject* object;
   uint64_t bytes, first_B;
} DependenceRow;

typedef struct {
   DependenceUnit* unit; // in the order in which they first loaded or stored
   uint32_t n_units;
   DependenceRow* row; // most bytes first
   uint32_t n_rows;
} DependenceReport;

// Which of the function's loops its places are in.
void dependence_data_note(const LoopScopes* l, Context* const* contexts, size_t n);
DependenceReport dependence_data_new(void);
void dependence_data_free(DependenceReport* r);
// Adds the functions that it refers to.
void dependence_data_number(const DependenceReport* r, DataNumbers* numbers);
void dependence_data_write(Json* j, const DependenceReport* r, const DataNumbers* numbers);

#endif
