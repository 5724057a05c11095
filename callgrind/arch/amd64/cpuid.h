// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the processor we run on says of itself (CPUID), but for its TLBs (cpu_tlbs.h).
//
//    CpuCache c;
//    for (Int i = 0; cpuid_cache(i, &c); i++) ...
#ifndef XG_CALLGRIND_ARCH_AMD64_CPUID_H
#define XG_CALLGRIND_ARCH_AMD64_CPUID_H

#include "callgrind/arch/amd64/known_processors.h"
#include "callgrind/machine/cpu_caches.h"

enum { CPUID_NAME_B = 48 };

// The index-th cache, from 0 (leaf 4, or 0x8000001D of AMD's); False behind the last one.
Bool cpuid_cache(Int index, CpuCache* c);
// Zeros for what it does not say.
ProcessorId cpuid_processor(void);
// Whether the last level takes what the second levels evict: AMD's does from Zen on.
Bool cpuid_ll_takes_evicted(void);
// "Intel(R) Xeon(R) ...", as the processor calls itself; False if it has no name.
Bool cpuid_name(HChar name[CPUID_NAME_B]);

#endif
