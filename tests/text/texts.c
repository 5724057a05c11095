// SPDX-License-Identifier: GPL-3.0-or-later
//
// What commands/text makes of texts: reads questions and prints answers, one a line each.  tests/text/same-texts asks.
//
// A question is a word and its arguments, with tabs between them; arguments and the answer are texts in hexadecimal, and several
// texts of an answer have newlines between them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/code_name.h"
#include "commands/text/built.h"
#include "commands/text/escapes.h"
#include "commands/text/lists.h"
#include "commands/text/kept.h"
#include "commands/text/names.h"
#include "commands/text/numbers.h"
#include "commands/text/paths.h"
#include "commands/text/screen.h"
#include "commands/text/table.h"

enum { ARGUMENTS_MAX = 1000 };

static const char* given[ARGUMENTS_MAX];
static uint32_t n_given;

static int digit(char c)
{
   return c <= '9' ? c - '0' : c - 'a' + 10;
}

static const char* from_hex(const char* hex)
{
   char* text = kept_room(strlen(hex) / 2 + 1);
   for (size_t i = 0; hex[2 * i]; i++) text[i] = (char)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
   return text;
}

static const char* number(int n)
{
   return kept("%d", n);
}

static const char* lines(const char* const* texts, uint32_t n)
{
   Built all = {0};
   for (uint32_t i = 0; i < n; i++) built_format(&all, "%s%s", i ? "\n" : "", texts[i] ? texts[i] : "(none)");
   return built_kept(&all);
}

static int argument(uint32_t i)
{
   return atoi(given[i]);
}

static const char* unescaped(const char* text)
{
   char* copy = kept_copy(text, strlen(text));
   unescape(copy);
   return copy;
}

static const char* wrapped_lines(void)
{
   uint32_t n;
   const char** all = wrapped(given[1], argument(0), &n);
   return lines(all, n);
}

static const char* kept_name(void)
{
   char* name = code_name_keeping(given[1], (unsigned)argument(0));
   const char* text = kept("%s", name);
   host_free(name);
   return text;
}

static const char* functions(void)
{
   FunctionNames all[ARGUMENTS_MAX / 3];
   const uint32_t n = (n_given - 1) / 3;
   for (uint32_t i = 0; i < n; i++) all[i] = (FunctionNames){given[1 + 3 * i], given[2 + 3 * i], given[3 + 3 * i]};
   return lines(short_functions(all, n, argument(0)), n);
}

static const char* const* texts_of_column(void* with, int columns)
{
   (void)with;
   return short_names(given + 3, (n_given - 3) / 3, columns);
}

// Of the screen's width, the priority of the first column, an indent; names; then two columns of figures.
static const char* table(void)
{
   set_screen_width(argument(0));
   const uint32_t n = (n_given - 3) / 3;
   TableColumn columns[] = {
      {.title = "figures", .values = given + 3 + n, .priority = (uint32_t)argument(1)},
      {.title = "left", .values = given + 3 + 2 * n, .is_left = true, .priority = 1},
      {.title = "function", .fit = texts_of_column},
   };
   Table t = {.columns = columns, .n_columns = 3, .n_rows = n, .indent = argument(2)};
   table_fit(&t);
   return table_text(&t, "--show");
}

static const char* answer(const char* word)
{
   const char* const* rest = given + 1;
   const uint32_t n_rest = n_given - 1;
#define IS(text) (strcmp(word, text) == 0)
   if (IS("escaped")) return escaped(given[0]);
   if (IS("escaped_name")) return escaped_name(given[0]);
   if (IS("unescaped")) return unescaped(given[0]);
   if (IS("visible")) return visible(given[0]);
   if (IS("columns")) return number(columns_of(given[0]));
   if (IS("cut")) return cut(given[2], argument(0), atof(given[1]));
   if (IS("cut_between")) return lines((const char*[]){cut_between(given[1], given[2], given[3], argument(0))}, 1);
   if (IS("padded")) return padded(given[1], argument(0));
   if (IS("padded_at_left")) return padded_at_left(given[1], argument(0));
   if (IS("wrapped")) return wrapped_lines();
   if (IS("code_name")) return kept_name();
   if (IS("plain_path")) return plain_path(given[0]);
   if (IS("paths")) return lines(short_paths(given, n_given), n_given);
   if (IS("functions")) return functions();
   if (IS("names")) return lines(short_names(rest, n_rest, argument(0)), n_rest);
   if (IS("texts")) return lines(short_texts(rest, n_rest, argument(0)), n_rest);
   if (IS("files")) return lines(short_file_names(rest, n_rest, argument(0)), n_rest);
   if (IS("fitted")) return fitted(given[1], argument(0));
   if (IS("full")) return set_full_names(argument(0)), "";
   if (IS("commas")) return commas(strtoull(given[0], NULL, 10));
   if (IS("commas_signed")) return commas_signed(strtoll(given[0], NULL, 10));
   if (IS("commas_rounded")) return commas_rounded(atof(given[0]));
   if (IS("bytes")) return bytes_text(atof(given[0]));
   if (IS("percent")) return percent(atof(given[0]), atof(given[1]));
   if (IS("rate")) return rate_text(atof(given[0]), atof(given[1]));
   if (IS("either")) return either(given, n_given);
   if (IS("all_of")) return all_of(given, n_given);
   if (IS("some_of")) return some_of((uint32_t)argument(0), rest, n_rest);
   if (IS("table")) return table();
   fprintf(stderr, "no question is called %s\n", word);
   exit(2);
}

int main(void)
{
   char* line = NULL;
   size_t room_B = 0;
   while (getline(&line, &room_B, stdin) > 0) {
      line[strcspn(line, "\n")] = '\0';
      char* at = line;
      const char* word = strsep(&at, "\t");
      n_given = 0;
      while (at && n_given < ARGUMENTS_MAX) given[n_given++] = from_hex(strsep(&at, "\t"));
      for (const char* c = answer(word); *c; c++) printf("%02x", (unsigned char)*c);
      putchar('\n');
   }
   free(line);
   return 0;
}
