// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of xgrind_control; see options.h.
#include "commands/control/options.h"

#include <string.h>

#include "base/host.h"
#include "commands/options/names.h"
#include "commands/options/screen_options.h"
#include "commands/text/kept.h"

enum { USUAL_SECONDS = 60 };

ControlOptions control_options = {.seconds = USUAL_SECONDS};

static const char* without_controls(const char* text)
{
   char* copy = kept_copy(text, strlen(text));
   for (char* c = copy; *c; c++)
      if ((unsigned char)*c < ' ' || *c == '\x7f') *c = ' ';
   return copy;
}

// Notes an action of an option, to do after those before it: the monitor command is the option's `value`.
static void control_action(const Option* option, const char* value)
{
   ControlOptions* o = &control_options;
   const OptionName name = option_first_name(option);
   const char* command = option->value;
   if (!o->changing) o->changing = option_dashed(&name);
   o->action =
      host_realloc("control.actions", o->action, (o->n_actions + 1) * sizeof *o->action);
   o->action[o->n_actions++] =
      value && *value ? kept("%s %s", command, without_controls(value)) : command;
}

#include "commands/options/rows.h"
static const Option rows[] = {
#include "commands/control/options.def"
};
const OptionTable control_option_table = {"xgrind_control", rows, sizeof rows / sizeof rows[0]};

Arguments control_options_parse(int argc, char** argv)
{
   const Arguments others = options_parse(&control_option_table, argc, argv);
   screen_options_use();
   return others;
}
