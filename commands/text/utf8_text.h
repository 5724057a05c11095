// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts for formats that must be UTF-8; those of profiles are bytes.
//
// Ownership: texts that are returned live as long as the process, or are the text that was given, where it can stay.
//
//    utf8_text("a\xff")        // "a" and U+FFFD
//    json_quoted("a\"b")       // "\"a\\\"b\""
#ifndef XG_COMMANDS_TEXT_UTF8_TEXT_H
#define XG_COMMANDS_TEXT_UTF8_TEXT_H

#include "commands/text/built.h"

// Whether a text has no other characters than those of ASCII.
bool is_ascii(const char* text);
// A text in which U+FFFD stands for each byte that is not UTF-8.
const char* utf8_text(const char* text);
// A text as JSON, in quotes; characters that a terminal acts on are escapes, and U+FFFD stands for what is not UTF-8.
const char* json_quoted(const char* text);
// Adds such a text to one that is built.
void json_quote(Built* to, const char* text);

#endif
