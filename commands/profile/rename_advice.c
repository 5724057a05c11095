// SPDX-License-Identifier: GPL-3.0-or-later
// What --rename would do; see rename_advice.h.
#include "commands/profile/rename_advice.h"

#include <string.h>

#include "base/array.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"

enum {
   CANDIDATES_MAX = 4, // values of --rename that are tried
   NAMESAKES_MAX = 4,  // functions of one name and side that are looked at
};

// ----------------------------------------------------------------------------------------- namesakes

// Functions that are left on both sides and have one name: before[0 .. n_before), after[0 .. n_after).
typedef struct {
   uint32_t *before, *after;
   uint32_t n_before, n_after;
} Namesakes;

typedef struct {
   Namesakes* list;
   uint32_t n;
   uint32_t* functions; // of all of them
} AllNamesakes;

typedef struct {
   uint32_t name, side, rank, f;
} Left;

static int by_name(const void* x, const void* y)
{
   const Left *a = x, *b = y;
   int sign = compare_numbers(a->name, b->name);
   if (!sign) sign = compare_numbers(a->side, b->side);
   return sign ? sign : compare_numbers(a->rank, b->rank);
}

// All functions that are left, by name, and those of a name by side and rank.
static Left* functions_left(const FunctionTable* t, const Match* m, uint32_t* n)
{
   uint32_t* ranks = function_table_ranks(t);
   Left* left = host_alloc("rename_advice.left", (t->functions.n + (size_t)1) * sizeof *left);
   *n = 0;
   for (uint32_t f = 0; f < t->functions.n; f++)
      if (m->left[f]) left[(*n)++] = (Left){function_table_name(t, f), m->left[f], ranks[f], f};
   array_sort(left, *n, sizeof *left, by_name);
   host_free(ranks);
   return left;
}

static AllNamesakes namesakes(const FunctionTable* t, const Match* m)
{
   uint32_t n;
   Left* left = functions_left(t, m, &n);
   AllNamesakes all = {
      .list = host_alloc("rename_advice.namesakes", (n + (size_t)1) * sizeof *all.list),
      .functions =
         host_alloc("rename_advice.functions", (n + (size_t)1) * sizeof *all.functions)};
   for (uint32_t i = 0, end; i < n; i = end) {
      uint32_t n_before = 0;
      for (end = i; end < n && left[end].name == left[i].name; end++) {
         all.functions[end] = left[end].f;
         n_before += left[end].side == IN_BEFORE;
      }
      if (!n_before || n_before == end - i) continue;
      all.list[all.n++] = (Namesakes){all.functions + i, all.functions + i + n_before, n_before,
                                      end - i - n_before};
   }
   host_free(left);
   return all;
}

static void namesakes_clear(AllNamesakes* all)
{
   host_free(all->list);
   host_free(all->functions);
}

// How many functions are listed twice.
static uint32_t count_doubled(const AllNamesakes* all)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < all->n; i++)
      n += all->list[i].n_before < all->list[i].n_after ? all->list[i].n_before
                                                        : all->list[i].n_after;
   return n;
}

// Whether a function is one that each program has, so that it says nothing about two.
static bool is_of_each_program(const char* name)
{
   static const char* const names[] = {"main",
                                       "(below main)",
                                       "_start",
                                       "_init",
                                       "_fini",
                                       "frame_dummy",
                                       "deregister_tm_clones",
                                       "register_tm_clones",
                                       "__do_global_dtors_aux"};
   const size_t n = strcspn(name, "'");
   for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (strlen(names[i]) == n && memcmp(names[i], name, n) == 0) return true;
   return n > 2 && memcmp(name, "0x", 2) == 0 && strspn(name + 2, "0123456789abcdef") == n - 2;
}

static bool is_seen(const FunctionTable* t, const Namesakes* of, const bool* is_listed)
{
   bool is = false;
   for (uint32_t i = 0; i < of->n_before; i++) is |= is_listed[of->before[i]];
   for (uint32_t i = 0; i < of->n_after; i++) is |= is_listed[of->after[i]];
   return is && !is_of_each_program(function_table_names(t, of->before[0]).name);
}

// ----------------------------------------------------------------------------------------- renamings

typedef struct {
   const char *old, *new;
   const char* text; // both, with a blank between them
   uint32_t votes;
} Renaming;

// The last part of a path; "" if it is not known.
static const char* last_part(const char* path)
{
   const char* slash = strrchr(path, '/');
   return strcmp(path, "???") == 0 ? "" : slash ? slash + 1 : path;
}

// Where the ending of a name begins, ".c", or its end: there must be more in front of it than dots.
static size_t ending_at(const char* name)
{
   const size_t n = strlen(name);
   const char* dot = strrchr(name, '.');
   return dot && dot > name && dot[-1] != '.' && dot[1] ? (size_t)(dot - name) : n;
}

// How many bytes the last folders have that two paths have in common, with the last part: from the first slash on that is in both.
static size_t common_end(const char* x, const char* y)
{
   const size_t x_B = strlen(x), y_B = strlen(y);
   size_t n = 1;
   if (!x_B || !y_B || x[x_B - 1] != y[y_B - 1]) return 0;
   while (n < x_B && n < y_B && x[x_B - n - 1] == y[y_B - n - 1]) n++;
   const char* slash = strchr(x + x_B - n, '/');
   return slash ? strlen(slash + 1) : 0;
}

// Sets old and new text that make two paths alike; false: they are.
static bool renaming_of(const char* before, const char* after, Renaming* r)
{
   const char *x = last_part(before), *y = last_part(after);
   size_t x_B, y_B;
   if (strcmp(x, y) != 0) {
      x_B = ending_at(x);
      y_B = ending_at(y);
      if (strcmp(x + x_B, y + y_B) != 0) {
         x_B = strlen(x);
         y_B = strlen(y);
      }
   } else {
      const size_t common = common_end(before, after);
      x = before;
      y = after;
      x_B = strlen(x) - common;
      y_B = strlen(y) > common ? strlen(y) - common : 0;
   }
   x = kept_copy(x, x_B);
   y = kept_copy(y, y_B);
   // what is replaced must not be in the other one, as both sides are read so
   const bool is_y_old = !strstr(x, y);
   r->old = is_y_old ? y : x;
   r->new = is_y_old ? x : y;
   return strcmp(x, y) != 0 && *r->old && !strchr(r->old, '=');
}

typedef struct {
   Strings texts;
   Renaming* list; // by number of its text
   uint32_t room;
} Votes;

static void vote(Votes* v, const char* before, const char* after)
{
   Renaming r;
   if (!renaming_of(before, after, &r)) return;
   const char* text = kept("%s %s", r.old, r.new);
   const uint32_t n = v->texts.n, number = strings_number(&v->texts, text, strlen(text));
   if (number == n) {
      v->list = array_grown("rename_advice.votes", v->list, n, &v->room, sizeof *v->list);
      v->list[n] = (Renaming){r.old, r.new, text, 0};
   }
   v->list[number].votes++;
}

static void vote_of(Votes* v, const FunctionTable* t, const Namesakes* of)
{
   for (uint32_t i = 0; i < of->n_before && i < NAMESAKES_MAX; i++)
      for (uint32_t k = 0; k < of->n_after && k < NAMESAKES_MAX; k++) {
         const FunctionNames x = function_table_names(t, of->before[i]),
                             y = function_table_names(t, of->after[k]);
         vote(v, x.module, y.module);
         vote(v, x.file, y.file);
      }
}

static int by_votes(const void* x, const void* y)
{
   const Renaming *a = x, *b = y;
   int sign = compare_numbers(b->votes, a->votes);
   if (!sign) sign = compare_numbers(strlen(a->text), strlen(b->text));
   return sign ? sign : strcmp(a->text, b->text);
}

// ------------------------------------------------------------------------------------------- what helps

const char* with_replaced(const char* text, const char* from, const char* to)
{
   const char* at = strstr(text, from);
   if (!at) return text;
   Built b = {0};
   const size_t from_B = strlen(from);
   for (; at; text = at + from_B, at = strstr(text, from)) {
      built_bytes(&b, text, (size_t)(at - text));
      built_add(&b, to);
   }
   built_add(&b, text);
   return built_kept(&b);
}

// How many functions are listed twice with a renaming.
static uint32_t doubled_with(const FunctionTable* t, const Renaming* r)
{
   FunctionTable renamed;
   function_table_init(&renamed);
   for (uint32_t f = 0; f < t->functions.n; f++) {
      const FunctionNames is = function_table_names(t, f);
      const FunctionNames names = {with_replaced(is.module, r->old, r->new),
                                   with_replaced(is.file, r->old, r->new),
                                   with_replaced(is.name, r->old, r->new)};
      for (int side = 0; side < SIDES; side++)
         if (function_table_sides(t, f) & 1U << side) function_table_add(&renamed, side, names);
   }
   Match m = match_functions(&renamed);
   AllNamesakes all = namesakes(&renamed, &m);
   const uint32_t n = count_doubled(&all);
   namesakes_clear(&all);
   match_clear(&m);
   function_table_clear(&renamed);
   return n;
}

bool rename_advice(const FunctionTable* t, const Match* m, const bool* is_listed,
                   RenameAdvice* advice)
{
   AllNamesakes all = namesakes(t, m);
   Votes v = {.texts.arena.what = "rename_advice.texts"};
   uint32_t n_seen = 0;
   for (uint32_t i = 0; i < all.n; i++) {
      if (!is_seen(t, &all.list[i], is_listed)) continue;
      n_seen++;
      vote_of(&v, t, &all.list[i]);
   }
   uint32_t least = count_doubled(&all);
   *advice = (RenameAdvice){.n_functions = least};
   if (v.texts.n) array_sort(v.list, v.texts.n, sizeof *v.list, by_votes);
   for (uint32_t i = 0; i < v.texts.n && i < CANDIDATES_MAX; i++) {
      const uint32_t n = doubled_with(t, &v.list[i]);
      if (n >= least) continue;
      least = n;
      advice->old = v.list[i].old;
      advice->new = v.list[i].new;
   }
   host_free(v.list);
   strings_clear(&v.texts);
   namesakes_clear(&all);
   return n_seen != 0;
}
