// SPDX-License-Identifier: GPL-3.0-or-later
// Costs of functions in the ranks of a job; see spread.h.
#include "commands/merge/spread.h"

#include <string.h>

#include "commands/merge/rank_order.h"
#include "commands/profile/derived_events.h"
#include "commands/text/message.h"

static const char WHAT[] = "commands.spread";

static char* copy_of(const char* text)
{
   const size_t n = strlen(text) + 1;
   char* copy = host_alloc(WHAT, n);
   memcpy(copy, text, n);
   return copy;
}

// --- One rank ------------------------------------------------------------------------------------

SpreadRank spread_rank(const char* name, const uint64_t* totals, uint32_t n_columns)
{
   SpreadRank r = {.name = copy_of(name),
                   .key = rank_key(name),
                   .totals = host_alloc(WHAT, n_columns * sizeof *totals)};
   host_memcpy(r.totals, totals, n_columns * sizeof *totals);
   return r;
}

static void set_columns(Spread* s, const char* const* columns, uint32_t n)
{
   s->columns = host_alloc(WHAT, n * sizeof *s->columns);
   s->is_without = host_zalloc(WHAT, n * sizeof *s->is_without);
   for (uint32_t c = 0; c < n; c++) s->columns[c] = copy_of(columns[c]);
   s->n_columns = n;
}

// Each function costs the same, nothing, in all ranks that are there.
static void set_zeros(const Spread* s, SpreadExtremes* row, size_t n)
{
   const SpreadExtreme none = {.value = 0, .n = s->n_ranks, .first = s->order[0]};
   for (size_t i = 0; i < n; i++) row[i] = (SpreadExtremes){none, none};
}

Spread* spread_of_zeros(const char* const* columns, uint32_t n_columns, SpreadRank* ranks,
                        uint32_t n_ranks, uint32_t n_functions)
{
   Spread* s = host_zalloc(WHAT, sizeof *s);
   set_columns(s, columns, n_columns);
   s->ranks = ranks;
   s->n_ranks = n_ranks;
   rank_order(ranks, n_ranks, &s->order, &s->place);
   s->n_functions = s->room_functions = n_functions;
   const size_t n = (size_t)n_functions * n_columns;
   s->extremes = host_alloc(WHAT, n * sizeof *s->extremes);
   set_zeros(s, s->extremes, n);
   return s;
}

// Figures of a row: those of events, and of events by formula.  False: 64 bits do not hold one.
static bool set_figures(uint64_t* row, const uint64_t* costs, uint32_t n_events,
                        const DerivedEvents* d)
{
   host_memcpy(row, costs, n_events * sizeof *row);
   for (uint32_t i = 0; i < d->n; i++)
      if (!derived_cost(d, i, costs, &row[n_events + i])) return false;
   return true;
}

static bool set_rows(Spread* s, const uint64_t* own, uint32_t n_events, const DerivedEvents* d)
{
   s->figures = host_alloc(WHAT, (size_t)s->n_functions * s->n_columns * sizeof *s->figures);
   for (size_t f = 0; f < s->n_functions; f++)
      if (!set_figures(s->figures + f * s->n_columns, own + f * n_events, n_events, d))
         return false;
   return true;
}

// The totals of the profile's lines, or of all functions; false: 64 bits do not hold one.
static bool set_totals(uint64_t* totals, const Profile* p, const uint64_t* own,
                       const DerivedEvents* d)
{
   const uint32_t n = profile_events(p);
   uint64_t* costs = host_zalloc(WHAT, n * sizeof *costs);
   bool fits = true;
   if (p->has_totals)
      host_memcpy(costs, p->totals, (p->n_totals < n ? p->n_totals : n) * sizeof *costs);
   else
      for (size_t i = 0; i < (size_t)p->n_functions * n; i++)
         fits &= !__builtin_add_overflow(costs[i % n], own[i], &costs[i % n]);
   fits = fits && set_figures(totals, costs, n, d);
   host_free(costs);
   return fits;
}

static Spread* with_columns_of(const Profile* p, const DerivedEvents* d)
{
   const uint32_t n_events = profile_events(p), n = n_events + d->n;
   const char** columns = host_alloc(WHAT, n * sizeof *columns);
   for (uint32_t c = 0; c < n; c++)
      columns[c] = c < n_events ? p->events.text[c] : d->event[c - n_events].name;
   Spread* s = host_zalloc(WHAT, sizeof *s);
   set_columns(s, columns, n);
   host_free(columns);
   return s;
}

// Whether a file has so many functions and events by formula that no program has them.
static bool is_too_large(const Profile* p, const DerivedEvents* d)
{
   const uint64_t n_columns = (uint64_t)profile_events(p) + d->n;
   return n_columns > SPREAD_COLUMNS_MAX || n_columns * p->n_functions > SPREAD_FIGURES_MAX;
}

// Of one profile, whose functions cost this by themselves; *fits: whether 64 bits hold all figures.
static Spread* spread_of_costs(const Profile* p, const char* name, const uint64_t* own,
                               const DerivedEvents* d, bool* fits)
{
   Spread* s = with_columns_of(p, d);
   s->n_functions = s->room_functions = p->n_functions;
   uint64_t* totals = host_zalloc(WHAT, s->n_columns * sizeof *totals);
   *fits = set_rows(s, own, profile_events(p), d) && set_totals(totals, p, own, d);
   s->ranks = host_alloc(WHAT, sizeof *s->ranks);
   s->ranks[0] = spread_rank(name, totals, s->n_columns);
   s->n_ranks = 1;
   rank_order(s->ranks, 1, &s->order, &s->place);
   host_free(totals);
   return s;
}

Spread* spread_of_rank(const Profile* p, const char* name)
{
   uint64_t* own = profile_own_costs(p);
   DerivedEvents d = derived_events(p);
   const bool too_large = is_too_large(p, &d);
   bool fits = true;
   Spread* s = too_large ? NULL : spread_of_costs(p, name, own, &d, &fits);
   derived_events_clear(&d);
   host_free(own);
   if (too_large)
      fail("%s: functions with so many events and formulas need too much memory for --spread",
           printable(name));
   if (fits) return s;
   spread_free(s);
   fail("%s: an event by formula costs more than 64 bits hold", printable(name));
}

void spread_rank_clear(SpreadRank* r)
{
   host_free(r->name);
   host_free(r->key);
   host_free(r->totals);
}

void spread_free(Spread* s)
{
   if (!s) return;
   for (uint32_t i = 0; i < s->n_ranks; i++) spread_rank_clear(&s->ranks[i]);
   for (uint32_t c = 0; c < s->n_columns; c++) host_free(s->columns[c]);
   host_free(s->columns);
   host_free(s->is_without);
   host_free(s->ranks);
   host_free(s->order);
   host_free(s->place);
   host_free(s->figures);
   host_free(s->extremes);
   host_free(s);
}

// --- Adding --------------------------------------------------------------------------------------

// Extremes in place of figures: those of one rank.
static void set_extremes(Spread* s)
{
   if (s->extremes) return;
   const size_t n = (size_t)s->n_functions * s->n_columns;
   s->extremes = host_alloc(WHAT, n * sizeof *s->extremes);
   for (size_t i = 0; i < n; i++) {
      const SpreadExtreme e = {.value = s->figures[i], .n = 1, .first = 0};
      s->extremes[i] = (SpreadExtremes){e, e};
   }
   host_free(s->figures);
   s->figures = NULL;
   s->room_functions = s->n_functions;
}

// Rows up to that of so many functions, each 0 in all ranks so far.
static void set_functions(Spread* s, uint32_t n)
{
   if (n <= s->n_functions) return;
   if (n > s->room_functions) {
      s->room_functions = n > 2 * s->room_functions ? n : 2 * s->room_functions;
      s->extremes = host_realloc(
         WHAT, s->extremes, (size_t)s->room_functions * s->n_columns * sizeof *s->extremes);
   }
   set_zeros(s, spread_row(s, s->n_functions), (size_t)(n - s->n_functions) * s->n_columns);
   s->n_functions = n;
}

// The column of another spread with this name, or UINT32_MAX.
static uint32_t column_of(const Spread* s, const char* name, uint32_t at_first)
{
   if (at_first < s->n_columns && strcmp(s->columns[at_first], name) == 0) return at_first;
   for (uint32_t c = 0; c < s->n_columns; c++)
      if (strcmp(s->columns[c], name) == 0) return c;
   return UINT32_MAX;
}

// Which column of the other one each column is; those that only one of them has are noted.
static uint32_t* column_map(Spread* s, const Spread* other)
{
   uint32_t* map = host_alloc(WHAT, s->n_columns * sizeof *map);
   for (uint32_t c = 0; c < s->n_columns; c++) {
      map[c] = column_of(other, s->columns[c], c);
      s->is_without[c] |= map[c] == UINT32_MAX || other->is_without[map[c]];
   }
   return map;
}

// Takes the ranks of the other one, with totals by the columns of this one.
static void take_ranks(Spread* s, Spread* other, const uint32_t* map)
{
   s->ranks =
      host_realloc(WHAT, s->ranks, ((size_t)s->n_ranks + other->n_ranks) * sizeof *s->ranks);
   for (uint32_t i = 0; i < other->n_ranks; i++) {
      SpreadRank* r = &s->ranks[s->n_ranks + i];
      *r = other->ranks[i];
      uint64_t* totals = host_zalloc(WHAT, s->n_columns * sizeof *totals);
      for (uint32_t c = 0; c < s->n_columns; c++)
         if (map[c] != UINT32_MAX) totals[c] = r->totals[map[c]];
      host_free(r->totals);
      r->totals = totals;
   }
   const uint32_t n = s->n_ranks;
   s->n_ranks += other->n_ranks;
   rank_order_joined(s->ranks, n, s->n_ranks, &s->order, other->order, &s->place);
   other->n_ranks = 0;
}

// Adds so many ranks with one value, the first of which is this.
static inline void add_value(SpreadExtreme* to, uint64_t value, uint32_t n, uint32_t first,
                             const uint32_t* place)
{
   if (value == to->value) {
      to->n += n;
      if (place[first] < place[to->first]) to->first = first;
   } else
      *to = (SpreadExtreme){value, n, first};
}

static inline void add_least(SpreadExtreme* to, SpreadExtreme e, const uint32_t* place)
{
   if (e.value <= to->value) add_value(to, e.value, e.n, e.first, place);
}

static inline void add_most(SpreadExtreme* to, SpreadExtreme e, const uint32_t* place)
{
   if (e.value >= to->value) add_value(to, e.value, e.n, e.first, place);
}

// Where what is added comes from.
typedef struct {
   const Spread* s;
   const uint32_t* map; // columns
   uint32_t before;     // ranks of the sum before the other one's
   SpreadExtreme none;  // no cost in all ranks of the other one
} Source;

// The extremes of a column in a function of the other one; UINT32_MAX: it does not have the column or the function.
static inline SpreadExtremes extremes_in(const Source* from, uint32_t f, uint32_t column)
{
   SpreadExtremes e = {from->none, from->none};
   if (f == UINT32_MAX || column == UINT32_MAX) return e;
   const size_t at = (size_t)f * from->s->n_columns + column;
   if (from->s->figures) {
      e.least.value = e.most.value = from->s->figures[at];
   } else {
      e = from->s->extremes[at];
      e.least.first += from->before;
      e.most.first += from->before;
   }
   return e;
}

static void add_row(Spread* s, uint32_t f, const Source* from, uint32_t from_f)
{
   SpreadExtremes* row = spread_row(s, f);
   for (uint32_t c = 0; c < s->n_columns; c++) {
      const SpreadExtremes e = extremes_in(from, from_f, from->map[c]);
      add_least(&row[c].least, e.least, s->place);
      add_most(&row[c].most, e.most, s->place);
   }
}

// The function of the other one that each function is, or UINT32_MAX.
static uint32_t* sources_of(const Spread* s, const Spread* other, const uint32_t* functions)
{
   uint32_t* source = host_alloc(WHAT, s->n_functions * sizeof *source);
   memset(source, 0xFF, s->n_functions * sizeof *source);
   for (uint32_t f = 0; f < other->n_functions; f++) source[functions[f]] = f;
   return source;
}

void spread_add(Spread* s, Spread* other, const uint32_t* functions)
{
   uint32_t n = s->n_functions;
   for (uint32_t f = 0; f < other->n_functions; f++)
      if (functions[f] >= n) n = functions[f] + 1;
   set_extremes(s);
   set_functions(s, n);
   uint32_t* map = column_map(s, other);
   Source from = {.s = other, .map = map, .before = s->n_ranks};
   from.none =
      (SpreadExtreme){.value = 0, .n = other->n_ranks, .first = s->n_ranks + other->order[0]};
   take_ranks(s, other, map);
   uint32_t* source = sources_of(s, other, functions);
   for (uint32_t f = 0; f < s->n_functions; f++) add_row(s, f, &from, source[f]);
   host_free(source);
   host_free(map);
}

// --- At the end ----------------------------------------------------------------------------------

static bool is_kept(const Spread* s, uint32_t c, const Profile* sum, const DerivedEvents* d)
{
   if (s->is_without[c]) return false;
   if (profile_event(sum, s->columns[c]) >= 0) return true;
   for (uint32_t i = 0; i < d->n; i++)
      if (strcmp(d->event[i].name, s->columns[c]) == 0) return true;
   return false;
}

// Leaves columns out; `keeps` has as many as there were.
static void drop_columns(Spread* s, const bool* keeps)
{
   const uint32_t n = s->n_columns;
   size_t to = 0;
   for (size_t i = 0; i < (size_t)s->n_functions * n; i++)
      if (keeps[i % n]) s->extremes[to++] = s->extremes[i];
   for (uint32_t r = 0; r < s->n_ranks; r++) {
      to = 0;
      for (uint32_t c = 0; c < n; c++)
         if (keeps[c]) s->ranks[r].totals[to++] = s->ranks[r].totals[c];
   }
   s->n_columns = 0;
   for (uint32_t c = 0; c < n; c++) {
      if (keeps[c])
         s->columns[s->n_columns++] = s->columns[c];
      else
         host_free(s->columns[c]);
   }
}

// Numbers ranks by their order; of those with equal names, all have the number of the first.
static void number_ranks(Spread* s)
{
   SpreadRank* ordered = host_alloc(WHAT, s->n_ranks * sizeof *ordered);
   rank_order_with_totals(s->ranks, s->n_ranks, s->n_columns, s->order);
   uint32_t number = 0;
   for (uint32_t i = 0; i < s->n_ranks; i++) {
      ordered[i] = s->ranks[s->order[i]];
      if (i && rank_compare(&ordered[i - 1], &ordered[i]) != 0) number = i;
      s->place[s->order[i]] = number;
   }
   for (size_t i = 0; i < (size_t)s->n_functions * s->n_columns; i++) {
      s->extremes[i].least.first = s->place[s->extremes[i].least.first];
      s->extremes[i].most.first = s->place[s->extremes[i].most.first];
   }
   host_free(s->ranks);
   s->ranks = ordered;
   for (uint32_t i = 0; i < s->n_ranks; i++) s->order[i] = s->place[i] = i;
}

void spread_finish(Spread* s, const Profile* sum)
{
   set_extremes(s);
   DerivedEvents d = derived_events(sum);
   bool* keeps = host_alloc(WHAT, s->n_columns * sizeof *keeps);
   for (uint32_t c = 0; c < s->n_columns; c++) keeps[c] = is_kept(s, c, sum, &d);
   drop_columns(s, keeps);
   host_free(keeps);
   derived_events_clear(&d);
   number_ranks(s);
}
