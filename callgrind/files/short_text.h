// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names in messages: nothing that a terminal acts on, no more columns than there is room for, and
// quotes where a shell needs them.
//
//    HChar name[SHORT_TEXT_B];
//    short_text_function(name, 40, "std::vector<int, std::allocator<int> >::at(unsigned long)");
//    HChar* word = short_text_shell_word("it's");   // 'it'\''s'; VG_(free)
#ifndef XG_CALLGRIND_FILES_SHORT_TEXT_H
#define XG_CALLGRIND_FILES_SHORT_TEXT_H

#include "pub_tool_basics.h"

enum { SHORT_TEXT_COLUMNS_MAX = 120, SHORT_TEXT_B = 4 * SHORT_TEXT_COLUMNS_MAX + 1 };

// Columns of a text in UTF-8, one for each character.
Int short_text_columns(const HChar* text);
// A copy with '?' for control characters, for those that change the direction of writing, and for what
// is not UTF-8.  To be freed.
HChar* short_text_printable(const HChar* text);
// A function's name: as it is if there is room, else with <> for template arguments, then without the type in
// front of it, then with (...) for parameters, then without what is in the middle.
void short_text_function(HChar to[SHORT_TEXT_B], Int room, const HChar* name);
// Any other name: its end, which tells files apart.
void short_text_end(HChar to[SHORT_TEXT_B], Int room, const HChar* name);
// A word as a shell reads it.  To be freed.
HChar* short_text_shell_word(const HChar* word);

#endif
