// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions that are listed twice, as they do not match, and which --rename=OLD=NEW makes most of them match.
//
//    RenameAdvice a;
//    if (rename_advice(&table, &match, is_listed, &a)) printf("%u: --rename=%s=%s\n", a.n_functions, a.old, a.new);
#ifndef XG_COMMANDS_PROFILE_RENAME_ADVICE_H
#define XG_COMMANDS_PROFILE_RENAME_ADVICE_H

#include "commands/profile/matching.h"

typedef struct {
   uint32_t n_functions; // listed twice
   const char *old,
      *new; // NULL: none makes any of them match; they live as long as the process
} RenameAdvice;

// False: none of the functions that are listed, by function, is there twice.  Two programs that share only what each program has,
// such as main, are different ones.
bool rename_advice(const FunctionTable* t, const Match* m, const bool* is_listed,
                   RenameAdvice* advice);
// A text with `to` in place of `from`, wherever that is; it lives as long as the process, or is the text.
const char* with_replaced(const char* text, const char* from, const char* to);

#endif
