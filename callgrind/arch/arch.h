// SPDX-License-Identifier: GPL-3.0-or-later
//
// All that the tool has to know of an architecture. Each has a folder here, of which configure takes one: abi.h
// and registers.h have what is known when the tool is compiled, and its C files define the functions below.
//
//    IRExpr* first = ir_register(out, guest_argument[0]);    // at a function's entry
//    for (Int i = 0; cpu_cache(i, &c); i++) ...
#ifndef XG_CALLGRIND_ARCH_ARCH_H
#define XG_CALLGRIND_ARCH_ARCH_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "cachesim/tlb_geometry.h"
#include "callgrind/processor/cpu_caches.h"

#if defined(VGA_amd64)
#include "callgrind/arch/amd64/abi.h"
#elif defined(VGA_arm64)
#include "callgrind/arch/arm64/abi.h"
#else
#error "there is no folder for this architecture"
#endif

// --- the processor we run on --------------------------------------------------------------

// The index-th cache, from 0, as the processor describes it; False behind the last one.
Bool cpu_cache(Int index, CpuCache* c);
// What is taken for a cache of level 1 or the last level that nobody describes.
extern const Geometry cpu_default_l1, cpu_default_ll;
// Whether the last level takes what the second levels evict, as far as is known.
Bool cpu_ll_takes_evicted(void);

enum { CPU_NAME_B = 48 };
// "Intel(R) Xeon(R) ...", as the processor calls itself; False if it has no name.
Bool cpu_name(HChar name[CPU_NAME_B]);
// The preset of --machine for the same core; NULL: there is none.
const HChar* cpu_preset(void);
// Whether it can run functions that are XG_AVX2.
Bool cpu_has_avx2(void);

// TLBs for pages of 4 KiB, all of which can be simulated; entries 0: not known.  Where stores have a TLB of
// their own, dtlb is that of loads; where fetches have a second level of their own, stlb is that of data.
typedef struct {
   TlbGeometry itlb, dtlb, stlb;
} CpuTlbs;
CpuTlbs cpu_tlbs(void);

// --- code ---------------------------------------------------------------------------------

// Longest stub of a PLT, up to where it jumps; so many bytes must be readable where one is looked for.
enum { PLT_STUB_B = 16 };
// Whether a stub of a PLT begins here, one for a function.
Bool code_is_plt_stub(const UChar* code);
// Whether this is a PLT's first entry, which goes to the dynamic linker's lazy-binding routine.
Bool code_is_plt_start(const UChar* code);
// Whether that routine ends with the instruction before this address: a jump to what it has found.
enum { RESOLVER_JUMP_B = 4 };
Bool code_ends_resolver(const UChar* end);
// Whether the instruction before this address is a jump that VEX says is a call.
Bool code_is_no_call(const UChar* end);
// Whether an instruction that stores does so past the caches, without loading the line.  VEX's intermediate code
// does not say it.
Bool code_stores_past_caches(const UChar* code, UInt size_B);

// Instructions that no version of Valgrind knows: what they are called, and with what a compiler makes none.
typedef struct {
   const HChar *family, *without;
} UnknownCode;
// What an instruction that VEX has not decoded belongs to, by its first bytes, of which there are 1 << CODE_ZERO_BITS;
// NULL: nothing is known of it.
const UnknownCode* code_unknown(const UChar* code);

// --- generated code -----------------------------------------------------------------------

// A function that generated code calls with the registers of its thread, the first of the guest state.
typedef void StateHelper(UChar* registers);
// What it is to call so that `helper` gets them, and with which arguments.
void* state_call(StateHelper* helper, IRExpr*** args);

#endif
