// SPDX-License-Identifier: GPL-3.0-or-later
//
// Characters that stand as escapes in files and on terminals: base/escape.h has their form.  Texts that differ do so afterwards.
//
//    printf("%s\n", escaped("a\x1b"));    // a\x1b
//    unescape(text);                      // the other way, in place
//
// Ownership: texts that are returned live as long as the process, or are the text that was given, where it needs no escape.
#ifndef XG_COMMANDS_TEXT_ESCAPES_H
#define XG_COMMANDS_TEXT_ESCAPES_H

#include <stdbool.h>
#include <stdint.h>

// As a line of a file has it: nothing in it ends the line or acts on a terminal.
const char* escaped(const char* text);
// As a profile has the name of a function, file or module: what readers skip in front of it, or take for its number, is escaped, too.
const char* escaped_name(const char* name);
// With these characters as escapes, all of which are outside of printable ASCII.
const char* escaped_where(const char* text, bool (*hides)(uint32_t code_point));
// What is no escape stays as it is, and so does that of a byte 0, which no text holds.
void unescape(char* text);

#endif
