// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mistakes in a command line, each a sentence that says what to do.
#ifndef XG_COMMANDS_OPTIONS_WRONG_OPTION_H
#define XG_COMMANDS_OPTIONS_WRONG_OPTION_H

#include "commands/options/names.h"

// A command line as it was typed, without the command's name.
typedef struct {
   const OptionTable* table;
   const char* const* typed;
   size_t n;
} OptionParse;

// Fails: no option has this name, which is without dashes and value; says which one may be meant.
__attribute__((noreturn)) void fail_unknown_option(const OptionParse* p, const char* name);
// Fails: these names of several options begin so.
__attribute__((noreturn)) void fail_ambiguous_option(const char* typed, const OptionName* like,
                                                     size_t n);
// Fails if the value, which is the next argument, is itself an option or "--": the value was forgotten.
void refuse_option_as_value(const OptionParse* p, const OptionName* name, const char* value);

#endif
