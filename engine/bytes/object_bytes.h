// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which bytes of memory objects are accessed, and how often; loads and stores apart.
//
// Contract: the entry point `bytes` is called at every data access, with the address, whatever caches,
// hot lines and sampling do; it changes nothing but its own counters.  Accesses count while collection is
// on.  One that lies in several ranges counts for each.
//
// Of a range of at most OBJECT_BYTES_MAX bytes, a mapping excepted, each byte has counters, by its
// offset from the start; all such ranges of an object have the same ones.  Of other ranges, a byte counts
// at its place in a line of BYTES_OF_LINE bytes, and an access once for each BYTES_PARTS-th part of the
// range that it touches.  Memory of nobody belongs to the object "unknown" and has no parts.
//
// Ownership: the counters belong to the engine; they are kept by number of the object.
//
//    object_bytes_init();                      // by engine_init()
//    object_bytes_access(site, address);
//    const ObjectBytes* b = object_bytes_of(object);    // NULL: no access
#ifndef XG_ENGINE_BYTES_OBJECT_BYTES_H
#define XG_ENGINE_BYTES_OBJECT_BYTES_H

#include "callgraph/model.h"
#include "memobj/objects.h"

enum { OBJECT_BYTES_MAX = 4096, BYTES_OF_LINE = 64, BYTES_PARTS = 256 };

// By ByteAccess.
typedef enum { BYTES_LOADED, BYTES_STORED, BYTE_ACCESSES } ByteAccess;

// Accesses to ranges that are too large for counters of each byte.
typedef struct {
   uint64_t line[BYTE_ACCESSES][BYTES_OF_LINE]; // by address modulo BYTES_OF_LINE
   uint64_t part[BYTE_ACCESSES][BYTES_PARTS];
   bool has_parts;
} LargeBytes;

// Invariants: count[a] has size_B numbers, the size of the largest small range accessed so far;
// NULL if there is none.
typedef struct {
   uint64_t* count[BYTE_ACCESSES];
   uint32_t size_B;
   LargeBytes* large; // NULL: there is no such range
} ObjectBytes;

typedef struct {
   ObjectBytes** by_object; // by number; NULL: no access
   uint32_t n_by_object;    // room for
} ObjectByteCounters;

void object_bytes_init(void);
// A data access of the running thread.
void object_bytes_access(const Site* site, uint64_t address);
// The object's counters, which may be empty; NULL: it has none.
const ObjectBytes* object_bytes_of(const MemObject* o);
// Forgets all accesses.
void object_bytes_zero(void);

#endif
