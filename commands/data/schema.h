// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks JSON against a table that says what must be there.
//
//    static const char* const rows[] = {
//       "functions[]       object  sets=functions",
//       "functions[].name  text",
//       "calls[].function  index=functions",
//       "calls[].cost[]    count   length=events",
//    };
//    Schema* s = schema_new(rows, 4);                                      // lives as long as the process
//    SchemaKnown known = {0};
//    const char* wrong = schema_wrong(s, "calls", &json, value, &known);   // "calls[3].function must be ...", or NULL
//    schema_known_clear(&known);
//
// A row is a path, a kind and more words.  "[]" is each entry of a list, "[0]" the first of a tuple, which has no others than those named.
// `known` has numbers by name: length=events is a list of as many entries as the list had that sets=events.  BETWEEN in a path stands for each level of
// caches between the first and the last, which has a row of its own.
//
//    object, list, tuple   what has rows of its own; an object may have other keys, too
//    ROWS                  an object with the rows of paths ROWS.key, besides its own
//    count                 a whole number; max=9, above=0
//    number                one that need not be whole, and is not negative
//    index=name            of an entry of a list of that name
//    id                    one of known->ids
//    text                  null counts as one, too
//    name                  a text, but never null
//    event                 the name of an event
//    flag                  of whatever is true or not
//    hex                   hexadecimal digits
//    one-of=a|b
//
//    length=12, 3|5, <=64, name    of a list
//    sets=name             known is from here on the length of this list, or this count
//    optional              it may be missing, or null
//    null                  entries of the list may be null
//    unique                no two entries have the same one
#ifndef XG_COMMANDS_DATA_SCHEMA_H
#define XG_COMMANDS_DATA_SCHEMA_H

#include "commands/data/json.h"
#include "commands/data/number_set.h"

enum { SCHEMA_NAMES_MAX = 24 };

typedef struct {
   uint64_t n[SCHEMA_NAMES_MAX]; // by number of a name
   NumberSet ids;
} SchemaKnown;

typedef struct Schema Schema;

Schema* schema_new(const char* const* rows, size_t n_rows);
// What is wrong with the value (NULL: missing) at the path that consists of this name, or NULL.
const char* schema_wrong(const Schema* s, const char* name, const Json* j, JsonValue v,
                         SchemaKnown* known);
void schema_known_clear(SchemaKnown* known);

// Of a value that the schema has found good: whether it is true.
bool schema_flag(const Json* j, JsonValue v);
// Its number; 0 if it is null.
double schema_number(const Json* j, JsonValue v);

#endif
