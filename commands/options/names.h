// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of options, and what a typed one means.
#ifndef XG_COMMANDS_OPTIONS_NAMES_H
#define XG_COMMANDS_OPTIONS_NAMES_H

#include "commands/options/option.h"

// A name of an option: its bytes are in the table.
typedef struct {
   const Option* option;
   const char* text;
   size_t n_B;
} OptionName;

// Sets the next name of a table; at first, name->option is NULL.  False: there is none.
bool option_name_next(const OptionTable* t, OptionName* name);
// The name that messages have for an option.
OptionName option_first_name(const Option* o);
// The name as the user writes it: -o, --output.
const char* option_dashed(const OptionName* name);
// All names that begin with a text of n_B bytes, sorted; *n: how many.
OptionName* option_names_like(const OptionTable* t, const char* text, size_t n_B, size_t* n);
// The option that a text of n_B bytes means: as its name, or as the beginning of names of it alone; NULL: none or several.
const Option* option_meant(const OptionTable* t, const char* text, size_t n_B);
// How many bytes a name has with which a text begins: a letter, and letters, digits, "_" and "-"; 0: there is none.
size_t option_name_length(const char* text);
// Whether an option has a value, and whether there must be one.
bool option_takes_value(const Option* o);
bool option_needs_value(const Option* o);
// The words of a choice, each as a text; *n: how many.
const char** option_words(const Option* o, size_t* n);
// Its value in words.
const char* option_wanted(const Option* o);

#endif
