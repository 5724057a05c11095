// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prefetch instructions (docs/cycles.md): they bring lines into the caches, and pages into the TLBs, and are no accesses: what
// they miss is counted as no miss, has no class, and nobody waits for it.  A line that nobody uses then is charged to
// them.
//
// Contract: an instruction asks for one byte, aligned or not, of any address.  As in a processor, nothing comes of an address where
// there is no memory or, where first touches are known, of a page that has not been touched.
//
//    entry_points.prefetch(site, address);   // a site of SITE_PREFETCH, each time it is executed
#ifndef XG_ENGINE_PREFETCHES_H
#define XG_ENGINE_PREFETCHES_H

#include "callgraph/model.h"

// Entry point.
void prefetches_execute(Site* site, uint64_t address);

#endif
