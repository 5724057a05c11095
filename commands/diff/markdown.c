// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown; see markdown.h.
#include "commands/diff/markdown.h"

#include <stdio.h>
#include <string.h>

#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/screen.h"

enum {
   TOTALS = 3, // of the program, in the table
   FUNCTIONS = 5,
   NAME = 60, // columns of a function
};

// ------------------------------------------------------------------------------------------- words

// A name that can be seen whole (commands/text/names.h), as code in a table: nothing in it is Markdown.
static const char* code(const char* text)
{
   size_t longest = 0;
   Built b = {0};
   for (const char* at = text; *at; at++) {
      const size_t ticks = strspn(at, "`");
      if (ticks > longest) longest = ticks;
      if (*at == '|') built_char(&b, '\\');
      built_char(&b, *at);
   }
   char* fence = kept_room(longest + 2);
   memset(fence, '`', longest + 1);
   const bool has_ticks = b.n_B && (b.text[0] == '`' || b.text[b.n_B - 1] == '`');
   const char *space = has_ticks ? " " : "",
              *all = kept("%s%s%s%s%s", fence, space, b.n_B ? b.text : "", space, fence);
   built_clear(&b);
   return all;
}

// Words that are no Markdown.
static const char* plain(const char* text)
{
   Built b = {0};
   for (text = visible(text); *text; text++) {
      if (strchr("\\`*_{}[]<>#|~@", *text)) built_char(&b, '\\');
      built_char(&b, *text);
   }
   return b.n_B ? built_kept(&b) : "";
}

static void print_row(const char* what, const char* before, const char* after,
                      const char* change)
{
   printf("| %s | %s | %s | %s |\n", what, before, after, change);
}

// How a column has changed: "+30 (+3.00%)".
static const char* change_text(const DiffColumn* column, Figure before, Figure after)
{
   const Figure change = figure_difference(before, after);
   if (change.kind == FIGURE_NONE) return "";
   const char* text = signed_text(column, change);
   return is_sum(column) ? kept("%s (%s)", text, change_percent(before, after)) : text;
}

// ---------------------------------------------------------------------------------------- the sentence

static bool is_same(Figure before, Figure after)
{
   return before.kind == after.kind && figure_compare(before, after) == 0;
}

// Limits that are exceeded, or what has happened to what is sorted by.
static void print_headline(const Selection* s, const char* const* exceeded, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++) printf("%s**%s**", i ? ". " : "", plain(exceeded[i]));
   const DiffColumn* column = s->sort;
   const Figure before = column->program[SIDE_BEFORE], after = column->program[SIDE_AFTER];
   const char* name = plain(column->key);
   if (n)
      printf(".\n");
   else if (is_same(before, after))
      printf("No change: %s is %s, as before.\n", name, figure_text(column, after));
   else
      printf("**%s %s** from %s to %s%s%s.\n", name,
             figure_compare(before, after) < 0 ? "rose" : "fell", figure_text(column, before),
             figure_text(column, after), is_sum(column) ? ", " : "",
             is_sum(column) ? change_percent(before, after) : "");
}

// ------------------------------------------------------------------------------------------- the table

static bool has_changed(const DiffColumn* column)
{
   return figure_is_some(
      figure_difference(column->program[SIDE_BEFORE], column->program[SIDE_AFTER]));
}

// Adds the columns of the program's totals that have changed, up to TOTALS: what is sorted by, or all others.
static uint32_t add_totals(const Selection* s, bool of_sort, const DiffColumn** to, uint32_t n)
{
   for (uint32_t i = 0; i < s->n && n < TOTALS; i++) {
      const DiffColumn* column = s->shown[i].column;
      if (has_changed(column) && (column == s->sort) == of_sort) to[n++] = column;
   }
   return n;
}

static void print_total(const DiffColumn* column)
{
   const Figure before = column->program[SIDE_BEFORE], after = column->program[SIDE_AFTER];
   const char* title = strcmp(column->title, column->key) == 0
                          ? ""
                          : kept(", %s", plain(title_within(column->title)));
   print_row(kept("**%s**%s", plain(column->key), title), figure_text(column, before),
             figure_text(column, after), change_text(column, before, after));
}

static void print_functions(const Diff* d, const DiffColumn* sort, WhichCost which,
                            const LargestRows* functions, uint32_t n)
{
   FunctionNames names[FUNCTIONS] = {0};
   for (uint32_t i = 0; i < n; i++) names[i] = diff_names(d, functions->row[i]->from);
   const char** texts = short_functions(names, n, NAME);
   for (uint32_t i = 0; i < n; i++) {
      const uint64_t* const* costs = functions->row[i]->costs[which];
      const Figure before = diff_value(sort, costs, SIDE_BEFORE),
                   after = diff_value(sort, costs, SIDE_AFTER);
      print_row(code(texts[i]), figure_text(sort, before), figure_text(sort, after),
                change_text(sort, before, after));
   }
}

void print_diff_markdown(const Diff* d, const Selection* s, WhichCost which,
                         const LargestRows* functions, const char* const* exceeded, uint32_t n)
{
   print_headline(s, exceeded, n);
   const DiffColumn* totals[TOTALS];
   const uint32_t n_totals = add_totals(s, false, totals, add_totals(s, true, totals, 0));
   const uint32_t n_rows = functions->n < FUNCTIONS ? functions->n : FUNCTIONS;
   if (!n_totals && !n_rows) return;
   putchar('\n');
   print_row("", "before", "after", "change");
   printf("|---|--:|--:|--:|\n");
   for (uint32_t i = 0; i < n_totals; i++) print_total(totals[i]);
   print_functions(d, s->sort, which, functions, n_rows);
   if (functions->n > n_rows)
      printf("\n%s of functions%s, %u of %u that differ.\n", plain(s->sort->key),
             which == COST_INCLUSIVE ? " with what they call" : "", n_rows, functions->n);
}
