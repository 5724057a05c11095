// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of the processor; see callgrind/arch/arch.h.  Programs may not ask it for its caches, which the
// kernel describes, and nobody says what TLBs it has.
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"

#include "callgrind/arch/arch.h"
#include "callgrind/arch/arm64/known_cores.h"

// Level 1 of Neoverse N1.
const Geometry cpu_default_l1 = {65536, 4, 64}, cpu_default_ll = {8388608, 16, 64};

Bool cpu_cache(Int index, CpuCache* c)
{
   (void)index, (void)c;
   return False;
}

Bool cpu_ll_takes_evicted(void)
{
   return False;
}

Bool cpu_name(HChar name[CPU_NAME_B])
{
   (void)name;
   return False;
}

// The register that says which core this is, as the kernel has read it; 0: it does not say.
static ULong main_id(void)
{
   HChar text[32];
   const SysRes r =
      VG_(open)("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1", VKI_O_RDONLY, 0);
   if (sr_isError(r)) return 0;
   const Int n = VG_(read)((Int)sr_Res(r), text, sizeof text - 1);
   VG_(close)((Int)sr_Res(r));
   if (n <= 0) return 0;
   text[n] = '\0';
   return VG_(strtoull16)(text, NULL);
}

const HChar* cpu_preset(void)
{
   return known_core(main_id());
}

Bool cpu_has_avx2(void)
{
   return False;
}

CpuTlbs cpu_tlbs(void)
{
   return (CpuTlbs){{0, 0}, {0, 0}, {0, 0}};
}
