// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of many pieces; see built.h.
#include "commands/text/built.h"

#include <stdio.h>
#include <string.h>

#include "commands/text/kept.h"

enum { FIRST_ROOM_B = 64 };

// Room for so many bytes more, and the 0 behind them.
static char* room_for(Built* b, size_t n_B)
{
   if (b->room_B - b->n_B <= n_B) {
      b->room_B = 2 * b->room_B + n_B + FIRST_ROOM_B;
      b->text = host_realloc("commands.built", b->text, b->room_B);
   }
   return b->text + b->n_B;
}

void built_bytes(Built* b, const char* bytes, size_t n_B)
{
   char* to = room_for(b, n_B);
   host_memcpy(to, bytes, n_B);
   to[n_B] = '\0';
   b->n_B += n_B;
}

void built_add(Built* b, const char* text)
{
   built_bytes(b, text, strlen(text));
}

void built_char(Built* b, char c)
{
   built_bytes(b, &c, 1);
}

void built_blanks(Built* b, int n)
{
   while (n-- > 0) built_char(b, ' ');
}

void built_format(Built* b, const char* format, ...)
{
   va_list arguments, again;
   va_start(arguments, format);
   va_copy(again, arguments);
   const int n = vsnprintf(NULL, 0, format, arguments);
   XG_ASSERT(n >= 0);
   (void)vsnprintf(room_for(b, (size_t)n), (size_t)n + 1, format, again);
   b->n_B += (size_t)n;
   va_end(again);
   va_end(arguments);
}

const char* built_kept(Built* b)
{
   const char* text = kept_copy(b->text ? b->text : "", b->n_B);
   built_clear(b);
   return text;
}

char* built_taken(Built* b)
{
   built_add(b, "");
   char* text = b->text;
   *b = (Built){0};
   return text;
}

void built_clear(Built* b)
{
   host_free(b->text);
   *b = (Built){0};
}
