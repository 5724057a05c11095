// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of CSV; see csv.h.
#include "commands/text/csv.h"

#include <string.h>

#include "commands/text/escapes.h"
#include "commands/text/kept.h"

#define DIGITS "0123456789"

// Behind digits, at least one; NULL: there are none.
static const char* behind_digits(const char* text)
{
   const size_t n = strspn(text, DIGITS);
   return n ? text + n : NULL;
}

// "-1.5e+3"
static bool is_figure(const char* text)
{
   text = behind_digits(text + (*text == '-'));
   if (text && *text == '.') text = behind_digits(text + 1);
   if (text && (*text == 'e' || *text == 'E')) {
      text++;
      text = behind_digits(text + (*text == '-' || *text == '+'));
   }
   return text && !*text;
}

// Each of its lines escaped.
static const char* escaped_lines(const char* text)
{
   if (!strchr(text, '\n')) return escaped(text);
   Built b = {0};
   for (;;) {
      const size_t n = strcspn(text, "\n");
      built_add(&b, escaped(kept_copy(text, n)));
      if (!text[n]) return built_kept(&b);
      built_char(&b, '\n');
      text += n + 1;
   }
}

void csv_cell(Built* to, const char* text, bool is_first)
{
   const char* cell = escaped_lines(text);
   if (*cell && strchr("-=+@", *cell) && !is_figure(cell))
      cell = kept("\\x%02x%s", (unsigned char)*cell, cell + 1);
   if (!is_first) built_char(to, ',');
   if (!strpbrk(cell, "\",\n")) {
      built_add(to, cell);
      return;
   }
   built_char(to, '"');
   for (; *cell; cell++) {
      if (*cell == '"') built_char(to, '"');
      built_char(to, *cell);
   }
   built_char(to, '"');
}

void csv_end(Built* to)
{
   built_char(to, '\n');
}
