// SPDX-License-Identifier: GPL-3.0-or-later
// JSON; see json.h.
#include "writers/json.h"

#include "base/utf8.h"

static const char hex[] = "0123456789abcdef";

// \uXXXX
static void write_escape(Writer* w, uint32_t c)
{
   writer_text(w, "\\u");
   for (int shift = 12; shift >= 0; shift -= 4) writer_char(w, hex[c >> shift & 15]);
}

// A byte as in our other files, \xNN, of which JSON doubles the backslash.
static void write_byte(Writer* w, uint8_t byte)
{
   writer_text(w, "\\\\x");
   writer_char(w, hex[byte >> 4]);
   writer_char(w, hex[byte & 15]);
}

void json_text_part(Writer* w, const char* text)
{
   const char* s = text;
   while (*s) {
      const int n = utf8_length(s);
      const uint32_t c = n ? utf8_code_point(s, n) : 0;
      if (!n || utf8_resembles_escape(s)) {
         write_byte(w, (uint8_t)*s);
      } else if (utf8_acts(c)) {
         write_escape(w, c);
      } else {
         if (c == '"' || c == '\\') writer_char(w, '\\');
         for (int i = 0; i < n; i++) writer_char(w, s[i]);
      }
      s += n ? n : 1;
   }
}

// --- values ---------------------------------------------------------------------------------

static void break_line(Json* j)
{
   writer_char(j->w, '\n');
   for (uint32_t i = 0; i < j->indent; i++) writer_char(j->w, ' ');
   j->breaks = false;
}

Writer* json_raw(Json* j)
{
   if (j->follows && !j->is_value) writer_char(j->w, ',');
   if (j->breaks) break_line(j);
   j->follows = true;
   j->is_value = false;
   return j->w;
}

void json_key(Json* j, const char* key)
{
   if (j->follows) writer_text(j->w, j->breaks ? "," : ", ");
   if (j->breaks) break_line(j);
   writer_char(j->w, '"');
   json_text_part(j->w, key);
   writer_text(j->w, "\": ");
   j->is_value = true;
}

static void begin(Json* j, char bracket)
{
   writer_char(json_raw(j), bracket);
   j->follows = false;
}

static void end(Json* j, char bracket)
{
   if (j->breaks) break_line(j);
   writer_char(j->w, bracket);
   j->follows = true;
}

void json_object(Json* j)
{
   begin(j, '{');
}

void json_end_object(Json* j)
{
   end(j, '}');
}

void json_array(Json* j)
{
   begin(j, '[');
}

void json_end_array(Json* j)
{
   end(j, ']');
}

void json_line(Json* j, uint32_t indent)
{
   j->breaks = true;
   j->indent = indent;
}

void json_number(Json* j, uint64_t n)
{
   Writer* w = json_raw(j);
   if (n == JSON_NULL)
      writer_text(w, "null");
   else
      writer_number(w, n);
}

void json_text(Json* j, const char* text)
{
   Writer* w = json_raw(j);
   if (!text) {
      writer_text(w, "null");
      return;
   }
   writer_char(w, '"');
   json_text_part(w, text);
   writer_char(w, '"');
}

void json_bool(Json* j, bool b)
{
   writer_text(json_raw(j), b ? "true" : "false");
}

// --- shorter --------------------------------------------------------------------------------

void json_numbers(Json* j, const uint64_t* n, uint32_t count)
{
   json_array(j);
   for (uint32_t i = 0; i < count; i++) json_number(j, n[i]);
   json_end_array(j);
}

void json_member(Json* j, const char* key, uint64_t n)
{
   json_key(j, key);
   json_number(j, n);
}

void json_member_text(Json* j, const char* key, const char* text)
{
   json_key(j, key);
   json_text(j, text);
}
