// SPDX-License-Identifier: GPL-3.0-or-later
// Buffered text output; see writer.h.
#include "base/writer.h"

#include "base/escape.h"
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

static void write_bytes(Writer* w, const char* bytes, int n)
{
   for (int i = 0; i < n; i++) writer_char(w, bytes[i]);
}

void writer_line_text(Writer* w, const char* s)
{
   char shown[ESCAPE_B];
   while (*s) write_bytes(w, shown, escape_next(shown, &s, utf8_acts));
}

void writer_name(Writer* w, const char* name)
{
   char shown[ESCAPE_B];
   if (escape_begins(name)) write_bytes(w, shown, escape_first(shown, name++));
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
