// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which bytes of a memory object are accessed, as JSON (docs/data-format.md, "Bytes").
//
//    byte_data_write(writer, object_bytes_of(object));    // "bytes": {...},
#ifndef XG_OUTPUT_BYTE_DATA_H
#define XG_OUTPUT_BYTE_DATA_H

#include "base/writer.h"
#include "engine/object_bytes.h"

// Writes the key of an object and a comma; nothing for an object without accesses.
void byte_data_write(Writer* w, const ObjectBytes* b);

#endif
