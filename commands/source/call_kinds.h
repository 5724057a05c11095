// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which calls of a line may allocate, by the names that they have.
//
//    for (int kind = CALL_OF_CALLEE; kind < CALL_KINDS; kind++)      // the surest first
//       if (is_call_of_kind(&t, i, kind, source->language, &callee)) ...
#ifndef XG_COMMANDS_SOURCE_CALL_KINDS_H
#define XG_COMMANDS_SOURCE_CALL_KINDS_H

#include "commands/source/allocation.h"
#include "commands/source/tokens.h"

typedef enum {
   CALL_OF_CALLEE,    // what is known to be called
   CALL_OF_ALLOCATOR, // malloc and new, or vec!
   CALL_INTO,         // puts an address where it is told, or gives memory away in Rust
   CALL_OF_MACRO,     // or Box::new
   CALL_THAT_SOUNDS,
   CALL_KINDS
} CallKind;

bool is_call_of_kind(const Tokens* t, int i, CallKind kind, SourceLanguage language,
                     const Callee* callee);
// Whether the name at this token is called.
bool is_called(const Tokens* t, int i);
// Whether a function puts the address of memory where its first argument says.
bool puts_address(const char* name);

#endif
