// SPDX-License-Identifier: GPL-3.0-or-later
// Sampled sets at the end of a run; see sampled_summary.h.
#include "callgrind/summary/sampled_summary.h"

#include "pub_tool_libcprint.h"

#include "callgrind/options/options.h"
#include "callgrind/processor/levels.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/result_files/sampled_error.h"
#include "engine/engine.h"

// "D1 misses 1,000 ± 1.23 %" of loads and stores.
static Int add_misses(HChar* text, const HChar* name, Event reads, Event writes,
                      const uint64_t* totals)
{
   HChar error[SAMPLED_ERROR_B];
   uint64_t sums[SAMPLE_GROUPS_MAX] = {0}, of_writes[SAMPLE_GROUPS_MAX] = {0};
   const ULong total = totals[reads] + totals[writes];
   dump_sampled_groups(reads, sums);
   dump_sampled_groups(writes, of_writes);
   for (UInt g = 0; g < SAMPLE_GROUPS_MAX; g++) sums[g] += of_writes[g];
   return VG_(sprintf)(text, "%s %'llu ± %s", name, total,
                       sampled_error_text(error, total, sums));
}

const HChar* sampled_summary_text(HChar text[SAMPLED_SUMMARY_B], const uint64_t* totals)
{
   Int n = VG_(sprintf)(text, "1 set of %u simulated: ", engine.sampled.sets.one_in);
   // Zeroing of one thread's costs takes nothing off the groups, which are of all threads.
   if (options.separate_threads) {
      VG_(sprintf)(text + n, "counts of misses are estimates");
      return text;
   }
   n += add_misses(text + n, "data's D1 misses", EV_D1MR, EV_D1MW, totals);
   for (UInt i = 0; i < levels_between(); i++) {
      const LevelBetween* level = &level_between[i];
      n += VG_(sprintf)(text + n, ", ");
      n += add_misses(text + n, level->name, level->reads, level->writes, totals);
   }
   n += VG_(sprintf)(text + n, ", ");
   add_misses(text + n, "LL", EV_DLMR, EV_DLMW, totals);
   return text;
}
