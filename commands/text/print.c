// SPDX-License-Identifier: GPL-3.0-or-later
// Lines on standard output; see print.h.
#include "commands/text/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/text/kept.h"
#include "commands/text/screen.h"

enum {
   RULE_COLUMNS = 78,  // below a title
   LABEL_COLUMNS = 11, // before a value
};

static bool has_colours;

void choose_colours(Colours when)
{
   const char* no_color = getenv("NO_COLOR");
   const bool wants_none = no_color && *no_color;
   has_colours =
      when == COLOURS_YES || (when == COLOURS_AUTO && isatty(STDOUT_FILENO) && !wants_none);
}

const char* paint(Paint colour, const char* text)
{
   static const char* const sequence[] = {
      [PAINT_BOLD] = "\x1b[1m", [PAINT_RED] = "\x1b[31m", [PAINT_GREEN] = "\x1b[32m"};
   return has_colours && colour != PAINT_NOT ? kept("%s%s\x1b[0m", sequence[colour], text)
                                             : text;
}

void print_title(const char* title)
{
   printf("%s\n", paint(PAINT_BOLD, title));
   const int rule = screen_width() < RULE_COLUMNS ? screen_width() : RULE_COLUMNS;
   for (int i = 0; i < rule; i++) putchar('-');
   putchar('\n');
}

void print_wrapped(const char* text, const char* start, int columns)
{
   const int indent = columns_of(start);
   uint32_t n;
   const char** lines = wrapped(text, (columns ? columns : screen_width()) - indent, &n);
   for (uint32_t i = 0; i < n; i++) {
      const char* line = kept("%s%s", i ? padded("", indent) : start, lines[i]);
      size_t length_B = strlen(line);
      while (length_B && line[length_B - 1] == ' ') length_B--;
      printf("%.*s\n", (int)length_B, line);
   }
}

void print_field(const char* name, const char* value)
{
   print_wrapped(value, padded(kept("%s: ", name), LABEL_COLUMNS), 0);
}
