// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes JSON: what begins, ends and separates values.
//
// Contract: commas and colons come from here: ", " before a key, "," before an element of an array, and a
// line break behind the comma where json_line() asks for one.  The caller ends what it begins, and gives
// each key a value.  What is written is JSON whatever a text is: bytes that are not UTF-8 are written as
// texts of their own, \xNN, and no two texts become one.
//
//    Json j = {.w = &writer};
//    json_object(&j);
//    json_member_text(&j, "name", function->name);     // "operator\"\"_x()", or null
//    json_key(&j, "cost");
//    json_numbers(&j, cost, n);
//    json_end_object(&j);                              // {"name": "f", "cost": [1,2]}
#ifndef XG_WRITERS_JSON_H
#define XG_WRITERS_JSON_H

#include "base/writer.h"

#define JSON_NULL UINT64_MAX // a number that is not known

typedef struct {
   Writer* w;
   bool follows;    // a key or an element that comes next follows another one
   bool is_value;   // what comes next is the value of a key
   bool breaks;     // what comes next begins a line, ...
   uint32_t indent; // ... behind so many blanks
} Json;

void json_object(Json* j);
void json_end_object(Json* j);
void json_array(Json* j);
void json_end_array(Json* j);
// What comes next begins a line: a key, an element or the end of what contains them.
void json_line(Json* j, uint32_t indent);
void json_key(Json* j, const char* key);
// JSON_NULL: null.
void json_number(Json* j, uint64_t n);
// NULL: null.
void json_text(Json* j, const char* text);
void json_bool(Json* j, bool b);
// The caller writes a value in place: what this module has no function for.
Writer* json_raw(Json* j);
// A part of a text, without quotation marks, into what the caller writes.
void json_text_part(Writer* w, const char* text);

// An array of numbers.
void json_numbers(Json* j, const uint64_t* n, uint32_t count);
// A key with its value.
void json_member(Json* j, const char* key, uint64_t n);
void json_member_text(Json* j, const char* key, const char* text);

#endif
