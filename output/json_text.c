// SPDX-License-Identifier: GPL-3.0-or-later
// Texts in JSON; see json_text.h.
#include "output/json_text.h"

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

void json_text_write_part(Writer* w, const char* s)
{
   static const char hex[] = "0123456789abcdef";
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

void json_text_write(Writer* w, const char* s)
{
   if (!s) {
      writer_text(w, "null");
      return;
   }
   writer_char(w, '"');
   json_text_write_part(w, s);
   writer_char(w, '"');
}
