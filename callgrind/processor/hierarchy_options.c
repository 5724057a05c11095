// SPDX-License-Identifier: GPL-3.0-or-later
// The cache hierarchy as a whole; see hierarchy_options.h.
#include "callgrind/processor/hierarchy_options.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#include "cachesim/hierarchy.h"
#include "cachesim/replacement.h"
#include "callgrind/options/options.h"
#include "callgrind/processor/hierarchy_file.h"
#include "callgrind/processor/levels.h"
#include "callgrind/processor/native_machine.h"
#include "callgrind/processor/presets.h"

static const Geometry* geometry_of(CacheRole c)
{
   return c == CACHE_I1   ? &options.i1
          : c == CACHE_D1 ? &options.d1
          : c == CACHE_LL ? &options.ll
                          : &options.between[c - CACHE_L2];
}

// Ends the program unless `ok`.
#define REQUIRE(ok, ...)                                                                       \
   do {                                                                                        \
      if (!(ok)) {                                                                             \
         VG_(fmsg)(__VA_ARGS__);                                                               \
         VG_(exit)(1);                                                                         \
      }                                                                                        \
   } while (0)

void hierarchy_options_load(void)
{
   const HChar* argument = options_hierarchy_argument();
   REQUIRE(!options.compat || !argument,
           "%s cannot be combined with --compat=callgrind: leave one of them out.\n", argument);
   if (options.machine && VG_(strcmp)(options.machine, "native") == 0)
      native_machine_load();
   else if (options.machine)
      preset_load(options.machine);
   if (options.hierarchy) hierarchy_file_read(options.hierarchy);
}

static void check_replacement(CacheRole c)
{
   const UInt ways = geometry_of(c)->ways;
   REQUIRE(options.policy[c].replacement != REPLACE_PLRU || (ways & (ways - 1)) == 0,
           "--%s-replacement=plru needs a power of two of ways, but %s has %u: choose another "
           "policy or geometry.\n",
           hierarchy_cache_name(c), hierarchy_cache_name(c), ways);
   REQUIRE(
      options.policy[c].replacement != REPLACE_PLRU || ways <= PLRU_WAYS_MAX,
      "--%s-replacement=plru needs at most %d ways, but %s has %u: choose another policy or "
      "geometry.\n",
      hierarchy_cache_name(c), PLRU_WAYS_MAX, hierarchy_cache_name(c), ways);
}

// The lines of a cache are not longer than those of the one below it.
static void check_lines(CacheRole upper, CacheRole lower)
{
   const UInt above_B = geometry_of(upper)->line_B, below_B = geometry_of(lower)->line_B;
   REQUIRE(
      above_B <= below_B,
      "Lines of %s (%u bytes) must not be longer than lines of %s (%u bytes): change --%s or "
      "--%s.\n",
      hierarchy_cache_name(upper), above_B, hierarchy_cache_name(lower), below_B,
      hierarchy_cache_name(upper), hierarchy_cache_name(lower));
}

// Nothing can be chosen of a level that there is not.
static void check_absent(UInt i)
{
   static const HChar* const nth[LEVELS_BETWEEN] = {"second", "third"};
   const HChar* name = level_between[i].name;
   const CachePolicy* p = &options.policy[CACHE_L2 + i];
   const HChar* what = p->replacement                      ? "replacement"
                       : p->prefetch                       ? "prefetch"
                       : p->no_write_allocate              ? "write-allocate"
                       : options.sharing[i] != 1           ? "cores"
                       : options.slices[CACHE_L2 + i] != 1 ? "slices"
                                                           : NULL;
   REQUIRE(!what,
           "--%s-%s needs a %s level between level 1 and LL: add --%s=<size>,<ways>,<line>.\n",
           name, what, nth[i], name);
}

static void check_slices(CacheRole c)
{
   const ULong sets = geometry_sets(geometry_of(c));
   REQUIRE(sets % (ULong)options.slices[c] == 0,
           "--%s-slices=%lld: the %llu sets of %s cannot be divided into so many equal slices: "
           "choose "
           "another number or geometry.\n",
           hierarchy_cache_name(c), options.slices[c], sets, hierarchy_cache_name(c));
}

// Cores that share a level share the next one, too.
static void check_sharing(UInt i, UInt n)
{
   const Long cores = options.sharing[i],
              next = i + 1 < n ? options.sharing[i + 1] : options.cores;
   REQUIRE(next >= options.cores || next % cores == 0,
           "--%s-cores=%lld and --%s-cores=%lld: cores that share a level share the levels "
           "behind it: make the "
           "latter a multiple of the former.\n",
           level_between[i].name, cores, level_between[i + 1].name, next);
}

static void check_between(void)
{
   const UInt n = levels_between();
   for (UInt i = n; i < LEVELS_BETWEEN; i++) check_absent(i);
   if (n) {
      check_lines(CACHE_I1, CACHE_L2);
      check_lines(CACHE_D1, CACHE_L2);
   }
   for (UInt i = 0; i < n; i++) {
      check_lines(CACHE_L2 + i, i + 1 < n ? CACHE_L2 + i + 1 : CACHE_LL);
      check_replacement(CACHE_L2 + i);
      check_slices(CACHE_L2 + i);
      if (options.cores > 1) check_sharing(i, n);
   }
}

// Nothing can be `chosen` by `option` that LL's policy has no place for.
static void check_ll(Bool chosen, const HChar* option)
{
   REQUIRE(!chosen,
           "%s cannot be combined with an LL that is %s: leave it out, or choose another "
           "--LL-policy.\n",
           option, options.ll_policy == LL_EXCLUSIVE ? "exclusive" : "inclusive");
}

static void check_inclusive(void)
{
   check_ll(options.policy[CACHE_LL].no_write_allocate, "--LL-write-allocate=no");
   for (CacheRole c = CACHE_I1; c < CACHE_LL; c++)
      REQUIRE(
         geometry_of(c)->size_B <= options.ll.size_B,
         "--LL-policy=inclusive needs an LL that is not smaller than %s: give --LL at least "
         "%llu bytes, or choose another policy.\n",
         hierarchy_cache_name(c), (ULong)geometry_of(c)->size_B);
}

static void check_exclusive(void)
{
   const UInt n = levels_between();
   REQUIRE(n, "--LL-policy=exclusive needs a second level, whose evicted lines LL takes: "
              "add --L2=<size>,<ways>,<line>.\n");
   const HChar* front = level_between[n - 1].name;
   const UInt front_B = options.between[n - 1].line_B;
   REQUIRE(
      front_B == options.ll.line_B,
      "--LL-policy=exclusive needs lines of one size in %s and LL, not of %u and %u bytes: "
      "change --%s or --LL.\n",
      front, front_B, options.ll.line_B, front);
   check_ll(options.policy[CACHE_LL].prefetch, "--LL-prefetch");
   check_ll(options.policy[CACHE_LL].no_write_allocate, "--LL-write-allocate=no");
   check_ll(options.prefetch, "--simulate-hwpref=yes");
   check_ll(options.write_back, "--simulate-wb=yes");
}

static void check_tlbs(void)
{
   const Bool first = options.itlb.entries || options.dtlb.entries;
   REQUIRE(first || !options.stlb.entries,
           "--stlb needs a first level TLB: add --itlb=<entries>,<ways> or "
           "--dtlb=<entries>,<ways>.\n");
}

static void check_latencies(void)
{
   static const HChar* const name[LATENCY_WALK + 1] = {
      [LATENCY_L2] = "L2",         [LATENCY_L3] = "L3",     [LATENCY_LL] = "LL",
      [LATENCY_MEMORY] = "memory", [LATENCY_CORE] = "core", [LATENCY_STLB] = "stlb",
      [LATENCY_WALK] = "walk"};
   const UInt n = levels_between();
   const Latency before[LATENCY_WALK + 1] = {[LATENCY_L3] = LATENCY_L2,
                                             [LATENCY_LL] =
                                                n ? level_between[n - 1].latency : LATENCY_LL,
                                             [LATENCY_MEMORY] = LATENCY_LL,
                                             [LATENCY_WALK] = LATENCY_STLB};
   for (Latency l = 0; l <= LATENCY_WALK; l++) {
      UInt less = options.latencies.cycles[before[l]], more = options.latencies.cycles[l];
      if (l == LATENCY_L2 || l == LATENCY_CORE || l == LATENCY_STLB
          || (l == LATENCY_L3 && n < 2))
         continue;
      REQUIRE(
         less <= more,
         "--latencies: %s takes %u cycles, less than %s with %u: what is farther away takes "
         "longer.\n",
         name[l], more, name[before[l]], less);
   }
}

void hierarchy_options_check(void)
{
   check_replacement(CACHE_I1);
   check_replacement(CACHE_D1);
   check_replacement(CACHE_LL);
   check_slices(CACHE_LL);
   check_between();
   if (options.ll_policy == LL_INCLUSIVE) check_inclusive();
   if (options.ll_policy == LL_EXCLUSIVE) check_exclusive();
   check_tlbs();
   check_latencies();
}

static Bool is_given(const HChar* option)
{
   Int place;
   return options_given(option, &place) != NULL;
}

// Lines of level 1 as long as those of LL, if that is all it needs.
static void lengthen_lines(void)
{
   const UInt line_B = options.ll.line_B;
   Geometry i1 = options.i1, d1 = options.d1;
   if (is_given("--I1") || is_given("--D1") || (i1.line_B >= line_B && d1.line_B >= line_B))
      return;
   i1.line_B = d1.line_B = line_B;
   if (geometry_error(&i1) || geometry_error(&d1)) return;
   options.i1 = i1;
   options.d1 = d1;
   if (VG_(clo_verbosity) > 0) VG_(umsg)
   ("Several cores need lines of one size: I1 and D1 are simulated with lines of %u bytes, as "
    "LL has.\n",
    line_B);
}

void hierarchy_options_fit_cores(void)
{
   if (!options.machine && !options.hierarchy) return;
   if (options.ll_policy == LL_EXCLUSIVE && !is_given("--LL-policy")) {
      options.ll_policy = LL_NEITHER;
      if (VG_(clo_verbosity) > 0) VG_(umsg)
      ("Several cores cannot share an exclusive LL: that of the machine is simulated with "
       "--LL-policy=neither.\n");
   }
   lengthen_lines();
}

void hierarchy_options_forget(void)
{
   VG_(memset)(options.between, 0, sizeof options.between);
   for (UInt i = 0; i < LEVELS_BETWEEN; i++) options.sharing[i] = 1;
   for (CacheRole c = CACHE_I1; c < N_CACHES; c++) options.slices[c] = 1;
   VG_(memset)(options.policy, 0, sizeof options.policy);
   options.ll_policy = LL_NEITHER;
   options.itlb = options.dtlb = options.stlb = (TlbGeometry){0};
   options.machine = options.hierarchy = NULL;
   options.print_hierarchy = False;
}
