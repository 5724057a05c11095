// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layouts as users write them (docs/layouts.md): a name and, in parentheses, sizes and places in bytes; several, with `+`
// between them, one after the other.
//
//    Layout l;
//    char error[LAYOUT_ERROR_B];
//    if (!layout_parse(&l, "split(64: 56)", error)) ... // error: what is wrong, without a full stop
#ifndef XG_LAYOUTS_PARSE_H
#define XG_LAYOUTS_PARSE_H

#include "layouts/layout.h"

enum { LAYOUT_ERROR_B = 256 };

// Reads the whole text.  False: it is no layout, and `error` says why.
bool layout_parse(Layout* l, const char* text, char error[LAYOUT_ERROR_B]);

#endif
