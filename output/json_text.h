// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts in JSON.
//
// Contract: the output is JSON for any text: bytes that are not UTF-8 are taken for Latin-1.
//
//    json_text_write(w, function->name);     // "operator\"\"_x()", or null
#ifndef XG_OUTPUT_JSON_TEXT_H
#define XG_OUTPUT_JSON_TEXT_H

#include "base/writer.h"

// A string; NULL: null.
void json_text_write(Writer* w, const char* s);
// A part of a string, without quotation marks.
void json_text_write_part(Writer* w, const char* s);

#endif
