// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of a form; see values.h.
#include "commands/options/values.h"

#include <stdlib.h>
#include <string.h>

#include "commands/text/kept.h"

const char* behind_number(const char* text)
{
   const size_t whole = strspn(text, "0123456789");
   const char* s = text + whole;
   const size_t fraction = *s == '.' ? strspn(s + 1, "0123456789") : 0;
   if (fraction) return s + 1 + fraction;
   return whole ? s : NULL;
}

bool is_percentage(const char* value)
{
   enum { DIGITS_MAX = 3, MOST = 100 };
   const char* end = behind_number(value);
   if (!end || strcspn(value, ".%") > DIGITS_MAX
       || (strcspn(value, ".%") == DIGITS_MAX && *value != '1'))
      return false;
   return strtod(value, NULL) <= MOST && (!*end || strcmp(end, "%") == 0);
}

bool is_name_list(const char* value)
{
   const size_t n = strlen(value);
   return n && value[0] != ',' && value[n - 1] != ',' && !strstr(value, ",,");
}

const char* next_of_list(const char** at)
{
   if (!*at) return NULL;
   const size_t n = strcspn(*at, ",");
   const char* text = kept_copy(*at, n);
   *at = (*at)[n] ? *at + n + 1 : NULL;
   return text;
}
