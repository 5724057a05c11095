// SPDX-License-Identifier: GPL-3.0-or-later
//
// Misses by class, of cache sets and of lines of memory, as JSON: the member "miss_classes" of the
// data file (docs/data-format.md).
//
// Contract: called with miss classes and memory objects.
//
//    class_data_write(&json, &numbers, false);    // "miss_classes": {...}
#ifndef XG_WRITERS_CLASS_DATA_H
#define XG_WRITERS_CLASS_DATA_H

#include "writers/data_numbers.h"

// simulation: whose they are.
void class_data_write(Json* j, const DataNumbers* numbers, uint32_t simulation);

#endif
