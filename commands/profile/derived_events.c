// SPDX-License-Identifier: GPL-3.0-or-later
// Events by formula; see derived_events.h.
#include "commands/profile/derived_events.h"

#include <string.h>

#include "base/array.h"
#include "commands/profile/event_line.h"

enum { DIGITS_MAX = 9 }; // of a factor

#define BLANKS " \t\n\v\f\r"
#define DIGITS "0123456789"
#define FIRST_OF_NAME "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"

static size_t skipped(const char* text, size_t length_B, const char* characters)
{
   size_t n = 0;
   while (n < length_B && text[n] && strchr(characters, text[n])) n++;
   return n;
}

// One term, of so many bytes; false: it is none, or of an event that the profile does not have.
static bool term_of(const Profile* p, const char* text, size_t length_B, DerivedTerm* to)
{
   const char* end = text + length_B;
#define SKIP(characters) (text += skipped(text, (size_t)(end - text), characters))
   SKIP(BLANKS);
   const char* digits = text;
   SKIP(DIGITS);
   if (text - digits > DIGITS_MAX) return false;
   to->factor = text > digits ? 0 : 1;
   for (const char* d = digits; d < text; d++)
      to->factor = 10 * to->factor + (uint32_t)(*d - '0');
   if (text > digits) {
      SKIP(BLANKS);
      if (text < end && *text == '*') text++;
      SKIP(BLANKS);
   }
   const char* name = text;
   if (!skipped(name, (size_t)(end - name), FIRST_OF_NAME)) return false;
   SKIP(FIRST_OF_NAME DIGITS);
   to->event = strings_find(&p->events, name, (size_t)(text - name));
   SKIP(BLANKS);
   return text == end && to->event != STRINGS_NONE;
#undef SKIP
}

// Adds the terms of a formula; false: it is none of ours.  An empty one has none.
static bool add_terms(const Profile* p, DerivedEvents* d, const char* formula, size_t length_B)
{
   const char* end = formula + length_B;
   while (length_B) {
      const char* plus = memchr(formula, '+', (size_t)(end - formula));
      const char* to = plus ? plus : end;
      d->terms = array_grown("commands.formulas", d->terms, d->n_terms, &d->room_terms,
                             sizeof *d->terms);
      if (!term_of(p, formula, (size_t)(to - formula), &d->terms[d->n_terms])) return false;
      d->n_terms++;
      if (!plus) break;
      formula = plus + 1;
   }
   return true;
}

static int by_name(const void* a, const void* b)
{
   return strcmp(((const DerivedEvent*)a)->name, ((const DerivedEvent*)b)->name);
}

DerivedEvents derived_events(const Profile* p)
{
   DerivedEvents d = {0};
   for (uint32_t i = 0; i < p->event_lines.n; i++) {
      const char* name = p->event_lines.text[i];
      if (!p->event_texts[i]
          || strings_find(&p->events, name, p->event_lines.length_B[i]) != STRINGS_NONE)
         continue;
      size_t n;
      const char* formula = event_formula(p->event_texts[i], &n);
      const uint32_t first = d.n_terms;
      if (!formula) continue;
      if (!add_terms(p, &d, formula, n)) {
         d.n_terms = first;
         continue;
      }
      d.event = array_grown("commands.formulas", d.event, d.n, &d.room, sizeof *d.event);
      d.event[d.n++] = (DerivedEvent){name, first, d.n_terms - first};
   }
   array_sort(d.event, d.n, sizeof *d.event, by_name);
   return d;
}

bool derived_cost(const DerivedEvents* d, uint32_t i, const uint64_t* costs, uint64_t* cost)
{
   const DerivedEvent* e = &d->event[i];
   *cost = 0;
   for (const DerivedTerm* t = d->terms + e->first_term;
        t < d->terms + e->first_term + e->n_terms; t++) {
      uint64_t product;
      if (__builtin_mul_overflow(costs[t->event], t->factor, &product)
          || __builtin_add_overflow(*cost, product, cost))
         return false;
   }
   return true;
}

void derived_events_clear(DerivedEvents* d)
{
   host_free(d->event);
   host_free(d->terms);
   *d = (DerivedEvents){0};
}
