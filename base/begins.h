// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a text begins.
#ifndef XG_BASE_BEGINS_H
#define XG_BASE_BEGINS_H

#include <stdbool.h>

// Whether a text begins with another one; nothing behind the first difference is read.
static inline bool begins_with(const char* text, const char* with)
{
   while (*with && *text == *with) text++, with++;
   return !*with;
}

#endif
