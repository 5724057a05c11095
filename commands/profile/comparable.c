// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison means; see comparable.h.
#include "commands/profile/comparable.h"

#include <string.h>

#include "commands/text/kept.h"

const char* cycles_not_compared(ColumnEvents before, ColumnEvents after)
{
   if (!event_called(before, "CyBase") == !event_called(after, "CyBase")) return NULL;
   return "CEst is not compared: one profile has cycles of a model of the processor "
          "(--cycles=yes), the other one only misses to"
          " estimate them from";
}

// What a description says about this; NULL: it is about something else.
static const char* said(const char* description, const char* about)
{
   const size_t n = strlen(about);
   if (strncmp(description, about, n) != 0) return NULL;
   return description + n + strspn(description + n, " \t\r\f\v");
}

// All that a profile says about this.
static Strings all_said(const Profile* p, const char* about)
{
   Strings texts = {.arena.what = "comparable.texts"};
   for (uint32_t i = 0; i < p->n_descriptions; i++) {
      const char* text = said(p->descriptions[i], about);
      if (text) strings_number(&texts, text, strlen(text));
   }
   return texts;
}

static bool differ(const Profile* before, const Profile* after, const char* about)
{
   Strings x = all_said(before, about), y = all_said(after, about);
   bool more = x.n && y.n && x.n != y.n;
   for (uint32_t i = 0; i < x.n && y.n; i++)
      more |= strings_find(&y, x.text[i], x.length_B[i]) == STRINGS_NONE;
   strings_clear(&x);
   strings_clear(&y);
   return more;
}

const char* two_machines(const Profile* before, const Profile* after)
{
   bool is_other = differ(before, after, "Hierarchy:") || differ(before, after, "I1 cache:");
   for (uint32_t i = 0; i < LEVELS; i++)
      is_other |= differ(before, after, kept("%s cache:", levels[i].cache));
   return is_other ? "the runs have simulated different machines, so what misses and takes "
                     "cycles may differ for that alone"
                   : NULL;
}
