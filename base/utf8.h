// SPDX-License-Identifier: GPL-3.0-or-later
//
// Characters of texts that come from elsewhere and are UTF-8, or should be.
//
//    const int n = utf8_length(text);
//    if (n && !utf8_acts(utf8_code_point(text, n))) ... // these n bytes can be shown as they are
#ifndef XG_BASE_UTF8_H
#define XG_BASE_UTF8_H

#include "base/host.h"

// Bytes of the character that a text begins with, from 1 to 4; 0: no character of UTF-8 begins here.  The end of the
// text counts as one.
int utf8_length(const char* text);
// The number of this character, which has n bytes.
uint32_t utf8_code_point(const char* text, int n);
// Whether a terminal acts on the character, a reader takes it for the end of a line, or it changes the order in which
// others are shown.
bool utf8_acts(uint32_t code_point);
// Whether the text begins as what stands for a byte, \xNN, or for a character, \x{N...}, in our files.
bool utf8_resembles_escape(const char* text);

#endif
