// SPDX-License-Identifier: GPL-3.0-or-later
// JSON; see json.h.
#include "output/json.h"

// Bytes of the UTF-8 character at s, 0 if there is none.
static int utf8_length(const char* s)
{
   const uint8_t* c = (const uint8_t*)s;
   int n = c[0] < 0x80 ? 1 : c[0] < 0xC2 ? 0 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : 4;
   for (int i = 1; i < n; i++)
      if ((c[i] & 0xC0) != 0x80) return 0;
   bool is_overlong = (c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xF0 && c[1] < 0x90);
   bool is_surrogate = c[0] == 0xED && c[1] >= 0xA0;
   bool is_too_large = c[0] > 0xF4 || (c[0] == 0xF4 && c[1] >= 0x90);
   return is_overlong || is_surrogate || is_too_large ? 0 : n;
}

void json_text_part(Writer* w, const char* text)
{
   static const char hex[] = "0123456789abcdef";
   const char* s = text;
   while (*s) {
      uint8_t c = (uint8_t)*s;
      int n = utf8_length(s);
      if (c == '"' || c == '\\') writer_char(w, '\\');
      if (n && c >= 0x20 && c != 0x7F) {
         for (; n; n--) writer_char(w, *s++);
         continue;
      }
      writer_text(w, "\\u00"); // also bytes that are not UTF-8: as if they were Latin-1
      writer_char(w, hex[c >> 4]);
      writer_char(w, hex[c & 15]);
      s++;
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
