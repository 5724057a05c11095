// SPDX-License-Identifier: GPL-3.0-or-later
// Characters of UTF-8; see utf8.h.
#include "base/utf8.h"

int utf8_length(const char* text)
{
   const uint8_t* c = (const uint8_t*)text;
   const int n = c[0] < 0x80 ? 1 : c[0] < 0xC2 ? 0 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : 4;
   for (int i = 1; i < n; i++)
      if ((c[i] & 0xC0) != 0x80) return 0;
   const bool is_overlong = (c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xF0 && c[1] < 0x90);
   const bool is_surrogate = c[0] == 0xED && c[1] >= 0xA0;
   const bool is_too_large = c[0] > 0xF4 || (c[0] == 0xF4 && c[1] >= 0x90);
   return is_overlong || is_surrogate || is_too_large ? 0 : n;
}

uint32_t utf8_code_point(const char* text, int n)
{
   static const uint8_t first_mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
   uint32_t c = (uint8_t)text[0] & first_mask[n];
   for (int i = 1; i < n; i++) c = c << 6 | ((uint8_t)text[i] & 0x3F);
   return c;
}

bool utf8_acts(uint32_t c)
{
   return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || c == 0x200E || c == 0x200F
          || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

static bool is_lower_hex(char c)
{
   return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool utf8_resembles_escape(const char* s)
{
   return s[0] == '\\' && s[1] == 'x'
          && (s[2] == '{' || (is_lower_hex(s[2]) && is_lower_hex(s[3])));
}
