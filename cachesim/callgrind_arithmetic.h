// SPDX-License-Identifier: GPL-3.0-or-later
//
// Callgrind's arithmetic where it is known to be wrong, for --compat=callgrind
// (docs/differences-from-callgrind.md).
//
// Contract: hierarchy.c calls the functions below in place of its own if Hierarchy.callgrind is set,
// that is, with write-back or line use; otherwise Callgrind's arithmetic is right, but for line
// numbers of 32 bits in the prefetcher.  This is what they reproduce:
//
//    write-back  Tags of LL keep address bits 0 to 31 only, so that lines 4 GiB apart are one; tag
//                zero is an empty way, which the line with that tag hits.  The prefetcher stores line
//                numbers in place of tags.
//    line use    Keys of all caches are made of 32 bits of the address, and line zero hits an empty
//                way.  LL is asked for each line that misses L1, one by one.  Masks have 32 bits for
//                lines of any size: a bit is set if one byte of its group is accessed, and a mask of
//                a shorter line is added to that of a longer one bit by bit.  The use of L1 lines
//                evicted while collection is off is not added to LL.
//
// Ownership: all state is the hierarchy's.
//
//    if (h->callgrind) return callgrind_data(h, &request, changes);
#ifndef XG_CACHESIM_CALLGRIND_ARITHMETIC_H
#define XG_CACHESIM_CALLGRIND_ARITHMETIC_H

#include "cachesim/hierarchy.h"

// Decides whether the functions below apply, and sets up what they need: by hierarchy_init().
void callgrind_arithmetic_init(Hierarchy* h);
// As hierarchy_data().
Served callgrind_data(Hierarchy* h, const Request* r, LineChanges* changes);
// As hierarchy_fetch() if is_fetch, else as hierarchy_fetch_missed().
Served callgrind_fetch(Hierarchy* h, CodeLine* first, const Request* r, bool is_fetch,
                       LineChanges* changes);
// Takes out a line, by hierarchy_evict_next(): at a position of c, or in a way of I1 if c is NULL.
Eviction callgrind_take_line(Hierarchy* h, Cache* c, uint64_t position);
// The number of a line's bytes that a mask of 32 bits leaves out.
uint32_t callgrind_unused_B(const uint64_t* mask, uint32_t line_B);

#endif
