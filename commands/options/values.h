// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which values options take that are texts of a form; for `accepts` of option.h.
#ifndef XG_COMMANDS_OPTIONS_VALUES_H
#define XG_COMMANDS_OPTIONS_VALUES_H

#include <stdbool.h>
#include <stddef.h>

// Behind a number without a sign, "12", "1.5" or ".5"; NULL: none is there.
const char* behind_number(const char* text);
// A number from 0 to 100; "%" may follow it.
bool is_percentage(const char* value);
// Names with commas between them.
bool is_name_list(const char* value);
// The next text of a list with commas between them, from *at on, as one that lives as long as the process; NULL: there are no more.
// At first, *at is the list, which may be NULL.
const char* next_of_list(const char** at);

#endif
