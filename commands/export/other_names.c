// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export/other_names.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "commands/text/kept.h"
#include "commands/text/message.h"

// The names that others give to what our options write.
static const struct {
   const char *option, *others[10];
} formats[] = {
   {"collapsed",
    {"folded", "flamegraph", "flame-graph", "flame", "stack", "stacks", "svg", "txt",
     "brendan"}},
   {"pprof", {"proto", "protobuf", "pb", "go"}},
   {"speedscope", {"json"}},
};
// What names a format by its value; only there our own names are others.
static const char* const by_value[] = {"format", "type", "output-format"};

// The option that a format means; NULL: none.
static const char* option_for(const char* format, bool is_value)
{
   for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
      if (is_value && strcasecmp(format, formats[i].option) == 0) return formats[i].option;
      for (const char* const* other = formats[i].others; *other; other++)
         if (strcasecmp(format, *other) == 0) return formats[i].option;
   }
   return NULL;
}

static void refuse(const char* typed, const char* format, bool is_value)
{
   const char* option = option_for(format, is_value);
   if (option)
      fail("unknown option %s; did you mean --%s=FILE%s?", quoted(typed), option,
           strcmp(option, "collapsed") == 0 ? ", which flame graphs are drawn from" : "");
   if (is_value)
      fail("unknown option %s; give --pprof=FILE, --collapsed=FILE or --speedscope=FILE",
           quoted(typed));
}

void refuse_other_names(int argc, char** argv)
{
   for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
      if (strncmp(argv[i], "--", 2) != 0) continue;
      const char *name = argv[i] + 2, *equals = strchr(name, '=');
      const size_t length = equals ? (size_t)(equals - name) : strlen(name);
      const char* value = equals ? equals + 1 : "";
      for (size_t k = 0; k < sizeof by_value / sizeof *by_value; k++)
         if (strlen(by_value[k]) == length && strncmp(name, by_value[k], length) == 0)
            refuse(argv[i], value, true);
      refuse(argv[i], kept_copy(name, length), false);
   }
}
