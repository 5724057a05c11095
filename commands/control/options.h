// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line of xgrind_control.
#ifndef XG_COMMANDS_CONTROL_OPTIONS_H
#define XG_COMMANDS_CONTROL_OPTIONS_H

#include "commands/options/option.h"
#include "commands/options/parse.h"

typedef struct {
   const char** action; // monitor commands, in the order in which they were given
   size_t n_actions;
   const char*
      changing;        // the first option that changes a run, as typed in full; NULL: none does
   OptionsNext next;   // values that were the next argument
   const char* events; // names with commas between them; "": all; NULL: none
   const char* vgdb_prefix;
   uint32_t seconds; // for one command: a part of a big profile takes its time
   bool back, stat, list_folders, all, verbose;
} ControlOptions;
extern ControlOptions control_options;
extern const OptionTable control_option_table;

// Reads the command line; returns its other arguments.
Arguments control_options_parse(int argc, char** argv);

#endif
