// SPDX-License-Identifier: GPL-3.0-or-later
// Statements of Fortran; see allocate_statement.h.
#include "commands/source/allocate_statement.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "commands/text/kept.h"

enum { NAME_MAX_B = 80, LINES_MAX = 3 };

// Without the brackets at its end, and the parentheses.
static const char* without_bounds(const char* text)
{
   size_t n = strlen(text);
   while (n && text[n - 1] == ']') {
      size_t open = n - 1;
      while (open && !strchr("[]", text[open - 1])) open--;
      if (!open || text[open - 1] != '[') break;
      n = open - 1;
   }
   if (n && text[n - 1] == ')') {
      int depth = 0;
      for (size_t i = n - 1; i > 0; i--) {
         depth += text[i] == ')' ? 1 : text[i] == '(' ? -1 : 0;
         if (depth) continue;
         n = i;
         break;
      }
   }
   return kept_copy(text, n);
}

// What an argument allocates, NULL if that is in doubt; false: it is an option.
static bool allocated(const Tokens* t, int first, int behind, const char** name)
{
   for (int i = behind - 1; i >= first; i--)
      if (token_is(t, i, "::")) first = i + 1;
   if (behind - first >= 2 && token_is(t, first + 1, "=")) return false;
   const char* text = without_bounds(joined(t, first, behind));
   *name = isalpha((unsigned char)*text) && strlen(text) <= NAME_MAX_B ? text : NULL;
   return true;
}

static void add_argument(const Tokens* t, int first, int behind, const char** names,
                         uint32_t room, uint32_t* n)
{
   const char* name;
   if (!allocated(t, first, behind, &name)) return;
   if (*n < room) names[*n] = name;
   ++*n;
}

// Of "allocate(", what is between its parentheses.
static void add_arguments(const Tokens* t, int open, const char** names, uint32_t room,
                          uint32_t* n)
{
   const uint32_t before = *n;
   const int close = token_match(t, open);
   int first = open + 1;
   for (int i = first; i < close; i++) {
      if (token_is(t, i, ",")) {
         add_argument(t, first, i, names, room, n);
         first = i + 1;
      } else if (token_is_of(t, i, "([")) {
         i = token_match(t, i);
         if (i == TOKEN_NONE) {
            *n = before; // its other bracket is elsewhere
            return;
         }
      }
   }
   add_argument(t, first, close, names, room, n);
}

uint32_t allocate_statement(const Tokens* t, int line, const char** names, uint32_t room)
{
   uint32_t n = 0;
   for (int i = 0; i + 1 < t->n; i++) {
      if (strcasecmp(token(t, i), "allocate") != 0 || !token_is(t, i + 1, "(")) continue;
      const int end = token_match(t, i + 1);
      if (end == TOKEN_NONE || line < t->token[i].line || line > t->token[end].line) continue;
      if (t->token[end].line - t->token[i].line >= LINES_MAX) return 0;
      add_arguments(t, i + 1, names, room, &n);
   }
   return n;
}
