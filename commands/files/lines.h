// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lines of a text file of ours, one after the other; what is wrong fails with one sentence that has the file's name and the
// line's number.
//
//    Lines lines = lines_of(&in);
//    while (lines_next(&lines))                                   // lines.line, up to the '\n' before lines.next
//       if (...) lines_fail(&lines, "sorry");                     // "callgrind.out.1:12: sorry"
#ifndef XG_COMMANDS_FILES_LINES_H
#define XG_COMMANDS_FILES_LINES_H

#include <stdarg.h>
#include <stdbool.h>

#include "commands/files/input.h"

typedef struct {
   const Input* in;
   const char* line; // the line that was read last
   const char* next; // behind it
} Lines;

// The lines of an input.  Fails if it has a byte 0: it is no text.
Lines lines_of(const Input* in);
// Goes to the next line; false: there is none.  Fails if it has no end, or is longer than any name can be.
bool lines_next(Lines* lines);
// Where the line ends: at its '\n'.
static inline const char* lines_end(const Lines* lines)
{
   return lines->next - 1;
}
// Fails with one sentence on the line that was read last.
__attribute__((noreturn, format(printf, 2, 3))) void lines_fail(const Lines* lines,
                                                                const char* format, ...);
__attribute__((noreturn)) void lines_fail_with(const Lines* lines, const char* format,
                                               va_list arguments);
// Fails since the line is none that the file could have.
__attribute__((noreturn)) void lines_fail_strange(const Lines* lines);

#endif
