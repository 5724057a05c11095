// SPDX-License-Identifier: GPL-3.0-or-later
// The processor about itself (CPUID), but for its TLBs; see callgrind/arch/arch.h.
#include <cpuid.h>

#include "pub_tool_libcbase.h"

#include "callgrind/arch/amd64/known_processors.h"
#include "callgrind/arch/arch.h"

const Geometry cpu_default_l1 = {32768, 8, 64}, cpu_default_ll = {8388608, 16, 64};

// Leaf 4, or 0x8000001D of AMD's.
Bool cpu_cache(Int index, CpuCache* c)
{
   UInt a, b, cx, d;
   if (!__get_cpuid(0, &a, &b, &cx, &d)) return False;
   Bool amd = b == signature_AMD_ebx;
   UInt leaf = amd ? 0x8000001D : 4;
   if (!__get_cpuid_count(leaf, (UInt)index, &a, &b, &cx, &d)) return False;
   UInt type = a & 31;
   if (type == 0) return False;
   c->level = (Int)(a >> 5 & 7);
   c->data = type == 1 || type == 3;
   c->code = type == 2 || type == 3;
   c->inclusive = d >> 1 & 1;
   c->geometry.line_B = (b & 0xFFF) + 1;
   UInt partitions = (b >> 12 & 0x3FF) + 1;
   c->geometry.ways = (b >> 22) + 1;
   c->geometry.size_B = (ULong)c->geometry.ways * partitions * c->geometry.line_B * (cx + 1);
   return True;
}

// Zeros for what it does not say.
static ProcessorId processor_id(void)
{
   ProcessorId id = {0, 0, 0};
   UInt a, b, c, d;
   if (__get_cpuid(0, &a, &b, &c, &d)) id.vendor = b;
   if (__get_cpuid(1, &a, &b, &c, &d)) id.signature = a;
   if (id.vendor == signature_INTEL_ebx && __get_cpuid_count(0x1A, 0, &a, &b, &c, &d))
      id.core = a;
   return id;
}

// AMD's does from Zen on.
Bool cpu_ll_takes_evicted(void)
{
   const ProcessorId id = processor_id();
   return id.vendor == signature_AMD_ebx && processor_family(id.signature) >= 0x17;
}

Bool cpu_name(HChar name[CPU_NAME_B])
{
   UInt text[CPU_NAME_B / sizeof(UInt)], *n = text;
   for (UInt leaf = 0x80000002; leaf <= 0x80000004; leaf++, n += 4)
      if (!__get_cpuid(leaf, &n[0], &n[1], &n[2], &n[3])) return False;
   VG_(memcpy)(name, text, sizeof text);
   return True;
}

const HChar* cpu_preset(void)
{
   const ProcessorId id = processor_id();
   return known_processor(&id);
}

Bool cpu_has_avx2(void)
{
   __builtin_cpu_init(); // there are no constructors in a tool
   return __builtin_cpu_supports("avx2") != 0;
}
