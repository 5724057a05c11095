// SPDX-License-Identifier: GPL-3.0-or-later
//
// Entries and associativity of one TLB, as users write them: `entries,ways`.
//
// Contract: without entries there is no such TLB; with as many ways as entries it is fully
// associative.
// Ownership: a TlbGeometry is a plain value; messages are constants.
//
//    TlbGeometry t;
//    const char* error = tlb_geometry_parse("64,4", &t);
//    if (error) ...  // a sentence without a final stop
#ifndef XG_CACHESIM_TLB_GEOMETRY_H
#define XG_CACHESIM_TLB_GEOMETRY_H

#include <stdint.h>

enum { TLB_ENTRIES_MAX = 65536 };

typedef struct {
   uint32_t entries; // 0: there is no such TLB
   uint32_t ways;
} TlbGeometry;

// Number of sets of a TLB that is there.
uint32_t tlb_geometry_sets(const TlbGeometry* t);
// NULL when such a TLB can be simulated, else the reason as a sentence that can follow "...: ".
const char* tlb_geometry_error(const TlbGeometry* t);
// Reads decimal "entries,ways", or "none".  Returns NULL and fills *t, or the reason as above.
const char* tlb_geometry_parse(const char* text, TlbGeometry* t);

#endif
