// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of xgrind_view; see options.h.
#include "commands/view/options.h"

#include <string.h>

#include "commands/options/names.h"
#include "commands/options/parse.h"
#include "commands/text/kept.h"

ViewOptions view_options;

#include "commands/options/rows.h"
static const Option rows[] = {
#include "commands/view/options.def"
};
static const OptionTable table = {"xgrind_view", rows, sizeof rows / sizeof rows[0]};

// Whole names with two dashes alone: whatever else there is may be an option of xgrind.
static bool is_ours(const char* word)
{
   if (strcmp(word, "-h") == 0) return true;
   if (word[0] != '-' || word[1] != '-') return false;
   const size_t n_B = strcspn(word + 2, "=");
   for (OptionName name = {0}; option_name_next(&table, &name);)
      if (name.n_B > 1 && name.n_B == n_B && memcmp(name.text, word + 2, n_B) == 0) return true;
   return false;
}

ForXgrind view_options_parse(int argc, char** argv)
{
   const size_t n = argc > 0 ? (size_t)argc : 1;
   char** ours = kept_room((n + 1) * sizeof *ours);
   ForXgrind x = {kept_room((n + 1) * sizeof *x.options),
                  kept_room((n + 1) * sizeof *x.program), 0};
   int n_ours = 1, at = 1;
   ours[0] = argc > 0 ? argv[0] : NULL;
   for (; at < argc && argv[at][0] == '-' && strcmp(argv[at], "--") != 0; at++)
      if (is_ours(argv[at]))
         ours[n_ours++] = argv[at];
      else
         x.options[x.n_options++] = argv[at];
   for (size_t i = 0; at < argc; at++) x.program[i++] = argv[at];
   (void)options_parse(&table, n_ours, ours);
   return x;
}

const char* view_option_value(const ForXgrind* x, const char* name)
{
   const char* value = NULL;
   for (size_t i = 0; i < x->n_options; i++)
      if (strncmp(x->options[i], name, strlen(name)) == 0) value = x->options[i] + strlen(name);
   return value;
}
