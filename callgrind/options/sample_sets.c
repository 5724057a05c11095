// SPDX-License-Identifier: GPL-3.0-or-later
// What --sample-sets cannot be combined with; see sample_sets.h.
#include "callgrind/options/sample_sets.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#include "cachesim/set_sample.h"
#include "callgrind/options/options.h"

static Bool has_policy(void)
{
   Bool any = options.ll_policy != LL_NEITHER;
   for (CacheRole c = CACHE_I1; c < N_CACHES; c++)
      any |= options.policy[c].replacement || options.policy[c].no_write_allocate;
   return any;
}

// What needs the outcome of each access, or sees several sets at once.
static const HChar* against(void)
{
   return options.compat            ? "--compat=callgrind"
          : options.cores > 1       ? "--cores"
          : options.miss_classes    ? "--miss-classes=yes"
          : options.miss_curves     ? "--miss-curves"
          : options.timeline        ? "--timeline=yes"
          : options.what_if         ? "--what-if"
          : options.object_bytes    ? "--object-bytes=yes"
          : options.dependences     ? "--dependences=yes"
          : options.stores          ? "--stores=yes"
          : options.collect_objects ? "--collect-objects=yes"
          : options.cycles          ? "--cycles=yes"
          : options.record_uses     ? "--xg-record-uses"
          : options.replay_uses     ? "--xg-replay-uses"
          : options.write_back      ? "--simulate-wb=yes"
          : options.prefetch        ? "--simulate-hwpref=yes"
          : options.slices[CACHE_L2 + 1] > 1 || options.slices[CACHE_LL] > 1
             ? "slices (--L3-slices, --LL-slices, a machine's)"
          : options_have_tlbs()        ? "a TLB (--itlb, --dtlb, a machine's)"
          : options_have_prefetchers() ? "a prefetcher (--D1-prefetch and so on, a machine's)"
          : has_policy() ? "other policies than LRU (--LL-policy and so on, a machine's)"
                         : NULL;
}

void sample_sets_check(void)
{
   if (options.sample_sets == 1) return;
   const HChar* other = against();
   if (!other) return;
   VG_(fmsg)
   ("--sample-sets=%lld cannot be combined with %s: leave one of them out.\n",
    options.sample_sets, other);
   VG_(exit)(1);
}

void sample_sets_check_caches(void)
{
   if (options.sample_sets == 1) return;
   const ULong stripes = set_sample_stripes(&options.d1, options.between, &options.ll);
   const ULong most = stripes / SAMPLED_STRIPES_MIN;
   if (!set_sample_error((UInt)options.sample_sets, &options.d1, options.between, &options.ll))
      return;
   if (options.sample_sets & (options.sample_sets - 1)) VG_(fmsg)
   ("Bad option --sample-sets=%lld: take a power of two, such as 8 or 16.\n",
    options.sample_sets);
   else if (most < 2)
      VG_(fmsg)("--sample-sets=%lld: these caches have too few sets to sample: leave it out.\n",
                options.sample_sets);
   else VG_(fmsg)("--sample-sets=%lld: these caches have too few sets for that: at most %llu "
                  "is possible.\n",
                  options.sample_sets, most < 64 ? most : 64);
   VG_(exit)(1);
}
