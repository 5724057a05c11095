// SPDX-License-Identifier: GPL-3.0-or-later
// Escapes of characters; see escapes.h.
#include "commands/text/escapes.h"

#include <string.h>

#include "base/escape.h"
#include "base/utf8.h"
#include "commands/text/built.h"

// --- Escaping ------------------------------------------------------------------------------------

static bool is_plain(const char* text)
{
   for (; *text; text++)
      if (*text < 0x20 || *text > 0x7E || *text == '\\') return false;
   return true;
}

static void add_escaped(Built* to, const char* text, bool (*hides)(uint32_t code_point))
{
   char shown[ESCAPE_B];
   while (*text) {
      const int n = escape_next(shown, &text, hides);
      built_bytes(to, shown, (size_t)n);
   }
}

const char* escaped_where(const char* text, bool (*hides)(uint32_t code_point))
{
   if (is_plain(text)) return text;
   Built to = {0};
   add_escaped(&to, text, hides);
   return built_kept(&to);
}

const char* escaped(const char* text)
{
   return escaped_where(text, utf8_acts);
}

const char* escaped_name(const char* name)
{
   if (!escape_begins(name)) return escaped(name);
   char shown[ESCAPE_B];
   Built to = {0};
   built_bytes(&to, shown, (size_t)escape_first(shown, name));
   add_escaped(&to, name + 1, utf8_acts);
   return built_kept(&to);
}

// --- The other way -------------------------------------------------------------------------------

enum { HEX_MAX = 6, CODE_MAX = 0x10FFFF, REPLACEMENT = 0xFFFD };

// The value of up to so many hexadecimal digits, of lower case; *n: how many there are.
static uint32_t hex_value(const char* text, int max, int* n)
{
   uint32_t value = 0;
   for (*n = 0; *n < max; ++*n) {
      const char c = text[*n];
      if (c >= '0' && c <= '9')
         value = value << 4 | (uint32_t)(c - '0');
      else if (c >= 'a' && c <= 'f')
         value = value << 4 | (uint32_t)(c - 'a' + 10);
      else
         break;
   }
   return value;
}

// The character of an escape, and where that ends; NULL: it is none.
static const char* escape_at(const char* text, uint32_t* code, bool* is_byte)
{
   int n;
   if (text[0] != '\\' || text[1] != 'x') return NULL;
   *is_byte = text[2] != '{';
   if (*is_byte) {
      *code = hex_value(text + 2, 2, &n);
      return n == 2 && *code ? text + 4 : NULL;
   }
   *code = hex_value(text + 3, HEX_MAX, &n);
   if (!n || text[3 + n] != '}' || !*code || *code > CODE_MAX
       || (n == HEX_MAX && text[3] == '0'))
      return NULL;
   return text + 4 + n;
}

// Writes a character, of which UTF-8 has none for halves of others.
static char* put_code_point(char* to, uint32_t c)
{
   if (c >= 0xD800 && c < 0xE000) c = REPLACEMENT;
   const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
   static const uint8_t first[] = {0, 0xC0, 0xE0, 0xF0};
   *to++ = (char)(first[more] | c >> 6 * more);
   for (int i = more; i-- > 0;) *to++ = (char)(0x80 | (c >> 6 * i & 0x3F));
   return to;
}

void unescape(char* text)
{
   char* to = strstr(text, "\\x");
   if (!to) return;
   for (const char* from = to; *from;) {
      uint32_t code;
      bool is_byte;
      const char* end = escape_at(from, &code, &is_byte);
      if (!end)
         *to++ = *from++;
      else {
         if (is_byte)
            *to++ = (char)code;
         else
            to = put_code_point(to, code);
         from = end;
      }
   }
   *to = '\0';
}
