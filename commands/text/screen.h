// SPDX-License-Identifier: GPL-3.0-or-later
//
// How wide lines may be, and how wide texts are on a terminal.
//
// Texts are UTF-8; bytes that are not are visible as \xNN.  How wide a character is does not depend on the user's language.
//
//    columns_of("\xe6\x97\xa5")        // 2: East Asian wide characters take two columns, combining ones none
//    visible("a\x1b")                  // "a\\x1b": nothing that acts on a terminal or cannot be seen
//    cut("abcdefgh", 6, 0)             // "abc..."
//    cut("abcdefgh", 6, 1)             // "...fgh"
//    cut("abcdefgh", 7, 0.5)           // "ab...gh"
//    cut_between("f [", "library.so", "]", 12)    // "f [libra...]"
//
// Ownership: texts that are returned live as long as the process, or are the text that was given, where it stays as it is.
#ifndef XG_COMMANDS_TEXT_SCREEN_H
#define XG_COMMANDS_TEXT_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

// Sets how many columns a line may take; 0: those of the terminal on standard output, or 100 in a pipe or file.  Less than 40
// is taken for that.
void set_screen_width(int columns);
int screen_width(void);
// The columns of the terminal on standard output; 0: it is none, or does not know.
int terminal_width(void);

// --- Texts ---------------------------------------------------------------------------------------

int columns_of(const char* text);
// The columns of the widest one; NULL has none.
int widest(const char* const* texts, uint32_t n);
// Texts that differ do so afterwards.
const char* visible(const char* text);
// A text with blanks behind it, or in front of it.
const char* padded(const char* text, int columns);
const char* padded_at_left(const char* text, int columns);

// A text of at most so many columns; of what is left of it, the end has this part.
const char* cut(const char* text, int columns, double end);
// Likewise, with a text before it and one behind it; NULL: less than 8 columns are left for it.
const char* cut_between(const char* before, const char* text, const char* after, int columns);
// The lines of a text that is broken at blanks, at least one; words that are too long are cut.
const char** wrapped(const char* text, int columns, uint32_t* n);

#endif
