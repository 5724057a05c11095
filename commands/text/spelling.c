// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/text/spelling.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/lists.h"
#include "commands/text/message.h"

enum { LETTERS_MAX = 64, LISTED_MAX = 12 };

static uint32_t least(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

uint32_t spelling_distance(const char* from, const char* to)
{
   uint32_t d[LETTERS_MAX + 1][LETTERS_MAX + 1];
   const size_t m = strlen(from), n = strlen(to);
   if (m > LETTERS_MAX || n > LETTERS_MAX) return UINT32_MAX;
   for (size_t i = 0; i <= m; i++) {
      for (size_t j = 0; j <= n; j++) {
         d[i][j] = i && j ? least(d[i - 1][j - 1] + (from[i - 1] != to[j - 1]),
                                  1 + least(d[i - 1][j], d[i][j - 1]))
                          : (uint32_t)(i + j);
         if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
            d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
      }
   }
   return d[m][n];
}

// A name in small letters, with dashes.
static const char* plain(const char* name)
{
   char* text = kept("%s", name);
   for (char* s = text; *s; s++)
      if (*s >= 'A' && *s <= 'Z')
         *s = (char)(*s - 'A' + 'a');
      else if (*s == '_')
         *s = '-';
   return text;
}

uint32_t alike(const char* typed, const char* const* names, uint32_t n,
               const char* best[ALIKE_MAX])
{
   const char* meant = plain(typed);
   const uint32_t most = (uint32_t)(strlen(meant) + 1) / 3;
   uint32_t least_distance = most + 1, found = 0;
   const char** near = kept_room((n + (size_t)1) * sizeof *near);
   for (uint32_t i = 0; i < n; i++) {
      const uint32_t distance = spelling_distance(meant, names[i]);
      if (distance > most || distance > least_distance) continue;
      if (distance < least_distance) found = 0;
      least_distance = distance;
      near[found++] = names[i];
   }
   qsort(near, found, sizeof *near, compare_texts);
   if (found > ALIKE_MAX) found = ALIKE_MAX;
   for (uint32_t i = 0; i < found; i++) best[i] = near[i];
   return found;
}

// What there is, at most twelve names.
static const char* listed(const char* const* names, uint32_t n)
{
   Built b = {0};
   const uint32_t shown = n <= LISTED_MAX + 1 ? n : LISTED_MAX;
   for (uint32_t i = 0; i < shown; i++) built_format(&b, " %s", names[i]);
   if (n > shown) built_format(&b, " and %u more", n - shown);
   built_add(&b, "");
   return built_kept(&b);
}

const char* unknown_name(const char* typed, const char* const* names, uint32_t n,
                         const char* where)
{
   const char** plains = kept_room((n + (size_t)1) * sizeof *plains);
   const char** meant = kept_room((n + (size_t)1) * sizeof *meant);
   const char* best[ALIKE_MAX];
   for (uint32_t i = 0; i < n; i++) plains[i] = plain(names[i]);
   const uint32_t n_best = alike(typed, plains, n, best);
   uint32_t n_meant = 0;
   for (uint32_t b = 0; b < n_best; b++)
      for (uint32_t i = 0; i < n; i++)
         if (strcmp(plains[i], best[b]) == 0 && (!b || strcmp(best[b], best[b - 1]) != 0))
            meant[n_meant++] = names[i];
   const char* start = kept("%s%s%s", quoted(typed), where ? " " : "", where ? where : "");
   return n_meant ? kept("%s; did you mean %s?", start, printable(either(meant, n_meant)))
                  : kept("%s, only%s", start, printable(listed(names, n)));
}
