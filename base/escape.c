// SPDX-License-Identifier: GPL-3.0-or-later
// Escapes in our files; see escape.h.
#include "base/escape.h"

#include "base/utf8.h"

static int write_escape(char shown[ESCAPE_B], uint32_t c, bool in_braces)
{
   int n = 0;
   shown[n++] = '\\';
   shown[n++] = 'x';
   if (in_braces) shown[n++] = '{';
   int digits = 1;
   while (digits < 6 && c >> 4 * digits) digits++;
   if (!in_braces) digits = 2;
   while (digits--) shown[n++] = "0123456789abcdef"[c >> 4 * digits & 15];
   if (in_braces) shown[n++] = '}';
   return n;
}

int escape_next(char shown[ESCAPE_B], const char** text, bool (*hides)(uint32_t code_point))
{
   const char* s = *text;
   const int n = utf8_length(s);
   const uint32_t c = n ? utf8_code_point(s, n) : (uint8_t)*s;
   *text += n ? n : 1;
   if (!n || hides(c) || utf8_resembles_escape(s)) return write_escape(shown, c, n > 1);
   for (int i = 0; i < n; i++) shown[i] = s[i];
   return n;
}

bool escape_begins(const char* name)
{
   if (*name == ' ') return true;
   if (*name++ != '(') return false;
   const char* digit = name;
   while (*name >= '0' && *name <= '9') name++;
   return name > digit && *name == ')';
}

int escape_first(char shown[ESCAPE_B], const char* name)
{
   return write_escape(shown, (uint8_t)*name, false);
}
