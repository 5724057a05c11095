// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that have moved; see matching.h.
//
// Loops are named by their lines, which move with each line that is inserted above.  Of those of one function that are left, as many on each
// side, the first is the first, and so on; of others, those that have as many lines, if no other one has.
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "commands/profile/matching_state.h"

enum { DIGITS_MAX = 18 }; // of a line; a longer number is as good as the largest one

// A loop that is left.
typedef struct {
   uint32_t f;
   int side;
   uint32_t module; // as the first side has it
   const char*
      name; // of the loop: the function's, with what says which loop from `at` to `end`
   size_t at, end;
   const char* file; // file_B bytes
   size_t file_B;
   int64_t line, nth; // the nth one of those that begin in this line
   int64_t lines;     // how many more it has
} Loop;

// ---------------------------------------------------------------------------------------------- names

static const char* skip_digits(const char* s)
{
   return s + strspn(s, "0123456789");
}

static int64_t number_at(const char* digits)
{
   const size_t n = (size_t)(skip_digits(digits) - digits);
   return n > DIGITS_MAX ? INT64_MAX / 4 : strtoll(digits, NULL, 10);
}

// Reads lines from "10-12 (2)]" and their end on; false: they are not such.
static bool read_lines(Loop* loop, const char* s)
{
   const char* end = skip_digits(s);
   if (end == s) return false;
   loop->line = number_at(s);
   loop->lines = 0;
   loop->nth = 1;
   if (*end == '-' && skip_digits(end + 1) > end + 1) {
      loop->lines = number_at(end + 1) - loop->line;
      end = skip_digits(end + 1);
   }
   if (end[0] == ' ' && end[1] == '(' && skip_digits(end + 2) > end + 2
       && *skip_digits(end + 2) == ')') {
      loop->nth = number_at(end + 2);
      end = skip_digits(end + 2) + 1;
   }
   if (*end != ']' || (end[1] && end[1] != '\'')) return false;
   loop->end = (size_t)(end + 1 - loop->name);
   return true;
}

// Reads a loop that begins here, " [loop FILE:10-12]"; false: none does.
static bool read_loop(Loop* loop, const char* s)
{
   static const char start[] = " [", irreducible[] = "irreducible ", word[] = "loop ";
   loop->at = (size_t)(s - loop->name);
   s += sizeof start - 1;
   if (strncmp(s, irreducible, sizeof irreducible - 1) == 0) s += sizeof irreducible - 1;
   if (strncmp(s, word, sizeof word - 1) != 0) return false;
   s += sizeof word - 1;
   for (size_t n = strcspn(s, " \t\n\v\f\r"); n > 1; n--) {
      if (s[n - 1] != ':' || !read_lines(loop, s + n)) continue;
      loop->file = s;
      loop->file_B = n - 1;
      return true;
   }
   loop->file_B = 0;
   return read_lines(loop, s);
}

static bool find_loop(Loop* loop)
{
   for (const char* s = loop->name; (s = strstr(s, " [")); s++)
      if (read_loop(loop, s)) return true;
   return false;
}

// ---------------------------------------------------------------------------------------------- order

static int compare_bytes(const char* a, size_t a_B, const char* b, size_t b_B)
{
   const size_t n = a_B < b_B ? a_B : b_B;
   const int sign = n ? memcmp(a, b, n) : 0;
   return sign ? sign : compare_numbers(a_B, b_B);
}

// By function: module, and the name without the loop.
static int by_function(const Loop* a, const Loop* b)
{
   if (a->module != b->module) return a->module < b->module ? -1 : 1;
   const int sign = compare_bytes(a->name, a->at, b->name, b->at);
   return sign ? sign : strcmp(a->name + a->end, b->name + b->end);
}

static int compare_signed(int64_t a, int64_t b)
{
   return a < b ? -1 : a > b;
}

static int by_place(const void* x, const void* y)
{
   const Loop *a = x, *b = y;
   int sign = by_function(a, b);
   if (!sign) sign = a->side - b->side;
   if (!sign) sign = compare_bytes(a->file, a->file_B, b->file, b->file_B);
   if (!sign) sign = compare_signed(a->line, b->line);
   if (!sign) sign = compare_signed(b->lines, a->lines);
   if (!sign) sign = compare_signed(a->nth, b->nth);
   return sign ? sign : compare_numbers(a->f, b->f);
}

static int by_length(const void* x, const void* y)
{
   const Loop *a = x, *b = y;
   const int sign = compare_signed(a->lines, b->lines);
   return sign ? sign : a->side - b->side;
}

// ---------------------------------------------------------------------------------------------- pairs

// Of n loops of a function, those that have as many lines, if one on each side has.
static void match_by_length(Matching* s, Loop* loops, uint32_t n)
{
   array_sort(loops, n, sizeof *loops, by_length);
   for (uint32_t i = 0, end; i < n; i = end) {
      for (end = i + 1; end < n && loops[end].lines == loops[i].lines;) end++;
      if (end == i + 2 && loops[i].side != loops[i + 1].side)
         matching_found(s, loops[i].f, loops[i + 1].f);
   }
}

// n loops of a function, those of the first side first.
static void match_of_function(Matching* s, Loop* loops, uint32_t n)
{
   uint32_t n_before = 0;
   while (n_before < n && loops[n_before].side == SIDE_BEFORE) n_before++;
   if (!n_before || n_before == n) return;
   if (2 * n_before != n) {
      match_by_length(s, loops, n);
      return;
   }
   for (uint32_t i = 0; i < n_before; i++) matching_found(s, loops[i].f, loops[n_before + i].f);
}

void match_loops(Matching* s)
{
   Loop* loops = NULL;
   uint32_t n = 0, room = 0;
   for (uint32_t f = 0; f < s->t->functions.n; f++) {
      if (!s->m->left[f]) continue;
      const int side = s->m->left[f] == IN_AFTER ? SIDE_AFTER : SIDE_BEFORE;
      Loop loop = {.f = f,
                   .side = side,
                   .name = function_table_names(s->t, f).name,
                   .module = matching_module(s, f, side)};
      if (!find_loop(&loop)) continue;
      loops = array_grown("matching.loops", loops, n, &room, sizeof *loops);
      loops[n++] = loop;
   }
   if (n) array_sort(loops, n, sizeof *loops, by_place);
   for (uint32_t i = 0, end; i < n; i = end) {
      for (end = i + 1; end < n && by_function(&loops[end], &loops[i]) == 0;) end++;
      match_of_function(s, loops + i, end - i);
   }
   host_free(loops);
}
