// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/files/lines.h"

#include <stdio.h>
#include <string.h>

#include "commands/text/message.h"

enum { LINE_MAX_B = 1 << 24 }; // names of C++ templates can be long, but not that long

static const char of_binaries[] = "this is a binary file, not a profile";

void lines_fail_with(const Lines* lines, const char* format, va_list arguments)
{
   unsigned long number = 1;
   for (const char* s = lines->in->bytes; s < lines->line; s++) number += *s == '\n';
   char sentence[512];
   vsnprintf(sentence, sizeof sentence, format, arguments);
   fail("%s:%lu: %s", lines->in->shown, number, sentence);
}

void lines_fail(const Lines* lines, const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   lines_fail_with(lines, format, arguments);
}

Lines lines_of(const Input* in)
{
   Lines lines = {in, in->bytes, in->bytes};
   const char* zero = memchr(in->bytes, 0, in->size_B);
   if (zero) {
      lines.line = zero;
      lines_fail(&lines, of_binaries);
   }
   return lines;
}

// Whether a line, which may lack its end, has characters that no text has.
static bool has_controls(const char* line)
{
   for (; *line && *line != '\n'; line++)
      if ((unsigned char)*line <= 8) return true;
   return false;
}

void lines_fail_strange(const Lines* lines)
{
   if (has_controls(lines->line)) lines_fail(lines, of_binaries);
   if (lines->line == lines->in->bytes && *lines->line == '{')
      lines_fail(
         lines,
         "this looks like a memory-object profile, which 'xgrind_annotate --objects' reads");
   lines_fail(lines, "this line is not in Callgrind's profile format");
}

// What is wrong with a last line that has no end.
__attribute__((noreturn)) static void fail_unfinished(const Lines* lines)
{
   if (has_controls(lines->line) || (lines->line == lines->in->bytes && *lines->line == '{'))
      lines_fail_strange(lines);
   lines_fail(lines, "the file is truncated: its last line has no end");
}

bool lines_next(Lines* lines)
{
   const char* end = lines->in->bytes + lines->in->size_B;
   if (lines->next == end) return false;
   lines->line = lines->next;
   const char* newline = memchr(lines->line, '\n', (size_t)(end - lines->line));
   if ((newline ? newline : end) - lines->line > LINE_MAX_B)
      lines_fail(lines, "this line is longer than any name can be");
   if (!newline) fail_unfinished(lines);
   lines->next = newline + 1;
   return true;
}
