// SPDX-License-Identifier: GPL-3.0-or-later
// Use of lines, by headers; see line_use.h.
#include "commands/profile/line_use.h"

#include <stdlib.h>
#include <string.h>

#define DIGITS "0123456789"
enum { SIZE_DIGITS_MAX = 9 };

// What follows a text at the start of another one; NULL: it is not there.
static const char* behind(const char* text, const char* start)
{
   const size_t n = strlen(start);
   return text && strncmp(text, start, n) == 0 ? text + n : NULL;
}

// Reads digits, at least one and at most so many; NULL: they are not there.
static const char* behind_digits(const char* text, size_t most, uint64_t* number)
{
   const size_t n = text ? strspn(text, DIGITS) : 0;
   if (!n || n > most) return NULL;
   *number = strtoull(text, NULL, 10);
   return text + n;
}

// "D1 cache: 32768 B, 64 B, 8-way associative"
static bool says_size(const char* text, const char* cache, uint64_t* size_B)
{
   uint64_t all_B;
   text = behind_digits(behind(behind(text, cache), " cache: "), SIZE_MAX, &all_B);
   return behind(behind_digits(behind(text, " B, "), SIZE_DIGITS_MAX, size_B), " B") != NULL;
}

uint64_t line_size_B(const Profile* p, const char* cache)
{
   uint64_t size_B = 0, other_B;
   for (uint32_t i = 0; i < p->n_descriptions; i++) {
      if (!says_size(p->descriptions[i], cache, &other_B)) continue;
      if (!other_B || (size_B && size_B != other_B)) return 0;
      size_B = other_B;
   }
   return size_B;
}

double bytes_ended(const Profile* p, const Level* level)
{
   double lines = 0;
   uint32_t n_parts = 0;
   for (uint32_t i = 0; i < p->n_descriptions; i++) {
      uint64_t n;
      const char* text =
         behind(behind(behind(p->descriptions[i], "Use of "), level->name), " lines: ");
      if (!behind(behind_digits(text, SIZE_MAX, &n), " ended")) continue;
      lines += (double)n;
      n_parts++;
   }
   return n_parts == p->n_parts ? lines * (double)line_size_B(p, level->cache) : 0;
}
