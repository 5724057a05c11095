// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts that live as long as the process: what messages and tables are made of.  A command ends within seconds, and says little;
// what is large, such as a profile, has an owner of its own.
//
//    const char* text = kept("%s and %d others", name, n);
//    char* room = kept_room(n + 1);
#ifndef XG_COMMANDS_TEXT_KEPT_H
#define XG_COMMANDS_TEXT_KEPT_H

#include <stdarg.h>
#include <stddef.h>

// A text as printf() makes it.
__attribute__((format(printf, 1, 2))) char* kept(const char* format, ...);
// The same as vprintf() makes it.
__attribute__((format(printf, 1, 0))) char* kept_of_list(const char* format, va_list arguments);
// A copy of the first n bytes of a text.
char* kept_copy(const char* text, size_t n);
// size_B bytes of zeros, aligned to 16.
void* kept_room(size_t size_B);

#endif
