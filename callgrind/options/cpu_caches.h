// SPDX-License-Identifier: GPL-3.0-or-later
//
// The caches of the processor we run on, as defaults of the simulation.
//
//    Geometry i1 = {0}, d1 = {32768, 8, 64}, ll = {0};
//    cpu_caches_fill(&i1, &d1, &ll);                   // i1 and ll are the processor's
#ifndef XG_CALLGRIND_OPTIONS_CPU_CACHES_H
#define XG_CALLGRIND_OPTIONS_CPU_CACHES_H

#include "pub_tool_basics.h"

#include "cachesim/geometry.h"

// Fills in each geometry whose size is 0.  Sources in order: the kernel (sysfs), the processor
// (CPUID leaf 4 or 0x8000001D), a documented default.
void cpu_caches_fill(Geometry* i1, Geometry* d1, Geometry* ll);

#endif
