// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a core takes for accesses that D1, or the first TLB, cannot serve.
#ifndef XG_CALIBRATE_MEMORY_H
#define XG_CALIBRATE_MEMORY_H

#include "calibrate/hierarchy.h"

enum { PREFETCH_STRIDE = 1, PREFETCH_STREAM = 2, PREFETCH_ADJACENT = 4 };

// Measures what the levels and TLBs of a hierarchy take, and sets their figures; core_measure() comes
// before. Returns the prefetchers that can be seen at work, or -1 if memory could not be measured.
int memory_measure(Hierarchy* h);

#endif
