// SPDX-License-Identifier: GPL-3.0-or-later
//
// Misses by class, of cache sets and of lines of memory, as JSON: the member "miss_classes" of the
// data file (docs/data-format.md).
//
// Contract: called with miss classes and memory objects.  Objects have the numbers of the file: those
// of the objects that is_listed() accepts, in their order.
//
//    class_data_write(&w, is_listed);      // writes ",\n\"miss_classes\": {...}"
#ifndef XG_OUTPUT_CLASS_DATA_H
#define XG_OUTPUT_CLASS_DATA_H

#include "base/writer.h"
#include "engine/engine.h"

void class_data_write(Writer* w, bool (*is_listed)(const MemObject* o));

#endif
