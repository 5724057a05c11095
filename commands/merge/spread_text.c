// SPDX-License-Identifier: GPL-3.0-or-later
// Differences of ranks as text; see spread_text.h.
#include "commands/merge/spread_text.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "commands/profile/derived_events.h"
#include "commands/profile/event_names.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/lists.h"
#include "commands/text/message.h"
#include "commands/text/names.h"
#include "commands/text/numbers.h"
#include "commands/text/screen.h"
#include "commands/text/table.h"

enum {
   ROWS_MAX = 20,   // functions
   NAMES_MAX = 10,  // of ranks that stand out
   FAR = 3,         // times the median distance from the median,
   FAR_ONE_IN = 20, // and this part of the median
};

// Sums of 64-bit figures, and twice their medians.
typedef unsigned __int128 Wide;

static const char* mean_text(Wide sum, uint32_t n)
{
   const Wide mean = sum / n;
   const bool is_whole = sum % n == 0 && mean <= UINT64_MAX;
   return is_whole ? commas((uint64_t)mean) : commas_rounded((double)sum / n);
}

// --- Ranks that stand out ------------------------------------------------------------------------

static int ascending(const void* a, const void* b)
{
   const Wide x = *(const Wide*)a, y = *(const Wide*)b;
   return x < y ? -1 : x > y;
}

// Twice the median of n > 0 figures, which are sorted then.
static Wide twice_median(Wide* figures, uint32_t n)
{
   array_sort(figures, n, sizeof *figures, ascending);
   return figures[(n - 1) / 2] + figures[n / 2];
}

static Wide twice_median_of(const uint64_t* figures, uint32_t n)
{
   Wide* sorted = host_alloc("commands.spread", n * sizeof *sorted);
   for (uint32_t i = 0; i < n; i++) sorted[i] = figures[i];
   const Wide median = twice_median(sorted, n);
   host_free(sorted);
   return median;
}

typedef struct {
   Wide twice; // its distance from the median
   uint32_t index;
} Distance;

static int farthest_first(const void* a, const void* b)
{
   const Distance *x = a, *y = b;
   if (x->twice != y->twice) return x->twice > y->twice ? -1 : 1;
   return compare_numbers(x->index, y->index);
}

uint32_t standing_out(const uint64_t* figures, uint32_t n, uint32_t* out)
{
   if (!n) return 0;
   const Wide median = twice_median_of(figures, n);
   Distance* far = host_alloc("commands.spread", n * sizeof *far);
   Wide* sorted = host_alloc("commands.spread", n * sizeof *sorted);
   for (uint32_t i = 0; i < n; i++) {
      const Wide twice = (Wide)figures[i] * 2;
      sorted[i] = twice > median ? twice - median : median - twice;
      far[i] = (Distance){sorted[i], i};
   }
   const Wide typical = twice_median(sorted, n); // four times it
   array_sort(far, n, sizeof *far, farthest_first);
   uint32_t n_out = 0;
   for (uint32_t i = 0; i < n; i++)
      if (2 * far[i].twice > FAR * typical && FAR_ONE_IN * far[i].twice > median)
         out[n_out++] = far[i].index;
   host_free(sorted);
   host_free(far);
   return n_out;
}

// A rank with its total, and what part of the median that is.
static const char* rank_and_total(const char* name, uint64_t total, Wide twice_median)
{
   if (!twice_median) return kept("%s (%s)", name, commas(total));
   return kept("%s (%s, %.2f times the median)", name, commas(total),
               (double)total / ((double)twice_median / 2));
}

// Which ranks stand out by their totals, in a sentence.
static void print_standing_out(const uint64_t* totals, const char* const* names, uint32_t n)
{
   uint32_t* out = host_alloc("commands.spread", n * sizeof *out);
   const uint32_t n_out = standing_out(totals, n, out);
   const Wide median = twice_median_of(totals, n);
   const uint32_t n_said = n_out > NAMES_MAX ? NAMES_MAX : n_out;
   Built text = {0};
   if (!n_out)
      built_add(&text, "No rank stands out.");
   else
      built_format(&text, "%s a median of %s: ",
                   n_out == 1 ? "This rank stands out from" : "These ranks stand out from",
                   mean_text(median, 2));
   for (uint32_t i = 0; i < n_said; i++)
      built_format(&text, "%s%s", i ? "; " : "",
                   rank_and_total(names[out[i]], totals[out[i]], median));
   if (n_out > n_said) built_format(&text, "; %s more", commas(n_out - n_said));
   if (n_out) built_char(&text, '.');
   printf("\n");
   print_wrapped(text.text, "", 0);
   built_clear(&text);
   host_free(out);
}

// --- Totals --------------------------------------------------------------------------------------

// Names of ranks without the folder that they have in common.
static const char** names_of_ranks(const Spread* s)
{
   const char** names = kept_room((s->n_ranks + (size_t)1) * sizeof *names);
   for (uint32_t i = 0; i < s->n_ranks; i++) names[i] = visible(s->ranks[i].name);
   const char* slash = strrchr(names[0], '/');
   if (!slash) return names;
   const size_t folder_B = (size_t)(slash + 1 - names[0]);
   for (uint32_t i = 1; i < s->n_ranks; i++)
      if (strncmp(names[i], names[0], folder_B) != 0) return names;
   for (uint32_t i = 0; i < s->n_ranks; i++) names[i] += folder_B;
   return names;
}

// A total, the first rank that has it, and how many others there are.
static const char* total_text(uint64_t total, const uint64_t* totals, const char* const* names,
                              uint32_t n)
{
   uint32_t first = 0, others = 0;
   while (totals[first] != total) first++;
   for (uint32_t i = first + 1; i < n; i++) others += totals[i] == total;
   const char* text = kept("%s in %s", commas(total), names[first]);
   return !others
             ? text
             : kept("%s and %s %s", text, commas(others), others == 1 ? "other" : "others");
}

// The program's totals: least, mean, most.
static void print_totals(const uint64_t* totals, const char* const* names, uint32_t n)
{
   uint64_t least = totals[0], most = totals[0];
   Wide sum = 0;
   for (uint32_t i = 0; i < n; i++) {
      if (totals[i] < least) least = totals[i];
      if (totals[i] > most) most = totals[i];
      sum += totals[i];
   }
   print_field("Ranks", commas(n));
   print_field("Least", total_text(least, totals, names, n));
   print_field("Mean", mean_text(sum, n));
   print_field("Most", total_text(most, totals, names, n));
}

// --- Functions -----------------------------------------------------------------------------------

// What is printed.
typedef struct {
   const Spread* spread;
   const Profile* sum;
   bool of_objects, is_estimated;
} SpreadSum;

// A function that costs something.
typedef struct {
   SpreadExtremes extremes;
   uint64_t sum; // in all ranks
   uint32_t n_ranks;
   FunctionNames names;
} Row;

// How far the mean is behind the most, times the number of ranks; a profile with other lines than it was written with can have a larger sum.
static __int128 behind(const Row* r)
{
   return (__int128)((Wide)r->extremes.most.value * r->n_ranks) - r->sum;
}

static int most_behind_first(const void* a, const void* b)
{
   const Row *x = a, *y = b;
   if (behind(x) != behind(y)) return behind(x) > behind(y) ? -1 : 1;
   int sign = strcmp(x->names.name, y->names.name);
   if (!sign) sign = strcmp(x->names.file, y->names.file);
   return sign ? sign : strcmp(x->names.module, y->names.module);
}

// What a column is in the sum: the number of an event, or that of a formula behind the events.
static uint32_t figure_of(const Profile* sum, const DerivedEvents* d, const char* column)
{
   const int event = profile_event(sum, column);
   if (event >= 0) return (uint32_t)event;
   uint32_t i = 0;
   while (strcmp(d->event[i].name, column) != 0) i++;
   return profile_events(sum) + i;
}

static bool sum_of(const Profile* sum, const DerivedEvents* d, uint32_t figure,
                   const uint64_t* costs, uint64_t* to)
{
   const uint32_t n = profile_events(sum);
   if (figure >= n) return derived_cost(d, figure - n, costs, to);
   *to = costs[figure];
   return true;
}

static Row row_of(const SpreadSum* s, uint32_t f, uint32_t column, uint64_t sum)
{
   const Profile* p = s->sum;
   const ProfileFunction* names = &p->functions[f];
   return (Row){.extremes = spread_row(s->spread, f)[column],
                .sum = sum,
                .n_ranks = s->spread->n_ranks,
                .names = {profile_name(p, names->module), profile_name(p, names->file),
                          profile_name(p, names->name)}};
}

// The functions that cost something, those that differ most first, for host_free().
static Row* rows_of(const SpreadSum* s, uint32_t column, uint32_t* n)
{
   const Spread* spread = s->spread;
   const uint32_t n_events = profile_events(s->sum);
   uint64_t* own = profile_own_costs(s->sum);
   DerivedEvents d = derived_events(s->sum);
   const uint32_t figure = figure_of(s->sum, &d, spread->columns[column]);
   Row* rows = host_alloc("commands.spread", (spread->n_functions + (size_t)1) * sizeof *rows);
   bool fits = true;
   *n = 0;
   for (uint32_t f = 0; f < spread->n_functions && f < s->sum->n_functions; f++) {
      uint64_t sum;
      if (!spread_row(spread, f)[column].most.value) continue;
      fits &= sum_of(s->sum, &d, figure, own + (size_t)f * n_events, &sum);
      rows[(*n)++] = row_of(s, f, column, fits ? sum : 0);
   }
   derived_events_clear(&d);
   host_free(own);
   if (!fits)
      fail("a sum of costs of %s is more than 64 bits hold",
           printable(spread->columns[column]));
   array_sort(rows, *n, sizeof *rows, most_behind_first);
   return rows;
}

// What is printed of rows, as columns of texts.
typedef struct {
   FunctionNames names[ROWS_MAX];
   const char *least[ROWS_MAX], *least_rank[ROWS_MAX], *mean[ROWS_MAX], *most[ROWS_MAX],
      *most_rank[ROWS_MAX];
   uint32_t n;
} Texts;

// A rank, and how many others have the same.
static const char* rank_text(const SpreadExtreme* e, const char* const* names)
{
   return e->n > 1 ? kept("%s +%s", names[e->first], commas(e->n - 1)) : names[e->first];
}

static void add_texts(Texts* t, const Row* r, const char* const* names, bool of_objects)
{
   const uint32_t i = t->n++;
   t->names[i] = r->names;
   if (of_objects) t->names[i].file = "???"; // their names have it
   t->least[i] = commas(r->extremes.least.value);
   t->least_rank[i] = rank_text(&r->extremes.least, names);
   t->mean[i] = mean_text(r->sum, r->n_ranks);
   t->most[i] = commas(r->extremes.most.value);
   t->most_rank[i] = rank_text(&r->extremes.most, names);
}

static const char* const* functions_of(void* with, int columns)
{
   const Texts* t = with;
   return short_functions(t->names, t->n, columns);
}

static void print_rows(Texts* t, const char* what)
{
   TableColumn columns[] = {
      {.title = "least", .values = t->least},
      {.title = "rank", .values = t->least_rank, .is_left = true, .priority = 1},
      {.title = "mean", .values = t->mean},
      {.title = "most", .values = t->most},
      {.title = "rank", .values = t->most_rank, .is_left = true},
      {.title = what, .fit = functions_of, .with = t},
   };
   Table table = {
      .columns = columns, .n_columns = sizeof columns / sizeof columns[0], .n_rows = t->n};
   table_fit(&table);
   table_print(&table);
}

static void print_functions(const SpreadSum* s, uint32_t column, const char* const* names)
{
   const char* what = s->of_objects ? "object" : "function";
   uint32_t n;
   Row* rows = rows_of(s, column, &n);
   Texts t = {.n = 0};
   for (uint32_t i = 0; i < n && i < ROWS_MAX; i++)
      add_texts(&t, &rows[i], names, s->of_objects);
   host_free(rows);
   printf("\n");
   print_rows(&t, what);
   const uint32_t others = n - t.n;
   if (others == 1) printf("\n1 more %s differs less.\n", what);
   if (others > 1) printf("\n%s more %ss differ less.\n", commas(others), what);
   if (s->is_estimated) printf("\nFigures are estimates, from sampling.\n");
}

// ---------------------------------------------------------------------------------------------------

static uint32_t column_of(const Spread* s, const char* event)
{
   const char* const* columns = (const char* const*)s->columns;
   const char* wanted = event ? event : usual_event(columns, s->n_columns);
   for (uint32_t c = 0; wanted && c < s->n_columns; c++)
      if (strcmp(columns[c], wanted) == 0) return c;
   if (!wanted) fail("the profiles have no event in common");
   const char** shown = kept_room((s->n_columns + (size_t)1) * sizeof *shown);
   for (uint32_t c = 0; c < s->n_columns; c++) shown[c] = printable(columns[c]);
   fail("--event takes %s, not %s", either(shown, s->n_columns), quoted(wanted));
}

void print_spread(const Spread* spread, const Profile* sum, bool of_objects, bool is_estimated,
                  const char* event)
{
   const uint32_t column = column_of(spread, event);
   const char** names = names_of_ranks(spread);
   uint64_t* totals = kept_room((spread->n_ranks + (size_t)1) * sizeof *totals);
   for (uint32_t i = 0; i < spread->n_ranks; i++) totals[i] = spread->ranks[i].totals[column];
   print_field("Event", printable(name_and_title(sum, spread->columns[column])));
   print_totals(totals, names, spread->n_ranks);
   print_standing_out(totals, names, spread->n_ranks);
   print_functions(&(SpreadSum){spread, sum, of_objects, is_estimated}, column, names);
}
