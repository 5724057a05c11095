// SPDX-License-Identifier: GPL-3.0-or-later
//
// What must be in a data file, xgrind.data.*: its version 1 as a table.
//
// Sections refer to others by what is known: events, functions, stacks (how many there are), and ids of objects.
//
//    const char* wrong = data_format_wrong("timeline", &json, value, &known);    // a sentence, or NULL; see schema.h
#ifndef XG_COMMANDS_DATA_DATA_FORMAT_H
#define XG_COMMANDS_DATA_DATA_FORMAT_H

#include "commands/data/schema.h"

const char* data_format_wrong(const char* section, const Json* j, JsonValue v,
                              SchemaKnown* known);

#endif
