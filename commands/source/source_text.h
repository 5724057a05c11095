// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of sources that a profile names.
//
//    SourceText s;
//    if (source_text_read(&s, "/src/a.c")) host_free(s.bytes);    // false: it is not there, may not be read, or is no text
//
// Of all sources together, at most ALL_SOURCES_MAX_B bytes are read, as a profile can name any number of them.
#ifndef XG_COMMANDS_SOURCE_SOURCE_TEXT_H
#define XG_COMMANDS_SOURCE_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum { SOURCE_MAX_B = 1 << 26, ALL_SOURCES_MAX_B = 1 << 28, ALL_SOURCES_MAX_LINES = 1 << 22 };

typedef struct {
   char* bytes; // a byte 0 follows them
   size_t size_B;
   time_t written; // when the file was
} SourceText;

bool source_text_read(SourceText* s, const char* name);

#endif
