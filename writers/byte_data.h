// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which bytes of a memory object are accessed, as JSON (docs/data-format.md, "Bytes").
//
//    byte_data_write(&json, object_bytes_of(object));    // "bytes": {...}
#ifndef XG_WRITERS_BYTE_DATA_H
#define XG_WRITERS_BYTE_DATA_H

#include "engine/bytes/object_bytes.h"
#include "writers/json.h"

// Writes a member of an object; nothing for an object without accesses.
void byte_data_write(Json* j, const ObjectBytes* b);

#endif
