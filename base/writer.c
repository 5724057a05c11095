// SPDX-License-Identifier: GPL-3.0-or-later
// Buffered text output; see writer.h.
#include "base/writer.h"

#include "base/utf8.h"

static void flush(Writer* w)
{
   if (!w->failed && w->used_B && !host_write(w->fd, w->buffer, w->used_B)) w->failed = true;
   w->used_B = 0;
}

void writer_init(Writer* w, int fd)
{
   w->fd = fd;
   w->failed = false;
   w->used_B = 0;
}

void writer_char(Writer* w, char c)
{
   if (w->used_B == WRITER_BUFFER_B) flush(w);
   w->buffer[w->used_B++] = c;
}

void writer_text(Writer* w, const char* s)
{
   while (*s) writer_char(w, *s++);
}

static void digits(Writer* w, uint64_t n, unsigned base)
{
   char text[24];
   int i = 0;
   do {
      text[i++] = "0123456789abcdef"[n % base];
      n /= base;
   } while (n);
   while (i) writer_char(w, text[--i]);
}

static void write_escape(Writer* w, uint32_t c, bool in_braces)
{
   writer_text(w, in_braces ? "\\x{" : c < 0x10 ? "\\x0" : "\\x");
   digits(w, c, 16);
   if (in_braces) writer_char(w, '}');
}

void writer_line_text(Writer* w, const char* s)
{
   while (*s) {
      const int n = utf8_length(s);
      const uint32_t c = n ? utf8_code_point(s, n) : (uint8_t)*s;
      if (!n || utf8_acts(c) || utf8_resembles_escape(s))
         write_escape(w, c, n > 1);
      else
         for (int i = 0; i < n; i++) writer_char(w, s[i]);
      s += n ? n : 1;
   }
}

static bool resembles_number(const char* s)
{
   if (*s++ != '(') return false;
   const char* digit = s;
   while (*s >= '0' && *s <= '9') s++;
   return s > digit && *s == ')';
}

void writer_name(Writer* w, const char* name)
{
   if (*name == ' ' || resembles_number(name)) write_escape(w, (uint8_t)*name++, false);
   writer_line_text(w, name);
}

void writer_number(Writer* w, uint64_t n)
{
   digits(w, n, 10);
}

void writer_signed(Writer* w, int64_t n)
{
   if (n < 0) writer_char(w, '-');
   digits(w, n < 0 ? 0 - (uint64_t)n : (uint64_t)n, 10);
}

void writer_hex(Writer* w, uint64_t n)
{
   writer_text(w, "0x");
   digits(w, n, 16);
}

bool writer_finish(Writer* w)
{
   flush(w);
   return !w->failed;
}
