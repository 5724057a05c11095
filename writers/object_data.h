// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes memory objects as JSON: "stacks" and "objects" of the data file (docs/data-format.md).
//
// Contract: costs of objects are flushed.
//
//    ObjectReport* r = object_data_new(&numbers, false);  // of the objects that are listed
//    object_data_write(&json, r, &numbers);
//    object_data_free(r);
#ifndef XG_WRITERS_OBJECT_DATA_H
#define XG_WRITERS_OBJECT_DATA_H

#include "writers/data_numbers.h"

typedef struct ObjectReport ObjectReport;

// Finds the lines of code of all listed objects, and adds their functions.
// simulation: whose costs these are.
ObjectReport* object_data_new(DataNumbers* numbers, uint32_t simulation);
void object_data_free(ObjectReport* r);
void object_data_write(Json* j, const ObjectReport* r, const DataNumbers* numbers);

#endif
