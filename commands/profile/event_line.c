// SPDX-License-Identifier: GPL-3.0-or-later
// Lines about events; see event_line.h.
#include "commands/profile/event_line.h"

#include <string.h>

#define BLANKS " \t\n\v\f\r"

static const char* behind_blanks(const char* text)
{
   return text + strspn(text, BLANKS);
}

// What stands behind a name and this sign, the last one if blanks or such signs may belong to the name, without blanks;
// NULL: there is no name with one behind it.  `wants_more`: something must follow.
static const char* behind_sign(const char* line, char sign, int wants_more)
{
   const size_t name_B = strcspn(line, BLANKS);
   for (size_t end = name_B; end > 0; end--) {
      const char* at = end == name_B ? behind_blanks(line + end) : line + end;
      if (*at != sign) continue;
      at = behind_blanks(at + 1);
      if (*at || !wants_more) return at;
   }
   return NULL;
}

static size_t without_blanks(const char* text, size_t length_B)
{
   while (length_B && strchr(BLANKS, text[length_B - 1])) length_B--;
   return length_B;
}

const char* event_formula(const char* line, size_t* length_B)
{
   const char* formula = behind_sign(line, '=', 0);
   if (formula) *length_B = without_blanks(formula, strcspn(formula, ":"));
   return formula;
}

const char* event_long_name(const char* line, size_t* length_B)
{
   const char* name = behind_sign(line, ':', 1);
   if (name) *length_B = without_blanks(name, strlen(name));
   return name;
}
