// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that match; see matching.h.
#include "commands/profile/matching_state.h"

#include <string.h>

uint32_t matching_part(Matching* s, uint32_t f, int key)
{
   const uint64_t string = rows_keys(&s->t->functions, f)[key];
   if (s->part_of[string] == STRINGS_NONE) {
      const char *path = s->t->strings.text[string], *slash = strrchr(path, '/');
      const char* part = slash ? slash + 1 : path;
      s->part_of[string] = strings_number(&s->parts, part, strlen(part));
   }
   return s->part_of[string];
}

void matching_found(Matching* s, uint32_t before, uint32_t after)
{
   s->m->first_of[after] = before;
   s->m->left[before] = s->m->left[after] = 0;
}

// Of functions that are left: how many look alike on each side, and the last of them.
enum { FOUND_N, FOUND_LAST = SIDES, FOUND_FIGURES = 2 * SIDES };

// Those match that have equal modules and names, and files if `with_files`, if there is one on each side.
static void match_alike(Matching* s, bool with_files)
{
   Rows found;
   rows_init(&found, FUNCTION_KEYS, FOUND_FIGURES);
   for (uint32_t f = 0; f < s->t->functions.n; f++) {
      if (!s->m->left[f]) continue;
      const int side = s->m->left[f] == IN_AFTER ? SIDE_AFTER : SIDE_BEFORE;
      uint64_t* figures =
         rows_at(&found, (uint64_t[]){matching_module(s, f, side),
                                      with_files ? matching_part(s, f, FUNCTION_FILE) : 0,
                                      function_table_name(s->t, f)});
      figures[FOUND_N + side]++;
      figures[FOUND_LAST + side] = f;
   }
   for (uint32_t row = 0; row < found.n; row++) {
      const uint64_t* figures = rows_figures(&found, row);
      if (figures[FOUND_N + SIDE_BEFORE] != 1 || figures[FOUND_N + SIDE_AFTER] != 1) continue;
      matching_found(s, (uint32_t)figures[FOUND_LAST + SIDE_BEFORE],
                     (uint32_t)figures[FOUND_LAST + SIDE_AFTER]);
   }
   rows_clear(&found);
}

// Parts of paths are known before anything is stored by their numbers.
static void number_parts(Matching* s)
{
   const uint32_t n_strings = s->t->strings.n;
   s->part_of = host_alloc("matching.part_of", (n_strings + (size_t)1) * sizeof *s->part_of);
   for (uint32_t i = 0; i < n_strings; i++) s->part_of[i] = STRINGS_NONE;
   for (uint32_t f = 0; f < s->t->functions.n; f++) {
      matching_part(s, f, FUNCTION_MODULE);
      matching_part(s, f, FUNCTION_FILE);
   }
   s->was = host_alloc("matching.was", (s->parts.n + (size_t)1) * sizeof *s->was);
   for (uint32_t i = 0; i < s->parts.n; i++) s->was[i] = i;
}

Match match_functions(const FunctionTable* t)
{
   const uint32_t n = t->functions.n;
   Match m = {.first_of = host_alloc("matching.first_of", (n + (size_t)1) * sizeof *m.first_of),
              .left = host_alloc("matching.left", n + (size_t)1)};
   for (uint32_t f = 0; f < n; f++) {
      const uint64_t sides = function_table_sides(t, f);
      m.first_of[f] = f;
      m.left[f] = sides == (IN_BEFORE | IN_AFTER) ? 0 : (uint8_t)sides;
   }
   Matching s = {.t = t, .m = &m, .parts.arena.what = "matching.parts"};
   number_parts(&s);
   match_modules(&s);
   match_alike(&s, true);
   match_alike(&s, false);
   match_loops(&s);
   strings_clear(&s.parts);
   host_free(s.part_of);
   host_free(s.was);
   return m;
}

void match_clear(Match* m)
{
   host_free(m->first_of);
   host_free(m->left);
   host_free(m->modules);
   *m = (Match){0};
}
