// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts that are built from many pieces.
//
// Ownership: the bytes are on the heap until built_kept() or built_clear() gives them back, or built_taken() hands them over.
//
//    Built b = {0};
//    built_add(&b, "two");
//    built_format(&b, " words and %d", 7);
//    const char* text = built_kept(&b);    // b is empty and usable again
#ifndef XG_COMMANDS_TEXT_BUILT_H
#define XG_COMMANDS_TEXT_BUILT_H

#include "base/host.h"

typedef struct {
   char* text; // n_B bytes and a 0; NULL at first
   size_t n_B, room_B;
} Built;

void built_bytes(Built* b, const char* bytes, size_t n_B);
void built_add(Built* b, const char* text);
void built_char(Built* b, char c);
void built_blanks(Built* b, int n);
__attribute__((format(printf, 2, 3))) void built_format(Built* b, const char* format, ...);
// The text as one that lives as long as the process.
const char* built_kept(Built* b);
// The text, for host_free().
char* built_taken(Built* b);
void built_clear(Built* b);

#endif
