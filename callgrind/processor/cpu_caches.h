// SPDX-License-Identifier: GPL-3.0-or-later
//
// The caches of the processor we run on, as defaults of the simulation and for --machine=native.
//
//    Geometry i1 = {0}, d1 = {32768, 8, 64}, ll = {0};
//    cpu_caches_fill(&i1, &d1, &ll);                   // i1 and ll are the processor's
//    CpuCache c;
//    for (Int i = 0; cpu_cache_from_sysfs(i, &c); i++) ...
#ifndef XG_CALLGRIND_PROCESSOR_CPU_CACHES_H
#define XG_CALLGRIND_PROCESSOR_CPU_CACHES_H

#include "pub_tool_basics.h"

#include "cachesim/geometry.h"

enum { CPU_CACHES_MAX = 16 }; // nobody has more

typedef struct {
   Geometry geometry;
   Int level;
   Bool data, code;
   Bool inclusive; // of the levels above it; known from the processor only
} CpuCache;

// The index-th cache, from 0, as the kernel describes it; False behind the last one.
Bool cpu_cache_from_sysfs(Int index, CpuCache* c);

// Fills in each geometry whose size is 0.  Sources in order: the kernel, the processor, a
// documented default.
void cpu_caches_fill(Geometry* i1, Geometry* d1, Geometry* ll);

#endif
