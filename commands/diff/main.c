// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/diff/main.h"

#include <stdio.h>
#include <stdlib.h>

#include "commands/diff/data.h"
#include "commands/diff/dependences.h"
#include "commands/diff/limits.h"
#include "commands/diff/markdown.h"
#include "commands/diff/options.h"
#include "commands/diff/text.h"
#include "commands/files/output.h"
#include "commands/options/screen_options.h"
#include "commands/profile/comparable.h"
#include "commands/text/built.h"
#include "commands/text/message.h"
#include "commands/text/print.h"

enum { EXCEEDED = 1, FAILED = 2 }; // exit statuses
#define THRESHOLD 0.1              // per cent, by default; what programs get has none

static void prepare_output(void)
{
   static const Colours colours[] = {COLOURS_AUTO, [COLOR_AUTO] = COLOURS_AUTO,
                                     [COLOR_YES] = COLOURS_YES, [COLOR_NO] = COLOURS_NO};
   screen_options_use();
   choose_colours(colours[diff_options.color]);
}

// The differences of two data files, or of two sums of them.
static void diff_dependences(const char* const* files)
{
   diff_options_check_dependences();
   const DependenceChanges changes = dependence_changes(files);
   prepare_output();
   if (diff_options.json)
      print_dependence_changes_json(&changes);
   else
      print_dependence_changes(&changes);
}

static void warn(const Diff* d)
{
   const char* machines = two_machines(d->side[SIDE_BEFORE].p, d->side[SIDE_AFTER].p);
   if (d->cycles) warn_user("%s", d->cycles);
   if (machines) warn_user("%s", machines);
}

// Prints the rows that have changed by so many per cent, and sentences about limits.
static void print_rows(const Diff* d, const Selection* s, const char* const* files,
                       const char* const* exceeded, uint32_t n)
{
   const DiffOptions* o = &diff_options;
   const bool for_programs = o->json || o->csv;
   const WhichCost which = o->inclusive == OPTION_YES ? COST_INCLUSIVE : COST_SELF;
   const double threshold = o->threshold   ? strtod(o->threshold, NULL)
                            : for_programs ? 0
                                           : THRESHOLD;
   const LargestRows functions = largest(&d->functions, which, s->sort, threshold);
   LargestRows calls = {0};
   if (o->calls != OPTION_NO) calls = largest(&d->calls, COST_SELF, s->sort, threshold);
   if (o->json)
      print_diff_json(d, &functions, &calls);
   else if (o->csv)
      print_diff_csv(d, which, &functions, &calls);
   else if (o->markdown)
      print_diff_markdown(d, s, which, &functions, exceeded, n);
   else
      print_diff(
         &(DiffText){d, s, files, which, &functions, o->calls != OPTION_NO ? &calls : NULL});
}

// Says which limits are exceeded.
static void say_exceeded(const char* const* exceeded, uint32_t n)
{
   Built all = {0};
   for (uint32_t i = 0; i < n; i++) built_format(&all, "%s%s", i ? "; " : "", exceeded[i]);
   note("%s", printable(all.text));
   built_clear(&all);
}

// Returns the exit status.
static int diff_profiles(const char* const* files)
{
   const DiffOptions* o = &diff_options;
   Diff d;
   compare_files(&d, files, &o->renaming);
   if (!d.events[SIDE_BEFORE].n) fail("the profiles have no event in common");
   const DiffColumns* columns = common_columns(&d);
   const Selection selection = choose_columns(columns, o->show, o->sort, o->json || o->csv);
   const LimitList limits = limits_of(columns, &selection, o->fail_above);
   warn(&d);
   uint32_t n;
   const char** exceeded = exceeded_limits(&limits, &n);
   prepare_output();
   print_rows(&d, &selection, files, exceeded, n);
   output_finish();
   if (n) say_exceeded(exceeded, n);
   diff_clear(&d);
   return n ? EXCEEDED : 0;
}

int diff_main(int argc, char** argv)
{
   message_program("xgrind_diff", FAILED);
   const Arguments files = diff_options_parse(argc, argv);
   if (diff_options.dependences != OPTION_YES) return diff_profiles(files.texts);
   diff_dependences(files.texts);
   output_finish();
   return 0;
}
