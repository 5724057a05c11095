// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/merge/main.h"

#include "commands/files/name_list.h"
#include "commands/files/output.h"
#include "commands/merge/options.h"
#include "commands/merge/parallel.h"
#include "commands/merge/spread_text.h"
#include "commands/options/screen_options.h"
#include "commands/run/dependence_table.h"
#include "commands/run/processes.h"
#include "commands/text/message.h"

static void merge_profiles(const NameList* files)
{
   const MergeOptions* o = &merge_options;
   const SumHow how = {.zero_for_missing = o->missing == MISSING_ZERO,
                       .skips_broken = o->broken == BROKEN_SKIP,
                       .with_spread = o->spread == SPREAD_YES || o->spread == SPREAD_KEEP,
                       .is_alone = files->n == 1};
   Sum sum = {0};
   if (!sum_of_files(&sum, files->name, files->n, merge_jobs(files->n), &how))
      fail("no profile is left to add up");
   run_say_not_in_sum(files->name, files->n);
   sum_finish(&sum);
   if (o->output) sum_write(&sum, o->output, XG_VERSION);
   if (o->spread == SPREAD_YES)
      print_spread(sum.spread, sum.p, sum.of_objects, sum.is_estimated, o->event);
   sum_clear(&sum);
}

int merge_main(int argc, char** argv)
{
   message_program("xgrind_merge", 1);
   const Arguments arguments = merge_options_parse(argc, argv);
   screen_options_use();
   NameList files = {0};
   for (size_t i = 0; i < arguments.n; i++) name_list_add(&files, arguments.texts[i]);
   for (size_t i = 0; i < merge_options.files_from.n; i++)
      names_from(merge_options.files_from.texts[i], &files);
   merge_options_check(files.name, files.n);
   if (merge_options.dependences == OPTION_YES) {
      merge_options_check_dependences();
      merge_dependences(files.name, files.n, merge_options.output, XG_VERSION);
   } else {
      merge_profiles(&files);
   }
   host_free(files.name);
   output_finish();
   return 0;
}
