// SPDX-License-Identifier: GPL-3.0-or-later
//
// Buffered text output to a file descriptor of the host.
//
// Contract: after the first failure everything further is dropped; writer_finish() tells.
//
//    Writer w;
//    writer_init(&w, fd);
//    writer_text(&w, "calls=");
//    writer_number(&w, 42);
//    bool ok = writer_finish(&w);
#ifndef XG_BASE_WRITER_H
#define XG_BASE_WRITER_H

#include "base/host.h"

enum { WRITER_BUFFER_B = 65536 };

typedef struct {
   int fd;
   bool failed;
   size_t used_B;
   char buffer[WRITER_BUFFER_B];
} Writer;

void writer_init(Writer* w, int fd);
void writer_text(Writer* w, const char* s);
// Writes a text from elsewhere so that nothing in it ends the line or acts on a terminal, and no two texts become one:
// characters that do are written as \xNN, or \x{N...} beyond 7 bits, bytes that are not UTF-8 as \xNN, and a backslash that
// would be taken for the beginning of that as \x5c.
void writer_line_text(Writer* w, const char* s);
// Likewise the name of a function, file or module where a profile has one: what readers skip in front of a name, or take for
// the number of one, is escaped, too: a first blank, and the parenthesis of "(7)".
void writer_name(Writer* w, const char* name);
void writer_char(Writer* w, char c);
void writer_number(Writer* w, uint64_t n); // decimal
void writer_signed(Writer* w, int64_t n);  // decimal with sign where negative
void writer_hex(Writer* w, uint64_t n);    // 0x...
// Flushes; true if every byte was written.
bool writer_finish(Writer* w);

#endif
