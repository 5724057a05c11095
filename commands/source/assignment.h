// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a statement assigns the result of a call to: token i names the function, or is "new".
//
//    assigned_place(&t, i, SOURCE_C)    // "p->cells[i]" for "p->cells[i] = (double *)malloc(n);"
//
// All return NULL wherever there is a doubt; texts live as long as the process.
#ifndef XG_COMMANDS_SOURCE_ASSIGNMENT_H
#define XG_COMMANDS_SOURCE_ASSIGNMENT_H

#include "commands/source/tokens.h"

const char* assigned_place(const Tokens* t, int i, SourceLanguage language);
// The place whose last token is at `end`, as it is called.
const char* place_before(const Tokens* t, int end);
// "p" for "posix_memalign((void **)&p, 64, n)".
const char* address_argument(const Tokens* t, int i);
// Whether a function of C returns the result: "return (double *)malloc(n);".
bool is_returned(const Tokens* t, int i);
// Whether the call comes right behind an equals sign, perhaps with a cast between.
bool is_after_equals(const Tokens* t, int i);
// Whether a text is called as macros are.
bool is_macro(const char* text);

#endif
