// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export/other_names.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "commands/text/kept.h"
#include "commands/text/message.h"

static const struct {
   const char *name, *option, *what;
} others[] = {
   {"folded", "collapsed", ", which flame graphs are drawn from"},
   {"flamegraph", "collapsed", ", which flame graphs are drawn from"},
   {"flame-graph", "collapsed", ", which flame graphs are drawn from"},
   {"flame", "collapsed", ", which flame graphs are drawn from"},
   {"stack", "collapsed", ", which flame graphs are drawn from"},
   {"stacks", "collapsed", ", which flame graphs are drawn from"},
   {"svg", "collapsed", ", which flame graphs are drawn from"},
   {"txt", "collapsed", ", which flame graphs are drawn from"},
   {"brendan", "collapsed", ", which flame graphs are drawn from"},
   {"proto", "pprof", ""},
   {"protobuf", "pprof", ""},
   {"pb", "pprof", ""},
   {"go", "pprof", ""},
   {"json", "speedscope", ""},
};
// What names a format by its value; only there our own names are others.
static const char* const by_value[] = {"format", "type", "output-format"};
static const char* const own[] = {"collapsed", "pprof", "speedscope"};

static void refuse(const char* typed, const char* format, int is_value)
{
   for (size_t i = 0; i < sizeof own / sizeof *own; i++)
      if (is_value && strcasecmp(format, own[i]) == 0)
         fail("unknown option %s; did you mean --%s=FILE%s?", quoted(typed), own[i],
              i == 0 ? ", which flame graphs are drawn from" : "");
   for (size_t i = 0; i < sizeof others / sizeof *others; i++)
      if (strcasecmp(format, others[i].name) == 0)
         fail("unknown option %s; did you mean --%s=FILE%s?", quoted(typed), others[i].option,
              others[i].what);
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
            refuse(argv[i], value, 1);
      refuse(argv[i], kept_copy(name, length), 0);
   }
}
