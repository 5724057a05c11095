// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns of names; see pattern.h.
#include "base/pattern.h"

#include <stddef.h>

// Of several stars only the last one reached needs to stand for more: whatever an earlier one could take instead, the later
// one can take, too.
bool pattern_describes(const char* pattern, const char* text)
{
   const char *star = NULL,
              *behind = NULL; // the last star, and the text behind what it stands for
   while (*text) {
      if (*pattern == '*') {
         star = pattern++;
         behind = text;
      } else if (*pattern == '?' || *pattern == *text) {
         pattern++;
         text++;
      } else if (star) {
         pattern = star + 1;
         text = ++behind;
      } else {
         return false;
      }
   }
   while (*pattern == '*') pattern++;
   return !*pattern;
}
