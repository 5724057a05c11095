// SPDX-License-Identifier: GPL-3.0-or-later
// The options of xgrind_diff; see options.h.
#include "commands/diff/options.h"

#include <string.h>

#include "commands/diff/limits.h"
#include "commands/options/screen_options.h"
#include "commands/options/values.h"
#include "commands/text/message.h"

DiffOptions diff_options;

// "OLD=NEW"
static bool is_renaming(const char* value)
{
   const char* equals = strchr(value, '=');
   return equals && equals > value;
}

// the macros first
#include "commands/options/rows.h"

static const Option rows[] = {
#include "commands/diff/options.def"
};
static const OptionTable table = {"xgrind_diff", rows, sizeof rows / sizeof rows[0]};

// The formats exclude each other.
static void check_formats(void)
{
   const struct {
      bool is_given;
      const char* name;
   } formats[] = {{diff_options.json, "json"},
                  {diff_options.csv, "csv"},
                  {diff_options.markdown, "markdown"}};
   const char* first = NULL;
   for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
      if (!formats[i].is_given) continue;
      if (first)
         fail("--%s and --%s exclude each other; give one of them", first, formats[i].name);
      first = formats[i].name;
   }
}

Arguments diff_options_parse(int argc, char** argv)
{
   const Arguments files = options_parse(&table, argc, argv);
   if (files.n != SIDES)
      fail("two files are compared, BEFORE and AFTER, not %zu; xgrind_merge adds up several",
           files.n);
   check_formats();
   return files;
}

void diff_options_check_dependences(void)
{
   const DiffOptions* o = &diff_options;
   const struct {
      bool is_given;
      const char* name;
   } others[] = {
      {o->sort, "sort"},
      {o->show, "show"},
      {o->inclusive, "inclusive"},
      {o->calls, "calls"},
      {o->threshold, "threshold"},
      {o->renaming.strip.n, "strip"},
      {o->renaming.rename.n, "rename"},
      {o->csv, "csv"},
      {o->markdown, "markdown"},
      {o->fail_above, "fail-above"},
   };
   for (size_t i = 0; i < sizeof others / sizeof *others; i++)
      if (others[i].is_given)
         fail("--dependences=yes compares all that is read; leave --%s out", others[i].name);
}
