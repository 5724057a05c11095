// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names in messages: nothing that a terminal acts on, no more columns than there is room for, and
// quotes where a shell needs them.
//
// Ownership: texts that are returned belong to the caller, who gives them to host_free().
//
//    char name[SHORT_TEXT_B];
//    short_text_function(name, 40, "std::vector<int, std::allocator<int> >::at(unsigned long)");
//    char* word = short_text_shell_word("it's");   // 'it'\''s'
#ifndef XG_BASE_SHORT_TEXT_H
#define XG_BASE_SHORT_TEXT_H

#include "base/host.h"

// Room is from MIN to MAX columns; what is less or more is taken for that.
enum {
   SHORT_TEXT_COLUMNS_MIN = 6,
   SHORT_TEXT_COLUMNS_MAX = 120,
   SHORT_TEXT_B = 4 * SHORT_TEXT_COLUMNS_MAX + 1
};

// Columns of a text in UTF-8, one for each character.
int short_text_columns(const char* text);
// A copy with '?' for control characters, for those that change the direction of writing, and for what
// is not UTF-8.
char* short_text_printable(const char* text);
// A function's name: as it is if there is room, else with <> for template arguments, then without the type in
// front of it, then with (...) for parameters, then without them, then without outer scopes.  It is never cut in its middle, and at its end only if
// its innermost name has no room.  An address, in place of a name, is without zeros in front.
void short_text_function(char to[SHORT_TEXT_B], int room, const char* name);
// Any other name: its end, which tells files apart.
void short_text_end(char to[SHORT_TEXT_B], int room, const char* name);
// A word as a shell reads it; what cannot be shown as $'...', which sh may not know, but bash and zsh do.
char* short_text_shell_word(const char* word);

#endif
