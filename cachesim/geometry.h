// SPDX-License-Identifier: GPL-3.0-or-later
//
// Size, associativity and line size of one cache, as users write them: `size,ways,line`.
//
// Contract: what geometry_error() accepts, every cache of this folder can simulate.
// Ownership: a Geometry is a plain value; messages are constants.
//
//    Geometry g;
//    const char* error = geometry_parse("32K,8,64", &g);
//    if (error) ...  // a sentence without a final stop
#ifndef XG_CACHESIM_GEOMETRY_H
#define XG_CACHESIM_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "cachesim/policy.h"

enum { LINE_MIN_B = 16, LINE_MAX_B = 512, WAYS_MAX = 4096 };

typedef struct {
   uint64_t size_B;
   uint32_t ways;
   uint32_t line_B;
} Geometry;

// Number of sets of a valid geometry; need not be a power of two.
uint64_t geometry_sets(const Geometry* g);
// NULL when valid, else the reason as a sentence that can follow "...: ".
const char* geometry_error(const Geometry* g);
// Reads decimal "size,ways,line", where the size may end in K, M or G, or KiB, MiB or GiB, which
// are 1024, 1024^2 and 1024^3 bytes.  KB may be 1000 bytes and is refused.  Returns NULL and fills
// *g, or the reason as above.
const char* geometry_parse(const char* text, Geometry* g);
// NULL, or the reason why these caches cannot form a hierarchy; of size 0, a level is not there.
const char* geometry_hierarchy_error(const Geometry* i1, const Geometry* d1,
                                     const Geometry between[LEVELS_BETWEEN],
                                     const Geometry* ll);

#endif
