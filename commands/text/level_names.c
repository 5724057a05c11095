// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/text/level_names.h"

#include <string.h>

#include "commands/text/kept.h"

static const char* const counted[] = {"AcCost", "SpLoss", "Lines", "Unused", "Uses"};
enum { OF_PROFILES = 3 }; // the first of them are events, the others columns

// The length of what is in front of the number of the level, 2 or 3; 0: the name has none.
static size_t counted_length(const char* event, size_t kinds)
{
   for (size_t i = 0; i < kinds; i++) {
      const size_t n = strlen(counted[i]);
      if (strncmp(event, counted[i], n) == 0 && (event[n] == '2' || event[n] == '3')
          && !event[n + 1])
         return n;
   }
   return 0;
}

bool level_names_have_three(const char* const* events, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      const size_t length = counted_length(events[i], OF_PROFILES);
      if (length && events[i][length] == '3') return true;
   }
   return false;
}

const char* level_name(const char* event, bool has_three)
{
   const size_t n = counted_length(event, sizeof counted / sizeof *counted);
   if (!n) return event;
   return kept("%.*s%s", (int)n, event, has_three && event[n] == '2' ? "L2" : "LL");
}
