// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts that grow, and that nothing is cut from.
//
// Ownership: the text belongs to the caller, who gives it to host_free().
//
//    char* text = NULL;
//    grown_text_add(&text, "two");
//    grown_text_add(&text, " words");
#ifndef XG_BASE_GROWN_TEXT_H
#define XG_BASE_GROWN_TEXT_H

#include "base/host.h"

// Adds to the end of a text; NULL is an empty one.  What is added must not be a part of the text.
void grown_text_add(char** text, const char* more);

#endif
