// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes indented JSON, in which nothing acts on a terminal.  Who writes objects gives their keys in ascending order, so that equal
// data have equal texts.
//
// Texts are those of profiles: what is not UTF-8 in them becomes U+FFFD.
//
//    JsonWriter w = {.to = &built};
//    json_begin(&w, '{');
//    json_key(&w, "bytes");
//    json_number(&w, 7);
//    json_end(&w, '}');        // {\n   "bytes": 7\n}\n
#ifndef XG_COMMANDS_DATA_JSON_WRITER_H
#define XG_COMMANDS_DATA_JSON_WRITER_H

#include "commands/text/built.h"

typedef struct {
   Built* to;
   int depth;
   bool has_entries; // whether the innermost list or object has some
   bool is_behind_key;
} JsonWriter;

// A list, '[', or an object, '{'.
void json_begin(JsonWriter* w, char bracket);
// Its end; of the outermost one that of the line, too.
void json_end(JsonWriter* w, char bracket);
void json_key(JsonWriter* w, const char* key);
void json_string(JsonWriter* w, const char* text);
void json_number(JsonWriter* w, uint64_t n);
// A number by its digits, which may be more than 64 bits hold.
void json_digits(JsonWriter* w, const char* digits);

#endif
