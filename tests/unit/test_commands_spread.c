// SPDX-License-Identifier: GPL-3.0-or-later
// How much ranks of a job differ.  Oracle: plain lists of each rank's costs, in any grouping; lines and sentences written by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "commands/merge/addition.h"
#include "commands/merge/rank_order.h"
#include "commands/merge/spread_file.h"
#include "commands/merge/spread_text.h"
#include "commands/profile/derived_events.h"
#include "commands/profile/event_line.h"
#include "commands/profile/event_names.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "unit_main.h"
#include "xorshift.h"

// --- Profiles ------------------------------------------------------------------------------------

typedef struct {
   Profile* p;
   Spread* spread;
} Sum;

// A text that is read, and what that takes, which outlives a failure.
typedef struct {
   const char *name, *text;
   Sum sum;
   About about;
   Input in;
} Reading;

// Reads it as the profile of a rank, or of several.
static void read_text(void* with)
{
   Reading* r = with;
   r->sum.p = profile_new();
   input_of_text(&r->in, r->name, r->text, strlen(r->text));
   profile_read(r->sum.p, &r->in, about_read, &r->about);
   profile_unite(r->sum.p);
   r->sum.spread = about_spread(&r->about, r->sum.p);
   if (!r->sum.spread) r->sum.spread = spread_of_rank(r->sum.p, r->name);
}

static Sum sum_of_text(const char* name, const char* text)
{
   Reading r = {.name = name, .text = text};
   read_text(&r);
   about_clear(&r.about);
   input_close(&r.in);
   return r.sum;
}

static void add_sum(Sum* sum, Sum other)
{
   spread_add(sum->spread, other.spread, profile_add_other(sum->p, other.p));
   spread_free(other.spread);
   profile_free(other.p);
}

static void free_sum(Sum* sum)
{
   spread_free(sum->spread);
   profile_free(sum->p);
}

// All that a finished spread says, as lines.
static const char* said(const Sum* sum)
{
   Built text = {0};
   uint32_t n;
   const char** lines = spread_header(sum->spread, &n);
   for (uint32_t i = 0; i < n; i++) built_format(&text, "%s\n", lines[i]);
   for (uint32_t f = 0; f < sum->p->n_functions; f++) {
      char* line = spread_function_line(sum->spread, f);
      if (line)
         built_format(&text, "%s %s\n", profile_name(sum->p, sum->p->functions[f].name), line);
      host_free(line);
   }
   return built_kept(&text);
}

// --- Any grouping --------------------------------------------------------------------------------

enum { RANKS = 23, FUNCTIONS = 6, EVENTS = 2, COLUMNS = 3 };

typedef struct {
   uint64_t cost[RANKS][FUNCTIONS][COLUMNS];
} Job;

// Costs of few values; functions that a rank does not have cost 0 in it.  The third column is by formula.
static void make_job(Job* job)
{
   for (int r = 0; r < RANKS; r++)
      for (int f = 0; f < FUNCTIONS; f++) {
         uint64_t* cost = job->cost[r][f];
         for (int e = 0; e < EVENTS; e++) cost[e] = next_random() % 4 ? next_random() % 3 : 0;
         cost[2] = cost[0] + 10 * cost[1];
      }
}

// In half of the ranks events are in another order.
static const char* rank_as_text(const Job* job, int r)
{
   Built text = {0};
   built_format(&text, "event: CEst = Ir + 10 Dr : Cycles\nevents: %s\n",
                r % 2 ? "Dr Ir" : "Ir Dr");
   for (int f = 0; f < FUNCTIONS; f++) {
      const uint64_t* cost = job->cost[r][f];
      if (cost[0] || cost[1])
         built_format(&text, "fn=f%d\n1 %lu %lu\n", f, cost[r % 2], cost[1 - r % 2]);
   }
   return built_kept(&text);
}

static Sum sum_of_ranks(const Job* job, const int* ranks, int n)
{
   if (n == 1) return sum_of_text(kept("out.%d", ranks[0]), rank_as_text(job, ranks[0]));
   const int half = 1 + (int)(next_random() % (uint64_t)(n - 1));
   Sum sum = sum_of_ranks(job, ranks, half);
   add_sum(&sum, sum_of_ranks(job, ranks + half, n - half));
   return sum;
}

static void check_extreme(const SpreadExtreme* e, const Job* job, int f, int column,
                          bool is_most)
{
   uint64_t value = job->cost[0][f][column];
   for (int r = 1; r < RANKS; r++) {
      const uint64_t cost = job->cost[r][f][column];
      if (is_most ? cost > value : cost < value) value = cost;
   }
   uint32_t n = 0, first = 0;
   for (uint32_t r = RANKS; r-- > 0;)
      if (job->cost[r][f][column] == value) {
         first = r;
         n++;
      }
   assert_int_equal(e->value, value);
   assert_int_equal(e->n, n);
   assert_int_equal(e->first, first);
}

static void check_sum(const Sum* sum, const Job* job)
{
   static const char* const names[COLUMNS] = {"Ir", "Dr", "CEst"};
   assert_int_equal(sum->spread->n_columns, COLUMNS);
   for (uint32_t r = 0; r < RANKS; r++)
      assert_string_equal(sum->spread->ranks[r].name, kept("out.%u", r));
   for (uint32_t f = 0; f < sum->p->n_functions; f++)
      for (uint32_t c = 0; c < COLUMNS; c++) {
         int column = 0;
         while (strcmp(names[column], sum->spread->columns[c]) != 0) column++;
         const int function = profile_name(sum->p, sum->p->functions[f].name)[1] - '0';
         const SpreadExtremes* e = &spread_row(sum->spread, f)[c];
         check_extreme(&e->least, job, function, column, false);
         check_extreme(&e->most, job, function, column, true);
      }
}

static void any_grouping(void** state)
{
   (void)state;
   for (int round = 0; round < 40; round++) {
      static Job job;
      int ranks[RANKS];
      make_job(&job);
      for (int r = 0; r < RANKS; r++) ranks[r] = r;
      for (uint32_t r = RANKS; r > 1; r--) {
         const uint32_t other = (uint32_t)(next_random() % r);
         const int rank = ranks[r - 1];
         ranks[r - 1] = ranks[other];
         ranks[other] = rank;
      }
      Sum sum = sum_of_ranks(&job, ranks, RANKS);
      spread_finish(sum.spread, sum.p);
      check_sum(&sum, &job);
      free_sum(&sum);
   }
}

// --- Columns and names ---------------------------------------------------------------------------

// An event and a formula that not all ranks have are no columns; the others stay.
static void columns_of_all(void** state)
{
   (void)state;
   Sum sum = sum_of_text("a", "event: X = Ir\nevents: Ir Dr\nfn=f\n1 5 6\n");
   add_sum(&sum, sum_of_text("b", "events: Dr Ir Dw\nfn=g\n1 7 8 9\n"));
   spread_finish(sum.spread, sum.p);
   assert_string_equal(said(&sum), "# spread events: Ir Dr\n"
                                   "# spread rank: 5 6\ta\n"
                                   "# spread rank: 8 7\tb\n"
                                   "f # spread: 0 1 1 5 1 0,0 1 1 6 1 0\n"
                                   "g # spread: 0 1 0 8 1 1,0 1 0 7 1 1\n");
   free_sum(&sum);
}

// Of ranks with one name, the first stands for all, and comes before in the order of totals as text.
static void equal_names(void** state)
{
   (void)state;
   Sum sum = sum_of_text("a", "events: Ir\nfn=f\n1 9\n");
   add_sum(&sum, sum_of_text("a", "events: Ir\nfn=f\n1 10\n"));
   add_sum(&sum, sum_of_text("A", "events: Ir\nfn=g\n1 1\n"));
   spread_finish(sum.spread, sum.p);
   assert_string_equal(said(&sum), "# spread events: Ir\n"
                                   "# spread rank: 1\tA\n"
                                   "# spread rank: 10\ta\n"
                                   "# spread rank: 9\ta\n"
                                   "f # spread: 0 1 0 10 1 1\n"
                                   "g # spread: 0 2 1 1 1 0\n");
   free_sum(&sum);
}

static void key_is(const char* name, const char* expected)
{
   char* key = rank_key(name);
   assert_string_equal(key, expected);
   host_free(key);
}

static void keys(void** state)
{
   (void)state;
   key_is("out.10", "out.00210");
   key_is("out.009b", "out.0019b");
   key_is("000", "0010");
   key_is("1.2-3", "0011.0012-0013");
   key_is("", "");
}

// --- Lines of merged profiles ----------------------------------------------------------------------

#define MERGED "creator: xgrind_merge-0.1\nevents: Ir Dr\n"
#define RANKS_OF_MERGED "# spread events: Ir Dr\n# spread rank: 8\tb 2\n# spread rank: 5 6\ta\n"

static void is_refused(const char* text, const char* sentence)
{
   Reading r = {.name = "m", .text = text};
   const char* why = failure_of(read_text, &r);
   assert_non_null(why);
   assert_non_null(strstr(why, sentence));
   about_clear(&r.about);
   input_close(&r.in);
   free_sum(&r.sum);
}

static void is_read(const char* text)
{
   Sum sum = sum_of_text("m", text);
   free_sum(&sum);
}

static void merged(void** state)
{
   (void)state;
   Sum sum = sum_of_text("m", MERGED RANKS_OF_MERGED
                         "fn=f\n# spread: 0 1 1 8 1 0,0 1 0 6 1 1\n1 13 6\nfn=g\n# spread: ,2 "
                         "2 1 2 2 1\n1 0 4\ntotals: 13 10\n");
   add_sum(&sum, sum_of_text("c", "events: Ir Dr\nfn=g\n1 0 1\n"));
   spread_finish(sum.spread, sum.p);
   assert_string_equal(said(&sum), "# spread events: Ir Dr\n"
                                   "# spread rank: 5 6\ta\n"
                                   "# spread rank: 8 0\tb 2\n"
                                   "# spread rank: 0 1\tc\n"
                                   "f # spread: 0 2 0 8 1 1,0 2 1 6 1 0\n"
                                   "g # spread: ,1 1 2 2 2 0\n");
   free_sum(&sum);
}

static void malformed(void** state)
{
   (void)state;
   static const char* const ends[] = {
      "# spread rank: x\ta\n",
      "# spread rank: 1\n",
      "# spread rank: 1 2 3\ta\n",
      "# spread rank: 99999999999999999999\ta\n",
      "# spread: 1 1 0 1 1 0\n", // before fn=
      "fn=f\n# spread: 1 1 0 1 1\n",
      "fn=f\n# spread: 1 1 2 1 1 0\n",               // no such rank
      "fn=f\n# spread: 1 3 0 1 1 0\n",               // more than there are
      "fn=f\n# spread: 1 1 0 1 1 0,,\n# spread: \n", // more columns than there are
      "fn=f\n# spread: 1 1 0 1 1 0\n# spread: 1 1 0 1 1 0\n",
   };
   for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
      is_refused(kept("%s%s%s1 1\ntotals: 1\n", MERGED, RANKS_OF_MERGED, ends[i]),
                 "this line is not as xgrind_merge writes it");
   is_refused(MERGED RANKS_OF_MERGED RANKS_OF_MERGED,
              "these are two sums with --spread in one file");
   is_refused(MERGED "# spread rank: 8\tb\n", "this line is not as");
   // other programs' comments, and lines of other kinds
   is_read("creator: other\nevents: Ir\n# spread rank: x\n# spread: x\nfn=f\n1 1\n");
   is_read(MERGED "# spread other: x\nfn=f\n1 1\ntotals: 1\n");
}

// Few bytes that ask for much memory.
static void large(void** state)
{
   (void)state;
   Built text = {0};
   built_add(&text, MERGED "# spread events:");
   for (int i = 0; i < 2000; i++) built_format(&text, " E%d", i);
   for (int i = 0; i < 100000; i++) built_add(&text, "\n# spread rank: 1\ta");
   built_add(&text, "\nfn=f\n1 1\ntotals: 1\n");
   is_refused(text.text, "need too much memory");
   built_clear(&text);
   built_add(&text, MERGED "# spread events:");
   for (int i = 0; i < 2001; i++) built_format(&text, " E%d", i);
   built_add(&text, "\n");
   is_refused(text.text, "this line is not as");
   built_clear(&text);
   is_refused("event: X = 999999999 Ir\nevents: Ir\nfn=f\n1 99999999999\n",
              "costs more than 64 bits hold");
}

static void about(void** state)
{
   (void)state;
   static const char text[] = MERGED "# command: a: b\n# command: c\n# left out: X\n# objects: "
                                     "estimated\nfn=f\n1 1\ntotals: 1\n";
   About a = {0};
   Profile* p = profile_new();
   Input in;
   input_of_text(&in, "m", text, sizeof text - 1);
   profile_read(p, &in, about_read, &a);
   assert_int_equal(a.commands.n, 2);
   assert_string_equal(a.commands.text[0], "a: b");
   assert_int_equal(a.left_out.n, 1);
   assert_string_equal(a.left_out.text[0], "X");
   assert_true(a.of_objects && a.is_estimated);
   assert_null(about_spread(&a, p));
   about_clear(&a);
   profile_free(p);
   input_close(&in);
}

// --- Events --------------------------------------------------------------------------------------

static void formula_is(const char* line, const char* expected)
{
   size_t n = 0;
   const char* formula = event_formula(line, &n);
   if (!expected)
      assert_null(formula);
   else
      assert_string_equal(kept_copy(formula, n), expected);
}

static void name_is(const char* line, const char* expected)
{
   size_t n = 0;
   const char* name = event_long_name(line, &n);
   if (!expected)
      assert_null(name);
   else
      assert_string_equal(kept_copy(name, n), expected);
}

static void event_lines(void** state)
{
   (void)state;
   formula_is("CEst = Ir + 10 L1m : Cycles", "Ir + 10 L1m");
   formula_is("CEst=Ir", "Ir");
   formula_is("a=b = c", "c");
   formula_is("X =  : y", "");
   formula_is("X : y = z", NULL);
   formula_is("= z", NULL);
   name_is("D1mr : Misses of D1 ", "Misses of D1");
   name_is("D1mr:x", "x");
   name_is("a::b c", "b c");
   name_is("D1mr : ", NULL);
   name_is("CEst = Ir : Cycles", NULL);
}

static void formulas(void** state)
{
   (void)state;
   Profile* p = profile_new();
   static const char text[] =
      "event: D = 2 Ir + Dr+3*Dr : x\nevent: B = Ir + Dw\nevent: Ir = Dr\nevent: C = "
      "1234567890 Ir\n"
      "event: A = Ir +\nevent: E =  : none\nevent: F = 2 * Ir\nevents: Ir Dr\nfn=f\n1 1\n";
   Input in;
   input_of_text(&in, "m", text, sizeof text - 1);
   profile_read(p, &in, NULL, NULL);
   DerivedEvents d = derived_events(p);
   uint64_t cost;
   assert_int_equal(d.n, 3);
   assert_string_equal(d.event[0].name, "D");
   assert_true(derived_cost(&d, 0, (uint64_t[]){100, 7}, &cost));
   assert_int_equal(cost, 228);
   assert_string_equal(d.event[1].name, "E");
   assert_true(derived_cost(&d, 1, (uint64_t[]){100, 7}, &cost));
   assert_int_equal(cost, 0);
   assert_string_equal(d.event[2].name, "F");
   assert_false(derived_cost(&d, 2, (uint64_t[]){1ULL << 63, 7}, &cost));
   derived_events_clear(&d);
   assert_string_equal(name_and_title(p, "Ir"), "Ir, Instructions executed");
   assert_string_equal(name_and_title(p, "sysTime"), "sysTime, Time in system calls");
   assert_string_equal(name_and_title(p, "CEst"), "CEst");
   assert_string_equal(name_and_title(p, "allocSize"), "allocSize, Bytes allocated");
   assert_string_equal(usual_event((const char*[]){"Dr", "Ir", "CEst"}, 3), "Ir");
   assert_string_equal(usual_event((const char*[]){"CyBase", "Ir", "CEst"}, 3), "CEst");
   assert_string_equal(usual_event((const char*[]){"Dr", "Dw"}, 2), "Dr");
   assert_null(usual_event(NULL, 0));
   profile_free(p);
   input_close(&in);
}

// --- Ranks that stand out --------------------------------------------------------------------------

static void far_ones(void** state)
{
   (void)state;
   uint32_t out[16];
   // median 750, median distance 300
   const uint64_t job[] = {150, 250, 350, 2050, 550, 650, 750, 850, 950, 1050, 1161};
   assert_int_equal(standing_out(job, 11, out), 1);
   assert_int_equal(out[0], 3);
   // most are the same; 5 % of that is not far
   assert_int_equal(
      standing_out((uint64_t[]){100, 100, 100, 100, 105, 100, 106, 90, 100}, 9, out), 2);
   assert_int_equal(out[0], 7);
   assert_int_equal(out[1], 6);
   assert_int_equal(standing_out((uint64_t[]){7}, 1, out), 0);
   assert_int_equal(standing_out((uint64_t[]){UINT64_MAX, UINT64_MAX, UINT64_MAX, 0}, 4, out),
                    1);
   assert_int_equal(out[0], 3);
   assert_int_equal(standing_out(NULL, 0, out), 0);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_grouping), cmocka_unit_test(columns_of_all),
      cmocka_unit_test(equal_names),  cmocka_unit_test(keys),
      cmocka_unit_test(merged),       cmocka_unit_test(malformed),
      cmocka_unit_test(large),        cmocka_unit_test(about),
      cmocka_unit_test(event_lines),  cmocka_unit_test(formulas),
      cmocka_unit_test(far_ones),
   };
   return UNIT_MAIN(argc, argv, tests);
}
