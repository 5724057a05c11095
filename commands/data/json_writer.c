// SPDX-License-Identifier: GPL-3.0-or-later
// Writes JSON; see json_writer.h.
#include "commands/data/json_writer.h"

#include <inttypes.h>

#include "commands/text/utf8_text.h"

enum { INDENT = 3 };

static void new_line(JsonWriter* w)
{
   built_char(w->to, '\n');
   built_blanks(w->to, INDENT * w->depth);
}

// In front of a key, or of an element of a list.
static void begin_entry(JsonWriter* w)
{
   if (w->is_behind_key || !w->depth) {
      w->is_behind_key = false;
      return;
   }
   if (w->has_entries) built_char(w->to, ',');
   new_line(w);
   w->has_entries = true;
}

void json_begin(JsonWriter* w, char bracket)
{
   begin_entry(w);
   built_char(w->to, bracket);
   w->depth++;
   w->has_entries = false;
}

void json_end(JsonWriter* w, char bracket)
{
   w->depth--;
   if (w->has_entries) new_line(w);
   built_char(w->to, bracket);
   w->has_entries = true;
   if (!w->depth) built_char(w->to, '\n');
}

void json_key(JsonWriter* w, const char* key)
{
   begin_entry(w);
   json_quote(w->to, key);
   built_add(w->to, ": ");
   w->is_behind_key = true;
}

void json_string(JsonWriter* w, const char* text)
{
   begin_entry(w);
   json_quote(w->to, text);
}

void json_number(JsonWriter* w, uint64_t n)
{
   begin_entry(w);
   built_format(w->to, "%" PRIu64, n);
}

void json_digits(JsonWriter* w, const char* digits)
{
   begin_entry(w);
   built_add(w->to, digits);
}
