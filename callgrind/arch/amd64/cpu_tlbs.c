// SPDX-License-Identifier: GPL-3.0-or-later
// TLBs of the processor, from CPUID leaves 0x18 and 2 (Intel), or 0x80000005 and 0x80000006 (AMD); see
// callgrind/arch/arch.h.
#include <cpuid.h>

#include "callgrind/arch/arch.h"

typedef struct {
   UInt a, b, c, d;
} Leaf;

static Bool read_leaf(UInt leaf, UInt subleaf, Leaf* l)
{
   return __get_cpuid_count(leaf, subleaf, &l->a, &l->b, &l->c, &l->d) != 0;
}

// The nearest TLB that we can simulate: with more ways, if the sets are no power of two.
static TlbGeometry usable(UInt entries, UInt ways)
{
   TlbGeometry t = {entries, ways < entries ? ways : entries};
   if (entries == 0 || entries > TLB_ENTRIES_MAX) return (TlbGeometry){0, 0};
   if (t.ways == 0) t.ways = 1;
   while (tlb_geometry_error(&t)) t.ways++; // ends with a single set
   return t;
}

// ------------------------------------------------------------------------------------- Intel

// Arrays of one TLB, each for pages of 4 KiB and of one larger size, are searched together.
static void add(TlbGeometry* t, UInt entries, UInt ways)
{
   *t = usable(t->entries + entries, t->ways + ways);
}

static void intel_leaf_0x18(CpuTlbs* t)
{
   enum { DATA = 1, CODE, UNIFIED, LOADS }; // types; stores are 5
   enum { CODE_MIN = 16 };
   Leaf l;
   if (!read_leaf(0x18, 0, &l)) return;
   const UInt last = l.a < 64 ? l.a : 64;
   for (UInt i = 0; i <= last && read_leaf(0x18, i, &l); i++) {
      const UInt type = l.d & 31, level = l.d >> 5 & 7, ways = l.b >> 16, entries = ways * l.c;
      if (!(l.b & 1)) continue; // not for 4 KiB
      if (level == 1 && (type == DATA || type == LOADS)) add(&t->dtlb, entries, ways);
      // Ice Lake says that it has 8 for all sizes, but these are the ones for large pages.
      if (level == 1 && type == CODE && entries >= CODE_MIN) add(&t->itlb, entries, ways);
      if (level == 2 && (type == DATA || type == UNIFIED)) add(&t->stlb, entries, ways);
   }
}

// Processors without leaf 0x18 have descriptors of a byte each.
static void intel_descriptor(UInt byte, CpuTlbs* t)
{
   switch (byte) {
   case 0x03:
   case 0xBA: t->dtlb = (TlbGeometry){64, 4}; break;
   case 0x61: t->itlb = (TlbGeometry){48, 48}; break;
   case 0xA0: t->dtlb = (TlbGeometry){32, 32}; break;
   case 0xB0: t->itlb = (TlbGeometry){128, 4}; break;
   case 0xB2: t->itlb = (TlbGeometry){64, 4}; break;
   case 0xB3: t->dtlb = (TlbGeometry){128, 4}; break;
   case 0xB4: t->dtlb = (TlbGeometry){256, 4}; break;
   case 0xB5: t->itlb = (TlbGeometry){64, 8}; break;
   case 0xB6: t->itlb = (TlbGeometry){128, 8}; break;
   case 0xC1: t->stlb = (TlbGeometry){1024, 8}; break;
   case 0xC3: t->stlb = (TlbGeometry){1536, 12}; break; // of Skylake; the manual says 6 ways
   case 0xCA: t->stlb = (TlbGeometry){512, 4}; break;
   default: break;
   }
}

static void intel_leaf_2(CpuTlbs* t)
{
   Leaf l;
   if (!read_leaf(2, 0, &l)) return;
   const UInt registers[] = {l.a & ~0xFFu, l.b, l.c, l.d}; // the lowest byte is no descriptor
   for (UInt i = 0; i < 4; i++)
      for (UInt shift = 0; shift < 32 && !(registers[i] >> 31); shift += 8)
         intel_descriptor(registers[i] >> shift & 0xFF, t);
}

// --------------------------------------------------------------------------------------- AMD

// Ways of second level TLBs by their code; 255: fully associative, 0: none or not said.
static const UChar amd_ways[16] = {0, 1, 2, 3, 4, 6, 8, 0, 16, 8, 32, 48, 64, 96, 128, 255};

static TlbGeometry amd_first(UInt word)
{
   const UInt entries = word & 0xFF, ways = word >> 8 & 0xFF;
   return usable(entries, ways == 255 ? entries : ways);
}

static TlbGeometry amd_second(UInt word, UInt unit)
{
   const UInt entries = (word & 0xFFF) * unit, ways = amd_ways[word >> 12 & 15];
   if (ways == 0) return (TlbGeometry){0, 0};
   return usable(entries, ways == 255 ? entries : ways);
}

// Leaf 0x80000019 has nothing to add: it is about pages of 1 GiB.
static void amd(CpuTlbs* t)
{
   Leaf l;
   if (read_leaf(0x80000005, 0, &l)) {
      t->itlb = amd_first(l.b & 0xFFFF);
      t->dtlb = amd_first(l.b >> 16);
   }
   // Since Zen 5 second levels are counted in units of 32. Hypervisors may hide the bit that says so: then the second
   // level would be hardly larger than the first.
   const Bool in_units = read_leaf(0x80000021, 0, &l) && l.a >> 14 & 1;
   if (!read_leaf(0x80000006, 0, &l)) return;
   t->stlb = amd_second(l.b >> 16, in_units ? 32 : 1);
   if (t->stlb.entries < 2 * t->dtlb.entries) t->stlb = amd_second(l.b >> 16, 32);
}

CpuTlbs cpu_tlbs(void)
{
   CpuTlbs t = {{0, 0}, {0, 0}, {0, 0}};
   Leaf l;
   if (!read_leaf(0, 0, &l)) return t;
   if (l.b == signature_AMD_ebx) {
      amd(&t);
   } else if (l.b == signature_INTEL_ebx) {
      intel_leaf_0x18(&t);
      if (!t.dtlb.entries && !t.stlb.entries) intel_leaf_2(&t);
   }
   return t;
}
