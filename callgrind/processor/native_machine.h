// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hierarchy of the processor we run on, for --machine=native.
//
// Contract: latencies, processor, rates, operations, units and prefetchers are those of the preset of the same
// core, if there is one, as are TLBs that the processor does not describe.  What neither the processor (CPUID) nor the kernel (sysfs) nor a preset knows
// stays as it is.
//
//    native_machine_load(); // options.d1, options.between, options.stlb, ... are set
#ifndef XG_CALLGRIND_PROCESSOR_NATIVE_MACHINE_H
#define XG_CALLGRIND_PROCESSOR_NATIVE_MACHINE_H

// Sets caches, what the last level holds, TLBs, and what a core has besides.  Says what it has found
// with -v; which preset it has asked, and what it has not found, unless with -q.
void native_machine_load(void);

#endif
