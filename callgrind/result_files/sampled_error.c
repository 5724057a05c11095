// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of sampled sets in words; see sampled_error.h.
#include "callgrind/result_files/sampled_error.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "callgrind/options/options.h"
#include "callgrind/result_files/columns.h"
#include "engine/engine.h"

const HChar* sampled_error_text(HChar text[SAMPLED_ERROR_B], ULong total,
                                const uint64_t sums[SAMPLE_GROUPS_MAX])
{
   const Double error = set_sample_error_of(&engine.sampled.sets, sums);
   const Double percent = total ? 100.0 * error / (Double)total : 0;
   const ULong hundredths = (ULong)(100.0 * percent + 0.5);
   if (percent > 0 && !hundredths)
      VG_(strcpy)(text, "<0.01 %");
   else if (!hundredths)
      VG_(strcpy)(text, "0 %");
   else
      VG_(sprintf)(text, "%llu.%02llu %%", hundredths / 100, hundredths % 100);
   return text;
}

// An estimate of a part.
typedef struct {
   Event event;
   ULong total;
   uint64_t sums[SAMPLE_GROUPS_MAX];
} Estimate;

// Calls `write` for each column that is an estimate, and is not zero.
static void each_estimate(Writer* w, const uint64_t* totals, const HChar* between,
                          void (*write)(Writer*, const Estimate*))
{
   const ProfileLayout* layout = columns_layout();
   const HChar* before = " ";
   for (UInt i = 0; i < layout->n_events; i++) {
      Estimate x = {.event = layout->event[i], .total = totals[layout->event[i]]};
      if (!sampled_sets_estimate(x.event) || !x.total) continue;
      sampled_sets_groups(x.event, x.sums);
      writer_text(w, before);
      writer_text(w, event_name(x.event, options.compat));
      write(w, &x);
      before = between;
   }
}

static void write_error(Writer* w, const Estimate* x)
{
   HChar text[SAMPLED_ERROR_B];
   writer_char(w, ' ');
   writer_text(w, sampled_error_text(text, x->total, x->sums));
}

// In the units of the totals, rounded so that they add up.
static void write_sums(Writer* w, const Estimate* x)
{
   ShownRest rest = {{0}};
   for (UInt g = 0; g < engine.sampled.sets.groups; g++) {
      writer_char(w, ' ');
      writer_number(w, event_shown(x->event, x->sums[g], &rest));
   }
}

void sampled_error_write_header(Writer* w, const uint64_t* totals)
{
   if (!engine.sampled.on) return;
   writer_text(w, "desc: Sampled sets: 1 of ");
   writer_number(w, engine.sampled.sets.one_in);
   if (options.separate_threads) { // groups are of all threads
      writer_char(w, '\n');
      return;
   }
   writer_text(w, "; standard errors:");
   each_estimate(w, totals, ", ", write_error);
   writer_text(w, "\ndesc: Sums by group of sets:");
   each_estimate(w, totals, "; ", write_sums);
   writer_char(w, '\n');
}
