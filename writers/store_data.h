// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which code overwrites what other code has stored, before anybody reads it: by lines of code, and as JSON, a part of
// the file xgrind.data (docs/data-format.md), with stores.
//
//    StoreReport r = store_data_new();           // r.row[0] to r.row[r.n - 1], most bytes first
//    store_data_number(&r, &numbers);
//    store_data_write(&json, &r, &numbers);
//    store_data_free(&r);
#ifndef XG_WRITERS_STORE_DATA_H
#define XG_WRITERS_STORE_DATA_H

#include "writers/code_position.h"

// Code that stores; of a library, without lines, with the call that leads to it from code with lines.
typedef struct {
   CodePosition code;
   bool is_called;
   CodePosition call; // where it is called
} StoreCode;

typedef struct {
   const StoreCode *first, *second; // first has stored what second has overwritten
   uint64_t bytes;
} StoreRow;

typedef struct {
   StoreRow* row;
   uint32_t n;
   Map codes; // StoreCode, by StorePlace
} StoreReport;

StoreReport store_data_new(void);
void store_data_free(StoreReport* r);
// Adds the functions that it refers to.
void store_data_number(const StoreReport* r, DataNumbers* numbers);
void store_data_write(Json* j, const StoreReport* r, const DataNumbers* numbers);

#endif
