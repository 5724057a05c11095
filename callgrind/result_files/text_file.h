// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text files that users write.  What is wrong with one ends the program, with a sentence.
//
// Ownership: texts live on.
//
//    TextFile f = text_file_open(name, "a hierarchy file");
//    for (const HChar* line; (line = text_file_line(&f));) ... text_file_fail(&f, "name", "Expected a number.") ...
#ifndef XG_CALLGRIND_RESULT_FILES_TEXT_FILE_H
#define XG_CALLGRIND_RESULT_FILES_TEXT_FILE_H

#include "pub_tool_basics.h"

typedef struct {
   const HChar* name;
   Int line;          // where we are, from 1
   HChar *next, *end; // what has not been read
} TextFile;

// wanted: what is to be given in place of what cannot be read: "a hierarchy file".
TextFile text_file_open(const HChar* name, const HChar* wanted);
// The next line that is neither empty nor a comment, which begins with #, without blanks at its ends; it may be
// written to.  NULL: there is none.
HChar* text_file_line(TextFile* f);
// Ends the program: the line is wrong.  what: a part of it, may be empty; why: a sentence.
void text_file_fail(const TextFile* f, const HChar* what, const HChar* why);
// The text without blanks at both ends.
HChar* text_file_trim(HChar* text);

#endif
