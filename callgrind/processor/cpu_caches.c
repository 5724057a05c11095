// SPDX-License-Identifier: GPL-3.0-or-later
// Default cache geometries; see cpu_caches.h.
#include "callgrind/processor/cpu_caches.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"

#include "callgrind/arch/arch.h"

static Int read_text(Int index, const HChar* name, HChar* text, Int size)
{
   HChar path[128];
   VG_(sprintf)(path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", index, name);
   SysRes r = VG_(open)(path, VKI_O_RDONLY, 0);
   if (sr_isError(r)) return 0;
   Int n = VG_(read)((Int)sr_Res(r), text, size - 1);
   VG_(close)((Int)sr_Res(r));
   if (n <= 0) return 0;
   text[n] = '\0';
   return n;
}

// A number that may end in K or M.
static ULong read_number(Int index, const HChar* name)
{
   HChar text[64], *end;
   if (!read_text(index, name, text, sizeof text)) return 0;
   ULong n = (ULong)VG_(strtoll10)(text, &end);
   return *end == 'K' ? n << 10 : *end == 'M' ? n << 20 : n;
}

Bool cpu_cache_from_sysfs(Int index, CpuCache* c)
{
   HChar type[64];
   if (!read_text(index, "type", type, sizeof type)) return False;
   c->level = (Int)read_number(index, "level");
   c->geometry.size_B = read_number(index, "size");
   c->geometry.line_B = (UInt)read_number(index, "coherency_line_size");
   ULong sets = read_number(index, "number_of_sets");
   c->geometry.ways = (UInt)read_number(index, "ways_of_associativity");
   if (!c->geometry.ways && sets && c->geometry.line_B)
      c->geometry.ways = (UInt)(c->geometry.size_B / sets / c->geometry.line_B);
   c->data = type[0] == 'D' || type[0] == 'U';
   c->code = type[0] == 'I' || type[0] == 'U';
   c->inclusive = False;
   return True;
}

// Takes over a cache where it is wanted and usable.
static void consider(const CpuCache* c, Geometry* i1, Geometry* d1, Geometry* ll, Int* ll_level)
{
   if (geometry_error(&c->geometry)) return;
   if (c->level == 1 && c->code && !i1->size_B) *i1 = c->geometry;
   if (c->level == 1 && c->data && !d1->size_B) *d1 = c->geometry;
   if (c->level > 1 && c->level > *ll_level && c->data) {
      *ll = c->geometry;
      *ll_level = c->level;
   }
}

void cpu_caches_fill(Geometry* i1, Geometry* d1, Geometry* ll)
{
   Bool (*const source[])(Int, CpuCache*) = {cpu_cache_from_sysfs, cpu_cache};
   Int ll_level = ll->size_B ? 1000 : 1;
   for (Int s = 0; s < 2; s++) {
      CpuCache c;
      for (Int index = 0; index < CPU_CACHES_MAX && source[s](index, &c); index++)
         consider(&c, i1, d1, ll, &ll_level);
      if (i1->size_B && d1->size_B && ll->size_B) return;
   }
   if (!i1->size_B) *i1 = cpu_default_l1;
   if (!d1->size_B) *d1 = cpu_default_l1;
   if (!ll->size_B) *ll = cpu_default_ll;
}
