// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of xgrind_merge; see options.h.
#include "commands/merge/options.h"

#include <string.h>

#include "commands/files/output.h"
#include "commands/options/processors.h"
#include "commands/options/screen_options.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

MergeOptions merge_options;

// the macros first
#include "commands/options/rows.h"

static const Option rows[] = {
#include "commands/merge/options.def"
};
static const OptionTable table = {"xgrind_merge", rows, sizeof rows / sizeof rows[0]};

enum { FILES_MIN = 8 }; // for each thread, unless the user wants more threads

Arguments merge_options_parse(int argc, char** argv)
{
   return options_parse(&table, argc, argv);
}

// "-" is standard input, which no output overwrites.
static void keep_profiles(const char* const* files, size_t n)
{
   const char** inputs = kept_room((n + 1) * sizeof *inputs);
   size_t n_inputs = 0;
   for (size_t i = 0; i < n; i++)
      if (strcmp(files[i], "-") != 0) inputs[n_inputs++] = files[i];
   output_keep_inputs("--output", merge_options.output, "a profile to be added", inputs,
                      n_inputs);
}

void merge_options_check(const char* const* files, size_t n)
{
   const MergeOptions* o = &merge_options;
   if (!o->output && o->spread != SPREAD_YES)
      fail("--output=FILE is missing; it names the file to write");
   if (!n)
      fail("no PROFILE given; name the profiles to add up, as in: xgrind_merge -o "
           "sum.callgrind callgrind.out.1234*");
   if (o->event && o->spread != SPREAD_YES) fail("--event is for what --spread=yes prints");
   if (o->spread == SPREAD_YES && o->output && strcmp(o->output, "-") == 0)
      fail("--spread=yes prints to standard output, so --output must name another file; "
           "--spread=keep prints nothing");
   if (o->output) keep_profiles(files, n);
}

void merge_options_check_dependences(void)
{
   const MergeOptions* o = &merge_options;
   const char* other = o->missing  ? "missing"
                       : o->broken ? "broken"
                       : o->jobs   ? "jobs"
                       : o->spread ? "spread"
                       : o->event  ? "event"
                                   : NULL;
   if (other) fail("--dependences adds up data files alone; leave --%s out", other);
}

uint32_t merge_jobs(size_t n)
{
   const uint32_t jobs = merge_options.jobs;
   if (jobs) return jobs < n ? jobs : (uint32_t)n;
   const uint64_t most = n / FILES_MIN, all = processors();
   return (uint32_t)(most < 1 ? 1 : most < all ? most : all);
}
