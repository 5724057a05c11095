// SPDX-License-Identifier: GPL-3.0-or-later
//
// The TLBs for pages of 4 KiB of the processor we run on.
//
//    CpuTlbs t = cpu_tlbs();
//    if (!t.dtlb.entries) ... // the processor does not say
#ifndef XG_CALLGRIND_ARCH_AMD64_CPU_TLBS_H
#define XG_CALLGRIND_ARCH_AMD64_CPU_TLBS_H

#include "cachesim/tlb_geometry.h"

// All that can be simulated; entries 0: not known.  Where stores have a TLB of their own, dtlb is
// that of loads; where fetches have a second level of their own, stlb is that of data.
typedef struct {
   TlbGeometry itlb, dtlb, stlb;
} CpuTlbs;

// Asks the processor: CPUID leaves 0x18 and 2 (Intel), or 0x80000005 and 0x80000006 (AMD).
CpuTlbs cpu_tlbs(void);

#endif
