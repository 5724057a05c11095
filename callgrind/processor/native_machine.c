// SPDX-License-Identifier: GPL-3.0-or-later
// The hierarchy of the processor we run on; see native_machine.h.
#include "callgrind/processor/native_machine.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#include "callgrind/arch/arch.h"
#include "callgrind/options/options.h"
#include "callgrind/processor/cpu_caches.h"
#include "callgrind/processor/levels.h"
#include "callgrind/processor/presets.h"

// The cache of a level for data, or for code, from the processor or else from the kernel.
static Bool find(Int level, Bool data, CpuCache* c)
{
   Bool (*const source[])(Int, CpuCache*) = {cpu_cache, cpu_cache_from_sysfs};
   for (Int s = 0; s < 2; s++)
      for (Int i = 0; i < CPU_CACHES_MAX && source[s](i, c); i++)
         if (c->level == level && (data ? c->data : c->code) && !geometry_error(&c->geometry))
            return True;
   return False;
}

static LlPolicy policy_of(const CpuCache* ll)
{
   const UInt n = levels_between();
   if (!n) return LL_NEITHER;
   const Geometry* front = &options.between[n - 1];
   if (ll->inclusive && ll->geometry.size_B >= front->size_B) return LL_INCLUSIVE;
   const Bool one_line = front->line_B == ll->geometry.line_B;
   return cpu_ll_takes_evicted() && one_line ? LL_EXCLUSIVE : LL_NEITHER;
}

// False: the processor and the kernel report none, as in some virtual machines, and the preset of the same core has them.
static Bool load_caches(Bool has_preset)
{
   enum { LEVEL_MAX = 4 };
   CpuCache c;
   const Bool has_i1 = find(1, False, &c);
   if (has_i1) options.i1 = c.geometry;
   const Bool has_d1 = find(1, True, &c);
   if (has_d1) options.d1 = c.geometry;
   Int last = LEVEL_MAX;
   while (last > 1 && !find(last, True, &c)) last--;
   if (has_preset && !has_i1 && !has_d1 && last == 1) return False;
   if (VG_(clo_verbosity) > 0 && !(has_i1 && has_d1 && last > 1)) VG_(umsg)
   ("The processor and the kernel do not report all caches; these have usual sizes unless "
    "options "
    "give "
    "them:%s%s%s\n",
    has_i1 ? "" : " I1", has_d1 ? "" : " D1", last > 1 ? "" : " LL");
   if (last == 1) return True;
   options.ll = c.geometry;
   VG_(memset)(options.between, 0, sizeof options.between);
   CpuCache between;
   for (Int i = 0; i < LEVELS_BETWEEN && 2 + i < last && find(2 + i, True, &between); i++)
      options.between[i] = between.geometry;
   options.ll_policy = policy_of(&c);
   return True;
}

enum { TLBS = 3, TLB_NAMES_B = 32, CACHE_LINES = 6 };
static const HChar* const tlb_names[TLBS] = {"itlb", "dtlb", "stlb"};
static const HChar* const cache_names[CACHE_LINES] = {"I1", "D1", "L2",
                                                      "L3", "LL", "LL-policy"};

// Sets the TLBs that the processor describes; returns the names of the others, which a NULL ends, and has room for those of caches.
static const HChar** load_tlbs(void)
{
   static const HChar* lacking[TLBS + CACHE_LINES + 1];
   const CpuTlbs t = cpu_tlbs();
   const TlbGeometry said[TLBS] = {t.itlb, t.dtlb, t.stlb};
   TlbGeometry* const to[TLBS] = {&options.itlb, &options.dtlb, &options.stlb};
   Int n = 0;
   for (Int i = 0; i < TLBS; i++)
      if (said[i].entries)
         *to[i] = said[i];
      else
         lacking[n++] = tlb_names[i];
   return lacking;
}

// Those of the names whose TLB there is, or is not, each behind a text.
static const HChar* tlbs(HChar text[TLB_NAMES_B], const HChar* const* names, Bool there,
                         const HChar* before, const HChar* behind)
{
   const TlbGeometry* const tlb[TLBS] = {&options.itlb, &options.dtlb, &options.stlb};
   HChar* end = text;
   *end = '\0';
   for (; *names; names++)
      for (Int i = 0; i < TLBS; i++)
         if (VG_(strcmp)(*names, tlb_names[i]) == 0 && !!tlb[i]->entries == there)
            end += VG_(sprintf)(end, "%s%s%s", before, *names, behind);
   return text;
}

// What the processor does not say, from the preset of the same core, or NULL.
static void load_preset(const HChar* preset, const HChar** lacking, Bool has_caches)
{
   HChar names[TLB_NAMES_B];
   const HChar* const own = lacking[0] ? "" : " and TLBs";
   Int n = 0;
   while (lacking[n]) n++;
   for (Int i = 0; i < CACHE_LINES && !has_caches; i++) lacking[n + i] = cache_names[i];
   if (preset) preset_load_core(preset, lacking);
   tlbs(names, lacking, False, " ", "");
   // a second TLB holds what a first one has put out
   if (!options.itlb.entries && !options.dtlb.entries) options.stlb = (TlbGeometry){0, 0};
   if (VG_(clo_verbosity) == 0) return;
   if (names[0]) VG_(umsg)
   ("The processor does not say all of its TLBs; left out unless options give them:%s\n",
    names);
   if (!has_caches) VG_(umsg)
   ("--machine=native: the processor and the kernel report no caches; these, %slatencies, "
    "widths and rates are of the preset %s; xgrind_calibrate measures them here.\n",
    tlbs(names, lacking, True, "", ", "), preset);
   else if (preset) VG_(umsg)(
      "--machine=native: this computer's caches%s, with %slatencies, widths and rates of the "
      "preset %s; xgrind_calibrate measures them here.\n",
      own, tlbs(names, lacking, True, "", ", "), preset);
   else VG_(umsg)(
      "--machine=native: this computer's caches%s; no preset has its processor, so that "
      "latencies, widths and rates are generic; xgrind_calibrate measures them here.\n",
      own);
}

// "native: " and the processor's name.
static void load_description(void)
{
   static HChar text[64] = "native: ";
   const SizeT start = VG_(strlen)(text);
   if (!cpu_name(text + start)) return;
   for (HChar* c = text + start; *c; c++)
      if (*c < ' ' || *c > '~') *c = ' ';
   for (SizeT end = VG_(strlen)(text); text[end - 1] == ' '; end--) text[end - 1] = '\0';
   options.description = text;
}

static void describe(void)
{
   HChar value[HIERARCHY_VALUE_B];
   const HChar* name;
   VG_(umsg)("Found for --machine=native:\n");
   for (Int i = 0; (name = options_hierarchy_value(i, value)); i++) {
      static const HChar* const found[] = {"description", "I1",        "D1",   "L2",   "L3",
                                           "LL",          "LL-policy", "itlb", "dtlb", "stlb"};
      for (UInt k = 0; k < sizeof found / sizeof found[0]; k++)
         if (VG_(strcmp)(name, found[k]) == 0 && *value) VG_(umsg)("  %s=%s\n", name, value);
   }
}

void native_machine_load(void)
{
   load_description();
   const HChar* preset = cpu_preset();
   if (preset && !preset_exists(preset)) preset = NULL;
   const Bool has_caches = load_caches(preset != NULL);
   load_preset(preset, load_tlbs(), has_caches);
   if (VG_(clo_verbosity) > 1) describe();
}
