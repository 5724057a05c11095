// SPDX-License-Identifier: GPL-3.0-or-later
// What xgrind_diff stands on: calls of a profile and inclusive costs, columns, functions that match.  Oracles: reachability in small
// graphs, found by trying all paths; all pairs of made-up functions, by the rules of docs/text-tools.md; arithmetic.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "commands/diff/figures.h"
#include "commands/diff/limits.h"
#include "commands/options/values.h"
#include "commands/profile/call_graph.h"
#include "commands/profile/comparable.h"
#include "commands/profile/line_use.h"
#include "commands/profile/reader.h"
#include "commands/profile/rename_advice.h"
#include "commands/text/csv.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "commands/text/paths.h"
#include "unit_main.h"

enum { GRAPHS = 300, TABLES = 400 };

static uint64_t random_state;
static uint64_t some(uint64_t n)
{
   random_state ^= random_state << 13;
   random_state ^= random_state >> 7;
   random_state ^= random_state << 17;
   return (random_state >> 11) % n;
}

static void start_random(uint32_t number)
{
   random_state = number * UINT64_C(0x9e3779b97f4a7c15) + 1;
   for (int i = 0; i < 10; i++) some(2);
}

static Profile* read_text(const char* text, bool joins_levels)
{
   Profile* p = profile_new();
   p->joins_levels = joins_levels;
   Input in;
   input_of_text(&in, "x", text, strlen(text));
   profile_read(p, &in, NULL, NULL);
   input_close(&in);
   return p;
}

// ------------------------------------------------------------------------------------------- figures

static void figures(void** state)
{
   (void)state;
   const Large large = (Large)UINT64_MAX * 1000000000;
   assert_string_equal(digits_large(0), "0");
   assert_string_equal(digits_large(-7), "-7");
   assert_string_equal(digits_large((Large)UINT64_MAX + 1), "18446744073709551616");
   assert_string_equal(digits_large(large), "18446744073709551615000000000");
   assert_string_equal(commas_large(-large), "-18,446,744,073,709,551,615,000,000,000");
   assert_true(figure_difference(figure_whole(large), figure_whole(2)).whole == 2 - large);
   assert_int_equal(figure_difference((Figure){0}, figure_quotient(2)).kind, FIGURE_NONE);
   assert_true(figure_compare(figure_size(figure_quotient(-2.5)), figure_quotient(2.5)) == 0);
   assert_true(figure_compare(figure_whole(large), figure_whole(large - 1)) > 0);
   assert_true(whole_percent(-1, 8) == -12.5);
   assert_true(whole_percent(1, 0) == 0);
   // 100 times this is more than 64 bits hold
   assert_true(whole_percent((Large)1 << 62, (Large)1 << 63) == 50);
   Large sum = 0;
   for (int i = 0; i < 4; i++) whole_add(&sum, UINT64_MAX, UINT64_MAX);
   assert_true(sum > 0 && sum == ((Large)INT64_MAX << 64) + (Large)UINT64_MAX);
}

// -------------------------------------------------------------------------------------- calls, cycles

enum { FUNCTIONS_MAX = 9 };

// A program of functions that call each other at random; of each call its cost, 0: there is none.
typedef struct {
   uint32_t n;
   uint64_t own[FUNCTIONS_MAX];
   uint64_t cost[FUNCTIONS_MAX][FUNCTIONS_MAX];
   bool reaches[FUNCTIONS_MAX][FUNCTIONS_MAX];
} Program;

static void make_program(Program* p)
{
   *p = (Program){.n = (uint32_t)(1 + some(FUNCTIONS_MAX))};
   const uint64_t density = 1 + some(6);
   for (uint32_t f = 0; f < p->n; f++) {
      p->own[f] = 1 + some(100);
      for (uint32_t g = 0; g < p->n; g++)
         if (some(6) < density / 2) p->reaches[f][g] = (p->cost[f][g] = 1 + some(1000));
   }
   for (uint32_t k = 0; k < p->n; k++)
      for (uint32_t f = 0; f < p->n; f++)
         for (uint32_t g = 0; g < p->n; g++)
            p->reaches[f][g] |= p->reaches[f][k] && p->reaches[k][g];
}

// Each call in two lines, so that they are added up.
static Profile* profile_of(const Program* p)
{
   Built text = {0};
   built_add(&text, "events: Ir\n");
   for (uint32_t f = 0; f < p->n; f++) {
      built_format(&text, "fn=f%u\n1 %lu\n", f, p->own[f]);
      for (uint32_t g = 0; g < p->n; g++)
         if (p->cost[f][g])
            built_format(&text, "cfn=f%u\ncalls=1 1\n1 1\ncfn=f%u\ncalls=2 1\n2 %lu\n", g, g,
                         p->cost[f][g] - 1);
   }
   Profile* profile = read_text(text.text, false);
   built_clear(&text);
   return profile;
}

static uint32_t number_of(const Profile* p, uint32_t f)
{
   for (uint32_t i = 0; i < p->n_functions; i++)
      if (strcmp(profile_name(p, p->functions[i].name), kept("f%u", f)) == 0) return i;
   assert_true(false); // there is one
   return 0;
}

static void check_program(uint32_t number)
{
   start_random(number);
   Program made;
   make_program(&made);
   Profile* p = profile_of(&made);
   uint64_t* own = profile_own_costs(p);
   CallGraph g = call_graph(p, own);
   for (uint32_t f = 0; f < made.n; f++) {
      const uint32_t x = number_of(p, f);
      uint64_t inclusive = made.own[f];
      for (uint32_t k = 0; k < made.n; k++) {
         const uint32_t y = number_of(p, k);
         const bool is_within = f == k || (made.reaches[f][k] && made.reaches[k][f]);
         assert_int_equal(within_cycle(&g, x, y), is_within);
         inclusive += is_within ? 0 : made.cost[f][k];
         const uint32_t row = rows_find(&g.arcs, (uint64_t[]){x, y});
         assert_int_equal(row != UINT32_MAX, made.cost[f][k] != 0);
         if (!made.cost[f][k]) continue;
         assert_int_equal(rows_figures(&g.arcs, row)[0], 3);
         assert_int_equal(rows_figures(&g.arcs, row)[1], made.cost[f][k]);
      }
      assert_int_equal(g.inclusive[x], inclusive);
      for (uint32_t arc = g.first[x]; arc < g.first[x + 1]; arc++)
         assert_int_equal(rows_keys(&g.arcs, g.order[arc])[ARC_CALLER], x);
   }
   assert_int_equal(g.first[p->n_functions], g.arcs.n);
   call_graph_clear(&g);
   host_free(own);
   profile_free(p);
}

static void graphs(void** state)
{
   (void)state;
   assert_true(run_made_up_programs(check_program, GRAPHS) > 0);
}

// ------------------------------------------------------------------------------------ recursion levels

static void levels_join(void** state)
{
   (void)state;
   Profile* p = read_text("events: Ir\nfn=(1) f\n1 1\nfn=(2) f'2\n1 10\nfn=(3) (2)'3'(1)\n1 "
                          "100\nfn='4\n1 1000\nfn=a'2b\n1 10000\nfn=\\x27'2\n1 1\n"
                          "fn=f'2'g'3\n1 2\nfl=g'2\nfn=f\n1 3\n",
                          true);
   static const struct {
      const char* name;
      uint64_t cost;
   } want[] = {{"f", 11}, {"f'f", 100}, {"'4", 1000}, {"a'2b", 10000},
               {"'", 1},  {"f'g", 2},   {"f", 3}};
   uint64_t* own = profile_own_costs(p);
   assert_int_equal(p->n_functions, sizeof want / sizeof *want);
   for (uint32_t f = 0; f < p->n_functions; f++) {
      assert_string_equal(profile_name(p, p->functions[f].name), want[f].name);
      assert_int_equal(own[f], want[f].cost);
   }
   assert_string_equal(profile_name(p, p->functions[p->n_functions - 1].file), "g'2");
   host_free(own);
   profile_free(p);
}

// ------------------------------------------------------------------------------------------- columns

static const char* column_text(const Columns* c, const char* key, const uint64_t* costs)
{
   const Column* column = column_called(c, key);
   return column ? value_text(column->kind, column_value(column, costs)) : NULL;
}

static void columns(void** state)
{
   (void)state;
   Profile* p = read_text("desc: I1 cache: 32768 B, 32 B, 8-way associative\ndesc: D1 cache: "
                          "32768 B, 64 B\ndesc: Use of L1 lines: 20 ended\n"
                          "event: Sum = Ir + 999999999 Dr : In all\nevent: Other = Ir + "
                          "Zz\nevents: Ir I1mr Dr Dw D1mr D1mw SpLoss1 AcCost1\n",
                          false);
   const Columns* c = profile_columns(p, events_of(p));
   const uint64_t costs[] = {1000, 2, 100, 50, 7, 3, 352, 6000000},
                  most[] = {UINT64_MAX, 0, UINT64_MAX, 0, 0, 0, 0, 0};
   assert_string_equal(column_text(c, "Ir", costs), "1,000");
   assert_string_equal(column_text(c, "Sum", costs), "100,000,000,900");
   assert_string_equal(column_text(c, "Sum", most), "18,446,744,073,709,551,615,000,000,000");
   assert_null(column_called(c, "Other"));
   assert_string_equal(column_text(c, "L1m", costs), "12");
   assert_string_equal(column_text(c, "L1rate", costs), "1.04%");  // 12 of 1,150
   assert_string_equal(column_text(c, "D1rate", costs), "6.67%");  // 10 of 150
   assert_string_equal(column_text(c, "CEst", costs), "1,120");    // 1000 + 10 * 12
   assert_string_equal(column_text(c, "Unused1", costs), "50.0%"); // 352 of 2 * 32 + 10 * 64
   assert_string_equal(column_text(c, "Uses1", costs), "2.0");     // 12 for 6
   assert_string_equal(column_text(c, "L1rate", NULL), ".");
   assert_null(column_called(c, "LLm"));
   assert_string_equal(column_called(c, "CEst")->title, "cycle estimation of KCachegrind");
   assert_string_equal(column_called(c, "L1rate")->basis->key, "L1m");
   // of the program, 20 lines of 64 B have ended
   const Column* unused = column_called(c, "Unused1");
   assert_string_equal(value_text(unused->kind, program_value(c, unused, costs)), "27.5%");
   uint32_t n;
   const DefaultColumn* shown = default_columns(c, NULL, NULL, &n);
   static const char* const want[] = {"Ir", "L1m", "L1rate", "Unused1", "Uses1", "Sum"};
   assert_int_equal(n, sizeof want / sizeof *want);
   for (uint32_t i = 0; i < n; i++) assert_string_equal(shown[i].column->key, want[i]);
   profile_free(p);
}

static void machines(void** state)
{
   (void)state;
   static const struct {
      const char *before, *after;
      bool differ;
   } cases[] = {
      {"", "", false},
      {"desc: D1 cache: 1 B\n", "", false},
      {"desc: D1 cache: 1 B\n", "desc: D1 cache:  1 B\n", false},
      {"desc: D1 cache: 1 B\n", "desc: D1 cache: 2 B\n", true},
      {"desc: Hierarchy: a\ndesc: Hierarchy: b\n", "desc: Hierarchy: b\ndesc: Hierarchy: a\n",
       false},
      {"desc: Hierarchy: a\ndesc: Hierarchy: b\n", "desc: Hierarchy: b\n", true},
      {"desc: D2 cache: 1 B\n", "desc: D2 cache: 2 B\n", false},
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      Profile* before = read_text(kept("%sevents: Ir CyBase\n", cases[i].before), false);
      Profile* after = read_text(kept("%sevents: Ir\n", cases[i].after), false);
      assert_int_equal(two_machines(before, after) != NULL, cases[i].differ);
      assert_int_equal(two_machines(after, before) != NULL, cases[i].differ);
      assert_non_null(cycles_not_compared(events_of(before), events_of(after)));
      assert_null(cycles_not_compared(events_of(before), events_of(before)));
      profile_free(before);
      profile_free(after);
   }
}

// ------------------------------------------------------------------------------------------ matching

enum { MADE_MAX = 12 };
typedef struct {
   FunctionTable t;
   uint32_t f[SIDES][MADE_MAX], n[SIDES];
} Table;

static const char* last_of(const char* path)
{
   const char* slash = strrchr(path, '/');
   return slash ? slash + 1 : path;
}

// Whether two functions look alike, with their files or without; modules are called the same on both sides.
static bool are_alike(const Table* t, uint32_t x, uint32_t y, bool with_files)
{
   const FunctionNames a = function_table_names(&t->t, x), b = function_table_names(&t->t, y);
   return strcmp(last_of(a.module), last_of(b.module)) == 0 && strcmp(a.name, b.name) == 0
          && (!with_files || strcmp(last_of(a.file), last_of(b.file)) == 0);
}

static bool is_on(const Table* t, uint32_t f, int side)
{
   return function_table_sides(&t->t, f) >> side & 1;
}

// By the rules: of functions of one side alone, those that are alike and the only ones of their side; with files, then without.
static void match_plainly(const Table* t, uint32_t* first_of)
{
   const uint32_t n = t->t.functions.n;
   bool is_left[2 * MADE_MAX];
   for (uint32_t f = 0; f < n; f++) {
      first_of[f] = f;
      is_left[f] = is_on(t, f, 0) != is_on(t, f, 1);
   }
   for (int without = 0; without < 2; without++) {
      uint32_t found[2 * MADE_MAX];
      for (uint32_t y = 0; y < n; y++) {
         uint32_t alike[SIDES] = {0, 0};
         for (uint32_t x = 0; x < n && is_left[y] && is_on(t, y, SIDE_AFTER); x++) {
            if (!is_left[x] || !are_alike(t, x, y, !without)) continue;
            alike[is_on(t, x, SIDE_AFTER)]++;
            if (!is_on(t, x, SIDE_AFTER)) found[y] = x;
         }
         if (alike[0] != 1 || alike[1] != 1) found[y] = UINT32_MAX;
      }
      for (uint32_t y = 0; y < n; y++) {
         if (found[y] == UINT32_MAX) continue;
         first_of[y] = found[y];
         is_left[y] = is_left[found[y]] = false;
      }
   }
}

static void check_table(uint32_t number)
{
   // "m" is on both sides, so that no module is a renamed one
   static const char* const modules[] = {"/a/m", "/b/m"};
   static const char* const files[] = {"a.c", "x/a.c", "b.c", "???"};
   static const char* const names[] = {"f", "g", "h"};
   start_random(number);
   Table t = {0};
   function_table_init(&t.t);
   for (int side = 0; side < SIDES; side++)
      for (uint64_t i = 0, n = 1 + some(MADE_MAX); i < n; i++)
         function_table_add(&t.t, side,
                            (FunctionNames){modules[some(2)], files[some(4)], names[some(3)]});
   uint32_t want[2 * MADE_MAX];
   match_plainly(&t, want);
   Match m = match_functions(&t.t);
   for (uint32_t f = 0; f < t.t.functions.n; f++) assert_int_equal(m.first_of[f], want[f]);
   assert_int_equal(m.n_modules, 0);
   match_clear(&m);
   function_table_clear(&t.t);
}

static void matching(void** state)
{
   (void)state;
   assert_true(run_made_up_programs(check_table, TABLES) > 0);
}

// Adds functions of a module and a file: names with commas between them.
static void add_all(FunctionTable* t, int side, const char* module, const char* file,
                    const char* names)
{
   const char* name;
   while ((name = next_of_list(&names)))
      function_table_add(t, side, (FunctionNames){module, file, name});
}

static const char* matched_with(const FunctionTable* t, const Match* m, const char* name)
{
   for (uint32_t f = 0; f < t->functions.n; f++)
      if (function_table_sides(t, f) == IN_AFTER
          && strcmp(function_table_names(t, f).name, name) == 0)
         return m->first_of[f] == f ? NULL : function_table_names(t, m->first_of[f]).name;
   assert_true(false); // there is one
   return NULL;
}

static void renamed_modules(void** state)
{
   (void)state;
   static const struct {
      const char *before, *after,
         *other; // functions of module old, of new and of a third one on the second side
      bool is_renamed;
   } cases[] = {
      {"main,a,b", "main,a,c", "", true},
      {"main,a,b,c", "main,a,d,e", "", true},
      {"main,a,b,c,d", "main,a,e,f,g", "", false},
      {"main,a", "main,a", "main,a", false}, // as many in both
      {"main,a", "main,a", "main", true},
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      FunctionTable t;
      function_table_init(&t);
      add_all(&t, SIDE_BEFORE, "/x/old", "old.c", cases[i].before);
      add_all(&t, SIDE_AFTER, "/x/new", "new.c", cases[i].after);
      if (*cases[i].other) add_all(&t, SIDE_AFTER, "/x/third", "third.c", cases[i].other);
      Match m = match_functions(&t);
      assert_int_equal(m.n_modules, cases[i].is_renamed);
      if (cases[i].is_renamed) {
         assert_string_equal(m.modules[0].before, "old");
         assert_string_equal(m.modules[0].after, "new");
         assert_string_equal(matched_with(&t, &m, "a"), "a");
      }
      match_clear(&m);
      function_table_clear(&t);
   }
}

static void moved_loops(void** state)
{
   (void)state;
   static const struct {
      const char *before, *after, *name,
         *matches; // of the second side: this one is that of the first
   } cases[] = {
      {"f [loop 1-2],f [loop 5]", "f [loop 8-9],f [loop 3]", "f [loop 3]", "f [loop 1-2]"},
      {"f [loop 1-2],f [loop 5]", "f [loop 8-9],f [loop 3]", "f [loop 8-9]", "f [loop 5]"},
      {"f [loop 1-2],f [loop 5]", "f [loop 8-9]", "f [loop 8-9]", "f [loop 1-2]"},
      {"f [loop 1-2],f [loop 5-6]", "f [loop 8-9]", "f [loop 8-9]", NULL},
      {"f [loop 1]", "g [loop 2]", "g [loop 2]", NULL},
      {"f [loop a.h:1]", "f [irreducible loop 2-9]", "f [irreducible loop 2-9]",
       "f [loop a.h:1]"},
      {"f [loop a:b.h:1 (2)]", "f [loop 7]", "f [loop 7]", "f [loop a:b.h:1 (2)]"},
      {"f [loop 1]'g", "f [loop 2]'g", "f [loop 2]'g", "f [loop 1]'g"},
      {"f [loop 1]'g", "f [loop 2]'h", "f [loop 2]'h", NULL},
      {"f [loop 1]x", "f [loop 2]x", "f [loop 2]x", NULL},
      {"f [loop 1-]", "f [loop 2-]", "f [loop 2-]", NULL},
      {"f [loop ] [loop 1]", "f [loop ] [loop 2]", "f [loop ] [loop 2]", "f [loop ] [loop 1]"},
      {"f [loop 999999999999999999999-1]", "f [loop 2]", "f [loop 2]",
       "f [loop 999999999999999999999-1]"},
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      FunctionTable t;
      function_table_init(&t);
      add_all(&t, SIDE_BEFORE, "/x/m", "a.c", cases[i].before);
      add_all(&t, SIDE_AFTER, "/y/m", "a.c", cases[i].after);
      Match m = match_functions(&t);
      const char* got = matched_with(&t, &m, cases[i].name);
      if (cases[i].matches)
         assert_string_equal(got ? got : "nothing", cases[i].matches);
      else
         assert_null(got);
      match_clear(&m);
      function_table_clear(&t);
   }
}

static void advice(void** state)
{
   (void)state;
   static const struct {
      const char *module, *file; // of the second side; of the first one "/bin/ls", "/src/ls.c"
      const char *before, *after;
      const char *old, *new; // NULL: there is no advice
      uint32_t n;
   } cases[] = {
      {"/bin/cat", "/src/cat.c", "main,quote,a,b,x", "main,quote,c,d,e", "cat", "ls", 2},
      {"/bin/lsx", "/src/lsx.c", "quote,a,b", "quote,c,d", "lsx", "ls", 1},
      {"/bin/l", "/src/l.c", "quote,a,b", "quote,c,d", "ls", "l", 1},
      {"/bin/cat", "/src/cat.c", "main,a,b", "main,c,d", NULL, NULL,
       0}, // what each program has
      {"/bin/cat", "/src/cat.c", "0xab,a,b", "0xab,c,d", NULL, NULL, 0},
      {"/bin/cat", "/src/cat.c", "quote,a,b", "other,c,d", NULL, NULL, 0},
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      FunctionTable t;
      function_table_init(&t);
      add_all(&t, SIDE_BEFORE, "/bin/ls", "/src/ls.c", cases[i].before);
      add_all(&t, SIDE_AFTER, cases[i].module, cases[i].file, cases[i].after);
      Match m = match_functions(&t);
      assert_int_equal(m.n_modules, 0);
      bool is_listed[MADE_MAX] = {false};
      RenameAdvice a;
      assert_false(rename_advice(&t, &m, is_listed, &a));
      memset(is_listed, true, sizeof is_listed);
      assert_int_equal(rename_advice(&t, &m, is_listed, &a), cases[i].old != NULL);
      if (cases[i].old) {
         assert_int_equal(a.n_functions, cases[i].n);
         assert_string_equal(a.old, cases[i].old);
         assert_string_equal(a.new, cases[i].new);
      }
      match_clear(&m);
      function_table_clear(&t);
   }
}

// ---------------------------------------------------------------------------------------------- texts

static void cells(void** state)
{
   (void)state;
   static const struct {
      const char *text, *cell;
   } cases[] = {
      {"main", "main"},
      {"", ""},
      {"a,b", "\"a,b\""},
      {"a\"b", "\"a\"\"b\""},
      {"a\nb\x1b", "\"a\nb\\x1b\""},
      {"=1", "\\x3d1"},
      {"-1.5e+3", "-1.5e+3"},
      {"-1.", "\\x2d1."},
      {"-x", "\\x2dx"},
      {"@a", "\\x40a"},
      {"+1", "\\x2b1"},
      {"-", "\\x2d"},
      {"1-", "1-"},
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      Built b = {0};
      csv_cell(&b, cases[i].text, true);
      csv_cell(&b, cases[i].text, false);
      csv_end(&b);
      assert_string_equal(b.text, kept("%s,%s\n", cases[i].cell, cases[i].cell));
      built_clear(&b);
   }
}

static void values(void** state)
{
   (void)state;
   static const char* const percentages[] = {"0", "99", "100", "100.00", ".5", "5.25%", "100%"};
   static const char* const none[] = {"",   "%",   "101", "100.1", "012",
                                      "5.", "1e1", "-1",  "5%%",   "."};
   for (size_t i = 0; i < sizeof percentages / sizeof *percentages; i++)
      assert_true(is_percentage(percentages[i]));
   for (size_t i = 0; i < sizeof none / sizeof *none; i++) assert_false(is_percentage(none[i]));
   assert_true(is_name_list("a") && is_name_list("a,b c"));
   assert_false(is_name_list("") || is_name_list("a,") || is_name_list(",a")
                || is_name_list("a,,b"));
   assert_true(is_limit_list("1") && is_limit_list("Ir:.5%,2.5,Dr:0"));
   assert_false(is_limit_list("Ir") || is_limit_list("Ir:") || is_limit_list(":1")
                || is_limit_list("a:b:1") || is_limit_list("1,") || is_limit_list("Ir:1x"));
   const char* const starts[] = {"/a", "/a/b", "/a/b/c/"};
   assert_string_equal(without_start("/a/b/x.c", starts, 3), "x.c");
   assert_string_equal(without_start("/a/b/c/x.c", starts, 3), "x.c");
   assert_string_equal(without_start("/abc", starts, 3), "bc");
   assert_string_equal(without_start("x/a/b", starts, 3), "x/a/b");
   assert_string_equal(with_replaced("aXaXXb", "X", "aX"), "aaXaaXaXb");
   assert_string_equal(with_replaced("aab", "aab", ""), "");
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(figures),         cmocka_unit_test(graphs),
      cmocka_unit_test(levels_join),     cmocka_unit_test(columns),
      cmocka_unit_test(machines),        cmocka_unit_test(matching),
      cmocka_unit_test(renamed_modules), cmocka_unit_test(moved_loops),
      cmocka_unit_test(advice),          cmocka_unit_test(cells),
      cmocka_unit_test(values),
   };
   return UNIT_MAIN(argc, argv, tests);
}
