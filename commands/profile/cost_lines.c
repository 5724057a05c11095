// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines of a profile that carry figures: costs, calls and jumps, with their positions.
#include <stdlib.h>

#include "commands/profile/reader_state.h"

enum { DECIMAL_MAX = 18, HEX_MAX = 16, FIGURE_MAX = 20 }; // digits

// ---------------------------------------------------------------------------------------- positions

// The digit that a character is, or 10 or more.
static inline unsigned digit_of(char c)
{
   return (unsigned)c - '0';
}

static inline bool is_digit(char c)
{
   return digit_of(c) < 10;
}

static int hex_digit(char c)
{
   if (is_digit(c)) return c - '0';
   if (c >= 'a' && c <= 'f') return c - 'a' + 10;
   return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// What follows decimal digits; *number is what they say, if there are no more than 19.
static inline const char* read_digits(const char* s, uint64_t* number)
{
   uint64_t n = 0;
   for (unsigned digit; (digit = digit_of(*s)) < 10; s++) n = 10 * n + digit;
   *number = n;
   return s;
}

// A number as positions have it, 12 or 0xc, and what follows it; NULL: there is none.
static inline const char* position_number(const char* s, uint64_t* number)
{
   const char* first = s;
   if (s[0] != '0' || s[1] != 'x') {
      s = read_digits(s, number);
      return s == first || s - first > DECIMAL_MAX ? NULL : s;
   }
   uint64_t n = 0;
   first = s += 2;
   for (int digit; (digit = hex_digit(*s)) >= 0; s++) n = n << 4 | (uint64_t)digit;
   *number = n;
   return s == first || s - first > HEX_MAX ? NULL : s;
}

// A position as written, "*", "+3" or "0x10", to a number, and what follows it; NULL: it is malformed.
static inline const char* read_position(const char* s, uint64_t last, uint64_t* to)
{
   uint64_t number = 0;
   if (*s == '*') {
      *to = last;
      s++;
   } else {
      const char sign = *s;
      s = position_number(s + (sign == '+' || sign == '-'), &number);
      if (!s) return NULL;
      *to = sign == '+' ? last + number : sign == '-' ? last - number : number;
   }
   return is_blank(*s) || *s == '\n' ? s : NULL;
}

// The positions that a line or the rest of one begins with, and what follows them; NULL: they are malformed.
static inline const char* read_positions(const ProfileReader* r, const char* s, uint64_t* at)
{
   for (int i = 0; i < r->n_positions; i++) {
      s = read_position(skip_blanks(s), r->last[i], &at[i]);
      if (!s) return NULL;
   }
   return skip_blanks(s);
}

static inline uint64_t address_of(const ProfileReader* r, const uint64_t* at)
{
   return r->address_at < 0 ? 0 : at[r->address_at];
}

static inline uint64_t line_of(const ProfileReader* r, const uint64_t* at)
{
   return r->line_at < 0 ? 0 : at[r->line_at];
}

static inline void set_last(ProfileReader* r, const uint64_t* at)
{
   for (int i = 0; i < r->n_positions; i++) r->last[i] = at[i];
}

// ------------------------------------------------------------------------------------------ figures

// A figure, and what follows it; NULL: it is malformed.
static inline const char* read_figure(const char* s, uint64_t* figure)
{
   const char* first = s;
   s = read_digits(s, figure);
   if (XG_UNLIKELY(s == first || s - first >= FIGURE_MAX)) {
      if (s == first || s - first > FIGURE_MAX) return NULL;
      if (memcmp(first, "18446744073709551615", FIGURE_MAX) > 0) profile_fail_sum();
   }
   return is_blank(*s) || *s == '\n' ? s : NULL;
}

// Adds the figures of the rest of a line to those of events; false: they are malformed.
static inline bool add_figures(const ProfileReader* r, const char* s, uint64_t* to)
{
   for (uint32_t i = 0; *s != '\n'; i++) {
      uint64_t figure;
      if (i == r->part.n_events || !(s = read_figure(s, &figure))) return false;
      profile_add(&to[r->part.events[i]], figure);
      s = skip_blanks(s);
   }
   return true;
}

// -------------------------------------------------------------------------------------------- costs

// Whether a malformed line has figures that are too many, and nothing else that is wrong.
static bool has_too_many(const ProfileReader* r)
{
   if (strspn(r->lines.line, "-+*x0123456789abcdefABCDEF \t")
       != (size_t)(lines_end(&r->lines) - r->lines.line))
      return false;
   uint32_t words = 0;
   for (const char* s = skip_blanks(r->lines.line); *s != '\n'; s = skip_blanks(s), words++)
      while (!is_blank(*s) && *s != '\n') s++;
   return words > (uint32_t)r->n_positions + r->part.n_events;
}

__attribute__((noreturn, cold)) static void fail_cost_line(ProfileReader* r)
{
   if (!r->knows_events) profile_fail_line(r, "costs before the events: line");
   if (r->function == PROFILE_NO_FUNCTION) profile_fail_line(r, "costs before the first fn=");
   for (const char* s = r->lines.line; *s != '\n'; s++)
      if ((unsigned char)*s <= 8) lines_fail_strange(&r->lines);
   profile_fail_line(r, "%s",
                     has_too_many(r) ? "this cost line has more figures than there are events"
                                     : "this cost line is malformed");
}

// Figures for the costs at a place.
static inline uint64_t* figures_at(ProfileReader* r, const uint64_t* at)
{
   Rows* costs = &r->p->costs;
   if (!r->p->joins_lines)
      return rows_append(costs,
                         (uint64_t[]){r->function, r->file, address_of(r, at), line_of(r, at)});
   if (costs->n && rows_keys(costs, costs->n - 1)[COST_FUNCTION] == r->function)
      return rows_figures(costs, costs->n - 1);
   return rows_append(costs, (uint64_t[]){r->function, 0, 0, 0});
}

void read_cost_line(ProfileReader* r)
{
   uint64_t at[POSITIONS_MAX];
   const char* s = r->lines.line;
   if (r->function == PROFILE_NO_FUNCTION || !r->knows_events
       || !(s = read_positions(r, s, at)))
      fail_cost_line(r);
   set_last(r, at);
   if (*s == '\n') return;
   if (!add_figures(r, s, figures_at(r, at))) fail_cost_line(r);
}

// ---------------------------------------------------------------------------------- calls and jumps

// A position called or jumped to; what is malformed is not known.
static void read_target(const ProfileReader* r, const char* s, uint64_t* at)
{
   if (!read_positions(r, s, at)) memset(at, 0, POSITIONS_MAX * sizeof *at);
}

void read_call(ProfileReader* r, const char* value)
{
   uint64_t count, to[POSITIONS_MAX], at[POSITIONS_MAX];
   const char* there = read_figure(skip_blanks(value), &count);
   if (!there) profile_fail_line(r, "calls= without a number");
   read_target(r, there, to);
   reader_following_line(r, "calls=");
   if (r->cfn == STRINGS_NONE) profile_fail_line(r, "calls= without cfn= before it");
   if (r->function == PROFILE_NO_FUNCTION) profile_fail_line(r, "calls= before the first fn=");
   const uint32_t callee = profile_function(r->p, r->cob == STRINGS_NONE ? r->ob : r->cob,
                                            r->cfi == STRINGS_NONE ? r->fi : r->cfi, r->cfn);
   const char* s = read_positions(r, r->lines.line, at);
   if (!s) profile_fail_line(r, "calls= must have a cost line after it");
   set_last(r, at);
   uint64_t* row = rows_append(
      &r->p->calls, (uint64_t[]){r->function, r->file, address_of(r, at), line_of(r, at),
                                 callee, address_of(r, to), line_of(r, to)});
   profile_add(&row[0], count);
   if (!add_figures(r, s, row + 1))
      profile_fail_line(r, "calls= must have a cost line after it");
   r->cob = r->cfi = r->cfn = STRINGS_NONE;
}

// The counts of a jump, "3" or "1/2", and what follows them; NULL: they are malformed.
static const char* read_counts(const char* s, bool is_conditional, uint64_t counts[2])
{
   counts[1] = 0;
   const char* slash = s;
   while (is_digit(*slash)) slash++;
   if (!is_conditional) return read_figure(s, &counts[0]);
   if (slash == s || slash - s >= FIGURE_MAX || *slash != '/') return NULL;
   counts[0] = strtoull(s, NULL, 10);
   return read_figure(slash + 1, &counts[1]);
}

void read_jump(ProfileReader* r, const char* value, bool is_conditional)
{
   const char* what = is_conditional ? "jcnd=" : "jump=";
   uint64_t counts[2], to[POSITIONS_MAX], at[POSITIONS_MAX];
   const char* there = read_counts(skip_blanks(value), is_conditional, counts);
   if (!there || *there == '\n')
      profile_fail_line(r, "%s without %s", what,
                        is_conditional ? "N/N and a position" : "a number and a position");
   read_target(r, there, to);
   reader_following_line(r, what);
   if (r->function == PROFILE_NO_FUNCTION)
      profile_fail_line(r, "%s before the first fn=", what);
   const char* s = read_positions(r, r->lines.line, at);
   if (!s || *s != '\n')
      profile_fail_line(r, "%s must have a line with only a position after it", what);
   set_last(r, at);
   uint64_t* row = rows_append(
      &r->p->jumps,
      (uint64_t[]){r->function, r->file, address_of(r, at), line_of(r, at),
                   is_conditional ? JUMP_CONDITIONAL : JUMP_ALWAYS,
                   r->jfi == STRINGS_NONE ? r->fi : r->jfi,
                   r->jfn == STRINGS_NONE ? r->fn : r->jfn, address_of(r, to), line_of(r, to)});
   profile_add(&row[0], counts[0]);
   profile_add(&row[1], counts[1]);
   r->jfi = r->jfn = STRINGS_NONE;
}
