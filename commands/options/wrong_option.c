// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes in a command line; see wrong_option.h.
#include "commands/options/wrong_option.h"

#include <string.h>

#include "base/begins.h"
#include "commands/text/kept.h"
#include "commands/text/lists.h"
#include "commands/text/message.h"
#include "commands/text/spelling.h"

// The argument that has this name behind one dash or two; NULL: none.
static const char* typed_with(const OptionParse* p, const char* name)
{
   for (size_t i = 0; i < p->n; i++) {
      const char* arg = p->typed[i];
      if (arg[0] == '-'
          && (begins_with(arg + 1, name) || (arg[1] == '-' && begins_with(arg + 2, name))))
         return arg;
   }
   return NULL;
}

void fail_unknown_option(const OptionParse* p, const char* name)
{
   const char* line = kept_copy(name, strcspn(name, "\n"));
   const char* arg = typed_with(p, line);
   if (!arg) arg = kept("--%s", line);
   const char* bare = arg + strspn(arg, "-");
   bare = kept_copy(bare, strcspn(bare, "="));
   size_t n, n_long = 0;
   const OptionName* all = option_names_like(p->table, "", 0, &n);
   const char** names = kept_room((n + 1) * sizeof *names);
   for (size_t i = 0; i < n; i++)
      if (all[i].n_B > 1) names[n_long++] = kept_copy(all[i].text, all[i].n_B);
   const char* best[ALIKE_MAX];
   const size_t n_best = alike(bare, names, n_long, best);
   for (size_t i = 0; i < n_best; i++) best[i] = kept("--%s", best[i]);
   if (n_best) fail("unknown option %s; did you mean %s?", quoted(arg), either(best, n_best));
   fail("unknown option %s; --help lists the options", quoted(arg));
}

void fail_ambiguous_option(const char* typed, const OptionName* like, size_t n)
{
   const char** names = kept_room(n * sizeof *names);
   for (size_t i = 0; i < n; i++) names[i] = kept("--%.*s", (int)like[i].n_B, like[i].text);
   fail("%s can be %s; write more of it", quoted(kept("--%s", typed)), either(names, n));
}

// Whether an argument ends with "=" and the value.
static bool is_behind_equals(const OptionParse* p, const char* value)
{
   const size_t n = strlen(value);
   for (size_t i = 0; i < p->n; i++) {
      const size_t all = strlen(p->typed[i]);
      if (all > n && p->typed[i][all - n - 1] == '='
          && strcmp(p->typed[i] + all - n, value) == 0)
         return true;
   }
   return false;
}

void refuse_option_as_value(const OptionParse* p, const OptionName* name, const char* value)
{
   if (value[0] != '-' || !value[1]) return;
   const char* other = value + (value[1] == '-' ? 2 : 1);
   const size_t n_B = option_name_length(other);
   if ((!n_B && *other) || is_behind_equals(p, value)) return;
   if (n_B && !option_meant(p->table, other, n_B)) return;
   fail("%s needs a value: %s%s", option_dashed(name), option_wanted(name->option),
        n_B ? kept("; %s is an option", quoted(value)) : "");
}
