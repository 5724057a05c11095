// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/text/utf8_text.h"

#include <string.h>

#include "base/utf8.h"

static const char replacement[] = "\xef\xbf\xbd"; // U+FFFD

bool is_ascii(const char* text)
{
   while (*text && !(*text & 0x80)) text++;
   return !*text;
}

const char* utf8_text(const char* text)
{
   if (is_ascii(text)) return text;
   Built b = {0};
   while (*text) {
      const int n = utf8_length(text);
      if (n)
         built_bytes(&b, text, (size_t)n);
      else
         built_add(&b, replacement);
      text += n ? n : 1;
   }
   return built_kept(&b);
}

// A character that needs an escape in JSON, or that a terminal acts on.
static void add_escape(Built* b, uint32_t character)
{
   static const char letters[] = "\"\\\b\f\n\r\t", escapes[] = "\"\\bfnrt";
   const char* letter = character && character < 0x80 ? strchr(letters, (int)character) : NULL;
   if (letter)
      built_format(b, "\\%c", escapes[letter - letters]);
   else
      built_format(b, "\\u%04x", character); // all of them are below U+10000
}

void json_quote(Built* to, const char* text)
{
   built_char(to, '"');
   while (*text) {
      const int n = utf8_length(text);
      const uint32_t character = n ? utf8_code_point(text, n) : 0;
      if (!n)
         built_add(to, replacement);
      else if (utf8_acts(character) || character == '"' || character == '\\')
         add_escape(to, character);
      else
         built_bytes(to, text, (size_t)n);
      text += n ? n : 1;
   }
   built_char(to, '"');
}

const char* json_quoted(const char* text)
{
   Built b = {0};
   json_quote(&b, text);
   return built_kept(&b);
}
