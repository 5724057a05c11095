// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of tables; see columns.h.
//
// column_table is all there is to say about those that are not of a level of caches, add_misses() and add_use() about the others.
#include "commands/profile/columns.h"

#include <string.h>

#include "base/event.h"
#include "commands/profile/derived_events.h"
#include "commands/profile/event_names.h"
#include "commands/profile/line_use.h"
#include "commands/text/kept.h"

// ------------------------------------------------------------------------------------------- events

static ColumnSum formula_of(const DerivedEvents* d, uint32_t i)
{
   const DerivedEvent* e = &d->event[i];
   ColumnTerm* terms = kept_room((e->n_terms + (size_t)1) * sizeof *terms);
   for (uint32_t t = 0; t < e->n_terms; t++)
      terms[t] =
         (ColumnTerm){d->terms[e->first_term + t].event, d->terms[e->first_term + t].factor};
   return (ColumnSum){terms, e->n_terms};
}

ColumnEvents events_of(const Profile* p)
{
   DerivedEvents d = derived_events(p);
   const uint32_t n_recorded = profile_events(p), n = n_recorded + d.n;
   ColumnEvent* events = kept_room((n + (size_t)1) * sizeof *events);
   ColumnTerm* terms = kept_room((n_recorded + (size_t)1) * sizeof *terms);
   for (uint32_t e = 0; e < n_recorded; e++) {
      terms[e] = (ColumnTerm){e, 1};
      events[e] = (ColumnEvent){p->events.text[e], {&terms[e], 1}, false};
   }
   for (uint32_t i = 0; i < d.n; i++)
      events[n_recorded + i] = (ColumnEvent){d.event[i].name, formula_of(&d, i), true};
   derived_events_clear(&d);
   return event_list(events, n);
}

ColumnEvents event_list(const ColumnEvent* event, uint32_t n)
{
   Strings* names = kept_room(sizeof *names);
   names->arena.what = "columns.events";
   for (uint32_t e = 0; e < n; e++) strings_number(names, event[e].name, strlen(event[e].name));
   XG_ASSERT(names->n == n);
   return (ColumnEvents){event, n, names};
}

const ColumnEvent* event_called(ColumnEvents events, const char* name)
{
   const uint32_t e = strings_find(events.names, name, strlen(name));
   return e == STRINGS_NONE ? NULL : &events.event[e];
}

Large column_sum(ColumnSum sum, const uint64_t* costs)
{
   Large n = 0;
   for (uint32_t t = 0; costs && t < sum.n; t++)
      whole_add(&n, costs[sum.terms[t].event], sum.terms[t].times);
   return n;
}

// ------------------------------------------------------------------------------------- what there is

typedef struct {
   Columns* c;
   Column* column; // with room for COLUMNS_MAX more than there are events
} Making;
enum { COLUMNS_MAX = 64 };

// Title, formula, and the events that it needs; of others than sums, the key of the sum by which rows are chosen.
typedef struct {
   const char *key, *title;
   ColumnKind kind;
   const char *of, *by, *needs, *basis;
} ColumnFormula;

static const ColumnFormula column_table[] = {
   {"D1m", "D1 misses of data", COLUMN_SUM, "D1mr D1mw", "", "D1mr D1mw", NULL},
   {"D1rate", "D1 misses per access to data", COLUMN_RATE, "D1mr D1mw", "Dr Dw",
    "D1mr D1mw Dr Dw", "D1m"},
   {"DLm", "LL misses of data", COLUMN_SUM, "DLmr DLmw", "", "DLmr DLmw", NULL},
   {"DLrate", "LL misses per access to data", COLUMN_RATE, "DLmr DLmw", "Dr Dw",
    "DLmr DLmw Dr Dw", "DLm"},
   {"Bm", "mispredicted branches", COLUMN_SUM, "Bcm Bim", "", "Bcm Bim", NULL},
   {"Brate", "mispredictions per branch", COLUMN_RATE, "Bcm Bim", "Bc Bi", "Bcm Bim Bc Bi",
    "Bm"},
   {"DTm", "TLB misses of data", COLUMN_SUM, "DTmr DTmw", "", "DTmr DTmw", NULL},
   {"DTrate", "TLB misses per access to data", COLUMN_RATE, "DTmr DTmw", "Dr Dw",
    "DTmr DTmw Dr Dw", "DTm"},
};

// The next word of a list with blanks between them, from *at on; NULL: there are no more.
static const char* next_word(const char** at)
{
   *at += strspn(*at, " ");
   const size_t n = strcspn(*at, " ");
   const char* word = n ? kept_copy(*at, n) : NULL;
   *at += n;
   return word;
}

static bool has_all(const Columns* c, const char* events)
{
   const char* word;
   while ((word = next_word(&events)))
      if (!event_called(c->events, word)) return false;
   return true;
}

// A sum that is being made, and the events that it has.
typedef struct {
   ColumnTerm* terms;
   uint32_t n;
   uint32_t *events, n_events;
} MadeSum;

// Adds an event, so many times, if it is there.
static void add_event(const Columns* c, MadeSum* to, const char* name, uint64_t times)
{
   const ColumnEvent* e = event_called(c->events, name);
   if (!e) return;
   to->events[to->n_events++] = (uint32_t)(e - c->events.event);
   ColumnTerm* terms = kept_room((to->n + e->sum.n + (size_t)1) * sizeof *terms);
   if (to->n) memcpy(terms, to->terms, to->n * sizeof *terms);
   for (uint32_t t = 0; t < e->sum.n; t++)
      terms[to->n + t] = (ColumnTerm){e->sum.terms[t].event, e->sum.terms[t].times * times};
   to->terms = terms;
   to->n += e->sum.n;
}

static MadeSum empty_sum(size_t n_events)
{
   return (MadeSum){.events = kept_room((n_events + 1) * sizeof(uint32_t))};
}

// A sum of events, of those that are there.
static MadeSum sum_of(const Columns* c, const char* events)
{
   MadeSum sum = empty_sum(strlen(events));
   const char* word;
   while ((word = next_word(&events))) add_event(c, &sum, word, 1);
   return sum;
}

static void add_column(Making* m, Column column, const MadeSum* of, const MadeSum* by)
{
   if (column_called(m->c, column.key)) return; // an event of this name
   uint32_t* events = kept_room((of->n_events + by->n_events + (size_t)1) * sizeof *events);
   if (of->n_events) memcpy(events, of->events, of->n_events * sizeof *events);
   if (by->n_events) memcpy(events + of->n_events, by->events, by->n_events * sizeof *events);
   column.of = (ColumnSum){of->terms, of->n};
   column.by = (ColumnSum){by->terms, by->n};
   column.events = events;
   column.n_events = of->n_events + by->n_events;
   XG_ASSERT(m->c->n < m->c->events.n + COLUMNS_MAX);
   strings_number(&m->c->keys, column.key, strlen(column.key));
   m->column[m->c->n++] = column;
}

static void add_by_formula(Making* m, const ColumnFormula* f)
{
   if (!has_all(m->c, f->needs)) return;
   const MadeSum of = sum_of(m->c, f->of), by = sum_of(m->c, f->by);
   add_column(m,
              (Column){.key = f->key,
                       .title = f->title,
                       .kind = f->kind,
                       .basis = f->basis ? column_called(m->c, f->basis) : NULL},
              &of, &by);
}

// ---------------------------------------------------------------------------------- levels of caches

// The event of fetches that miss a level.
static const char* fetch_misses(const Level* level)
{
   if (level == &levels[0]) return "I1mr";
   return level == &levels[LEVELS - 1] ? "ILmr" : kept("%smi", level->name);
}

// Misses of data, fetches first if `with_fetches`.
static const char* misses_of(const Level* level, bool with_fetches)
{
   return kept("%s%s%smr %smw", with_fetches ? fetch_misses(level) : "",
               with_fetches ? " " : "", level->misses, level->misses);
}

static void add_misses(Making* m, const Level* level)
{
   const char *misses = misses_of(level, true), *data = misses_of(level, false),
              *sum = kept("%sm", level->name);
   add_by_formula(m, &(ColumnFormula){sum, kept("%s misses", level->name), COLUMN_SUM, misses,
                                      "", data, NULL});
   add_by_formula(m, &(ColumnFormula){kept("%srate", level->name),
                                      kept("%s misses per reference", level->name), COLUMN_RATE,
                                      misses, "Ir Dr Dw", kept("%s Ir", data), sum});
}

// Bytes of the lines that a level has loaded: misses by the size of a line; false: that is not known.
static bool bytes_loaded(const Columns* c, const Level* level, MadeSum* bytes)
{
   const uint64_t of_code_B = line_size_B(c->p, level == &levels[0] ? "I1" : level->cache),
                  of_data_B = line_size_B(c->p, level->cache);
   if (!of_code_B || !of_data_B) return false;
   *bytes = empty_sum(3);
   add_event(c, bytes, fetch_misses(level), of_code_B);
   add_event(c, bytes, kept("%smr", level->misses), of_data_B);
   add_event(c, bytes, kept("%smw", level->misses), of_data_B);
   return true;
}

// The share of bytes never used, and accesses per line.
static void add_use(Making* m, const Level* level)
{
   const Columns* c = m->c;
   const char *lost = kept("SpLoss%s", level->use), *uses = kept("AcCost%s", level->use);
   const MadeSum of_lost = sum_of(c, lost), of_uses = sum_of(c, uses),
                 misses = sum_of(c, misses_of(level, true));
   MadeSum bytes;
   if (!has_all(c, misses_of(level, false))) return;
   if (of_lost.n_events && bytes_loaded(c, level, &bytes))
      add_column(m,
                 (Column){.key = kept("Unused%s", level->use),
                          .title = kept("bytes loaded into %s and never used", level->name),
                          .kind = COLUMN_UNUSED,
                          .basis = column_called(c, lost),
                          .level = level},
                 &of_lost, &bytes);
   if (of_uses.n_events)
      add_column(
         m,
         (Column){.key = kept("Uses%s", level->use),
                  .title = kept("accesses to a line of %s before it is evicted", level->name),
                  .kind = COLUMN_USES,
                  .basis = column_called(c, uses),
                  .level = level},
         &misses, &of_uses);
}

// ------------------------------------------------------------------------------------- estimated cycles

// KCachegrind's estimate of cycles.
static const struct {
   Event event;
   uint32_t cycles;
} cycle_terms[] = {
#define CYCLES(id, n) {EV_##id, n},
#include "base/events.def"
};

// A column for it, if there is more to estimate them from than instructions.
static void add_cycles(Making* m)
{
   const Columns* c = m->c;
   if (!has_all(c, "Ir") || (!has_all(c, "D1mr D1mw") && !has_all(c, "Bcm Bim"))) return;
   MadeSum sum = empty_sum(sizeof cycle_terms / sizeof *cycle_terms);
   const MadeSum none = empty_sum(0);
   for (size_t i = 0; i < sizeof cycle_terms / sizeof *cycle_terms; i++)
      add_event(c, &sum, event_name(cycle_terms[i].event, false), cycle_terms[i].cycles);
   add_column(m, (Column){.key = "CEst", .kind = COLUMN_SUM}, &sum, &none);
}

// By causes: a model of the processor; else KCachegrind's sum of misses, which is nobody's cycles.
static void set_title_of_cycles(Making* m)
{
   const char* title =
      column_called(m->c, "CyBase") ? "estimated cycles" : "cycle estimation of KCachegrind";
   const Column* cycles = column_called(m->c, "CEst");
   if (cycles) m->column[cycles - m->column].title = title;
}

// ---------------------------------------------------------------------------------------- all columns

const Columns* profile_columns(const Profile* p, ColumnEvents events)
{
   Columns* c = kept_room(sizeof *c);
   Making m = {c, kept_room((events.n + (size_t)COLUMNS_MAX) * sizeof *m.column)};
   *c = (Columns){
      .p = p, .events = events, .column = m.column, .keys.arena.what = "columns.keys"};
   const MadeSum none = empty_sum(0);
   for (uint32_t e = 0; e < events.n; e++) {
      MadeSum sum = empty_sum(1);
      add_event(c, &sum, events.event[e].name, 1);
      add_column(&m,
                 (Column){.key = events.event[e].name,
                          .title = event_title(p, events.event[e].name),
                          .kind = COLUMN_SUM},
                 &sum, &none);
   }
   add_cycles(&m);
   set_title_of_cycles(&m);
   for (uint32_t i = 0; i < LEVELS; i++) add_misses(&m, &levels[i]);
   for (size_t i = 0; i < sizeof column_table / sizeof *column_table; i++)
      add_by_formula(&m, &column_table[i]);
   for (uint32_t i = 0; i < LEVELS; i++) add_use(&m, &levels[i]);
   return c;
}

const Column* column_called(const Columns* c, const char* key)
{
   const uint32_t i = strings_find(&c->keys, key, strlen(key));
   return i == STRINGS_NONE ? NULL : &c->column[i];
}

// ------------------------------------------------------------------------------------------- values

enum { PERCENT = 100, MILLION = 1000000 }; // times one; AcCost counts in millionths

Figure column_value(const Column* column, const uint64_t* costs)
{
   const Large of = column_sum(column->of, costs);
   if (column->kind == COLUMN_SUM) return figure_whole(of);
   const Large by = column_sum(column->by, costs);
   if (!by) return (Figure){0};
   const double value = whole_quotient(of, column->kind == COLUMN_USES ? MILLION : PERCENT, by);
   return figure_quotient(column->kind == COLUMN_UNUSED && value > PERCENT ? PERCENT : value);
}

Figure program_value(const Columns* c, const Column* column, const uint64_t* totals)
{
   const double loaded_B = column->kind == COLUMN_UNUSED ? bytes_ended(c->p, column->level) : 0;
   if (loaded_B > 0)
      return figure_quotient(PERCENT * (double)column_sum(column->of, totals) / loaded_B);
   return column_value(column, totals);
}

const char* value_text(ColumnKind kind, Figure value)
{
   if (!figure_is_some(value)) return ".";
   if (kind == COLUMN_SUM) return commas_large(value.whole);
   const double q = value.quotient;
   if (kind != COLUMN_USES) return q >= 999.95 ? ">999%" : rate_text(q, PERCENT);
   if (q > USES_MAX) return kept(">%d", USES_MAX);
   return kept(q < 99.95 ? "%.1f" : "%.0f", q);
}
