// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lines of a source without what is no code.
//
// Comments and preprocessor lines are blank, texts are "", characters are 0.  Statements of Fortran end in a semicolon.
//
//    const SourceLines* s = source_lines("grid.c");    // NULL: it is not there or not allowed, too large, or of no language known
//    s->line[17]                                       // from 1 on
//
// Ownership: sources live as long as the process; each file is read once.
#ifndef XG_COMMANDS_SOURCE_SOURCE_LINES_H
#define XG_COMMANDS_SOURCE_SOURCE_LINES_H

#include <stdint.h>
#include <time.h>

typedef enum { SOURCE_C, SOURCE_RUST, SOURCE_FORTRAN } SourceLanguage;

typedef struct {
   SourceLanguage language;
   time_t written;    // when the file was
   const char** line; // from 1 to n
   uint32_t n;
} SourceLines;

const SourceLines* source_lines(const char* name);

// Of a text, which is changed; is_fixed: Fortran in columns.
SourceLines* source_lines_of(char* text, SourceLanguage language, int is_fixed);

#endif
