// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/tree/tree_reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/begins.h"
#include "commands/files/lines.h"
#include "commands/text/built.h"
#include "commands/text/escapes.h"
#include "commands/text/level_names.h"
#include "commands/text/message.h"

enum {
   DEPTH_MAX = 1000, // of --context-tree-depth; a stack of each node is as long as its depth
   EVENTS_MAX = 1000,
   DIGITS_MAX = 19,      // of a cost
   DIGITS_ANY = 1 << 20, // of numbers that are looked up, which may be any
   COSTS_OF_B = 16,      // nodes times events, of each byte of a file, but for so few
   COSTS_FEW = 2000000
};

static const char deeper[] = "[deeper calls]";

typedef enum { TABLE_FUNCTION, TABLE_FILE, TABLE_OBJECT } TableKind;

// A file that is read.
typedef struct {
   ContextTree* t;
   Lines lines;
   const uint32_t* threads; // that are wanted
   uint32_t n_threads;      // 0: all are
   bool has_version, is_complete;
   uint32_t depth; // that the file says; 0: it does not
   // by number in the file, from 1
   uint32_t* node; // in the tree; UINT32_MAX: not wanted
   uint32_t* level;
   uint32_t n_nodes, room_nodes, room_levels;
   Rows
      tables; // kind and number in the file: number of a function, or of names of a file (and its object), and 1
   uint64_t deeper; // the function that stands for deeper calls, and 1; 0: not used yet
   // its events
   const char** names; // as the file has them
   uint32_t* columns;  // in the tree
   uint64_t* sums;     // of all nodes of the file
   uint32_t n_events;
   // lines "event:", whose names are known with events:
   const char** titles;
   uint32_t n_titles, room_titles;
} TreeFile;

static char* copy_of(TreeFile* f, const char* text, const char* end)
{
   char* copy = arena_alloc(&f->t->arena, (size_t)(end - text) + 1);
   memcpy(copy, text, (size_t)(end - text));
   return copy;
}

static char* unescaped_copy(TreeFile* f, const char* text)
{
   char* copy = copy_of(f, text, lines_end(&f->lines));
   unescape(copy);
   return copy;
}

// A decimal number of so many digits at most, and what follows it; NULL: there is none.  What has no room in 64 bits is the greatest
// number.
static const char* read_number(const char* s, int digits_max, uint64_t* number)
{
   const char* first = s;
   uint64_t n = 0;
   for (; *s >= '0' && *s <= '9'; s++) {
      if (s - first == digits_max) return NULL;
      if (__builtin_mul_overflow(n, 10, &n)
          || __builtin_add_overflow(n, (uint64_t)(*s - '0'), &n))
         n = UINT64_MAX / 10;
   }
   *number = n;
   return s == first ? NULL : s;
}

// The numbers of a line behind its first word, with a blank before each; what follows them, or NULL.
static const char* read_numbers(const char* s, int digits_max, uint64_t* numbers, int n)
{
   for (int i = 0; i < n && s; i++)
      s = *s == ' ' ? read_number(s + 1, digits_max, &numbers[i]) : NULL;
   return s;
}

// ------------------------------------------------------------------------------------------ header

// The event that a title is about, of those of the file.
static TreeEvent* event_of(TreeFile* f, const char* name, size_t length_B)
{
   for (uint32_t i = 0; i < f->n_events; i++)
      if (strncmp(f->names[i], name, length_B) == 0 && !f->names[i][length_B])
         for (uint32_t e = 0; e < f->t->n_events; e++)
            if (f->t->events[e].column == f->columns[i]) return &f->t->events[e];
   return NULL;
}

// Whether a text ends like this, behind what is no letter.
static bool ends_with(const char* text, const char* end)
{
   const size_t n = strlen(text), m = strlen(end);
   return n >= m && strcmp(text + n - m, end) == 0
          && (n == m
              || !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_",
                         text[n - m - 1]));
}

static const char* unit_of(const char* title)
{
   if (ends_with(title, "ms)")) return "milliseconds";
   if (ends_with(title, "us)")) return "microseconds";
   if (ends_with(title, "ns)")) return "nanoseconds";
   return strstr(title, "bytes") ? "bytes" : NULL;
}

// "sysTime : sysTime (elapsed ms)"
static void note_title(TreeFile* f, const char* text)
{
   const char* colon = strstr(text, " : ");
   TreeEvent* event = event_of(f, text, (size_t)(colon - text));
   if (!event) return;
   event->title = colon + 3;
   event->unit = unit_of(event->title);
}

static void check_columns(TreeFile* f)
{
   const uint64_t costs = (uint64_t)f->t->nodes.n * f->t->n_columns;
   if (costs > COSTS_FEW && costs > COSTS_OF_B * (f->t->bytes + f->lines.in->size_B))
      lines_fail(&f->lines,
                 "%u nodes with %u events need too much memory: at most %lu costs can be read "
                 "of files of this size",
                 f->t->nodes.n, f->t->n_columns,
                 COSTS_OF_B * (f->t->bytes + f->lines.in->size_B));
}

static void read_events(TreeFile* f, const char* value)
{
   const char* end = lines_end(&f->lines);
   if (!f->has_version) lines_fail(&f->lines, "the version: line must come first");
   if (f->names) lines_fail(&f->lines, "a file has one events: line");
   f->names = arena_alloc(&f->t->arena, (EVENTS_MAX + 1) * sizeof *f->names);
   f->columns = arena_alloc(&f->t->arena, EVENTS_MAX * sizeof *f->columns);
   f->sums = arena_alloc(&f->t->arena, EVENTS_MAX * sizeof *f->sums);
   while (value < end) {
      while (*value == ' ' || *value == '\t') value++;
      const char* word = value;
      while (value < end && *value != ' ' && *value != '\t') value++;
      if (word == value) break;
      if (f->n_events == EVENTS_MAX)
         lines_fail(&f->lines, "there are more than %d events", EVENTS_MAX);
      f->names[f->n_events++] = copy_of(f, word, value);
   }
   const bool has_three = level_names_have_three(f->names, f->n_events);
   for (uint32_t i = 0; i < f->n_events; i++) {
      const char* name = level_name(f->names[i], has_three);
      for (uint32_t k = 0; k < i; k++)
         if (strcmp(f->names[i], f->names[k]) == 0)
            lines_fail(&f->lines, "the event %s is listed twice", quoted(f->names[i]));
      for (uint32_t k = 0; k < f->n_events; k++)
         if (strcmp(name, f->names[k]) == 0) name = f->names[i]; // the file has both names
      f->columns[i] = context_tree_add_event(f->t, name, strlen(name))->column;
      check_columns(f);
   }
   for (uint32_t i = 0; i < f->n_titles; i++) note_title(f, f->titles[i]);
}

// "CEst = CyBase + 12 CyL2 : Estimated cycles"; false: it is no formula.
static bool read_formula(TreeFile* f, char* text)
{
   char* equals = strstr(text, " = ");
   char* colon = equals ? strchr(equals, ':') : NULL;
   if (!colon || colon - equals < 4 || colon[-1] != ' ' || colon[1] != ' '
       || strcspn(text, " ") != (size_t)(equals - text))
      return false;
   *equals = colon[-1] = '\0';
   const TreeFormula formula = {text, equals + 3, colon + 2, 1};
   ContextTree* t = f->t;
   for (uint32_t i = 0; i < t->n_formulas; i++) {
      TreeFormula* known = &t->formulas[i];
      if (strcmp(known->name, formula.name) == 0 && strcmp(known->sum, formula.sum) == 0
          && strcmp(known->title, formula.title) == 0) {
         known->files++;
         return true;
      }
   }
   t->formulas = array_grown("tree.formulas", t->formulas, t->n_formulas, &t->room_formulas,
                             sizeof *t->formulas);
   t->formulas[t->n_formulas++] = formula;
   return true;
}

static void read_event(TreeFile* f, const char* value)
{
   char* text = copy_of(f, value, lines_end(&f->lines));
   if (read_formula(f, text)) return;
   const char* colon = strstr(text, " : ");
   if (!colon || strcspn(text, " ") != (size_t)(colon - text)) return;
   f->titles =
      array_grown("tree.titles", f->titles, f->n_titles, &f->room_titles, sizeof *f->titles);
   f->titles[f->n_titles++] = text;
}

static void read_depth(TreeFile* f, const char* value)
{
   uint64_t depth = 0;
   const char* end = read_number(value, 4, &depth);
   if (!end || *end != '\n' || *value == '0' || depth > DEPTH_MAX)
      lines_fail(&f->lines, "the depth %s is no number from 1 to %d",
                 quoted(copy_of(f, value, lines_end(&f->lines))), DEPTH_MAX);
   if (f->n_nodes) lines_fail(&f->lines, "the depth must come before the nodes");
   f->depth = (uint32_t)depth;
}

// When the program began, and for how long it ran.
static void read_time(TreeFile* f, const char* value)
{
   uint64_t begin, lasts;
   value = read_number(value, 18, &begin);
   if (!value || *value != ' ' || !(value = read_number(value + 1, 18, &lasts))
       || *value != '\n')
      return;
   if (!f->t->time_ns || begin < f->t->time_ns) f->t->time_ns = begin;
   if (begin + lasts > f->t->end_ns) f->t->end_ns = begin + lasts;
}

// The totals must be the sum of the nodes.
static void read_totals(TreeFile* f, const char* value)
{
   Built sum = {0};
   uint32_t n = f->n_events;
   while (n > 1 && !f->sums[n - 1]) n--;
   for (uint32_t i = 0; i < n; i++) built_format(&sum, "%s%lu", i ? " " : "", f->sums[i]);
   const char *text = n ? built_kept(&sum) : "0", *end = lines_end(&f->lines);
   if (strlen(text) != (size_t)(end - value) || memcmp(text, value, (size_t)(end - value)) != 0)
      lines_fail(&f->lines, "the totals are not the sum of the nodes, '%s'", text);
   f->is_complete = true;
}

// A line "KEY: VALUE"; false: it is none.
static bool read_header_line(TreeFile* f)
{
   const char* line = f->lines.line;
   size_t n = 0;
   while (line[n] >= 'a' && line[n] <= 'z') n++;
   if (!n || line[n] != ':' || (line[n + 1] != ' ' && line[n + 1] != '\n')) return false;
   const char* value = line[n + 1] == ' ' ? line + n + 2 : line + n + 1;
   const char* key = copy_of(f, line, line + n);
   if (strcmp(key, "version") == 0) {
      if (value[0] != '1' || value[1] != '\n')
         lines_fail(&f->lines, "this is version %s of the format, only 1 is known",
                    quoted(copy_of(f, value, lines_end(&f->lines))));
      f->has_version = true;
   } else if (strcmp(key, "depth") == 0) {
      read_depth(f, value);
   } else if (strcmp(key, "cmd") == 0) {
      const char* command = unescaped_copy(f, value);
      strings_number(&f->t->commands, command, strlen(command));
   } else if (strcmp(key, "event") == 0) {
      read_event(f, value);
   } else if (strcmp(key, "events") == 0) {
      read_events(f, value);
   } else if (strcmp(key, "time") == 0) {
      read_time(f, value);
   } else if (strcmp(key, "totals") == 0) {
      read_totals(f, value);
   }
   return true;
}

// ------------------------------------------------------------------------------------------- tables

static void set_entry(TreeFile* f, TableKind kind, uint64_t number, uint64_t value)
{
   *rows_at(&f->tables, (uint64_t[]){kind, number, 0}) = value + 1;
}

// An entry of a table, which must be there.
static uint32_t entry(TreeFile* f, TableKind kind, uint64_t number, const char* what)
{
   const uint32_t row = rows_find(&f->tables, (uint64_t[]){kind, number, 0});
   if (row == UINT32_MAX)
      lines_fail(&f->lines, "there is no %s %lu before this line", what, number);
   return (uint32_t)(*rows_figures(&f->tables, row) - 1);
}

// fn NUMBER FILE LINE 0xADDRESS NAME, file NUMBER OBJECT NAME, object NUMBER NAME; false: it is none of these.
static bool read_table_line(TreeFile* f)
{
   enum { HEX_MAX = 16, LINE_DIGITS_MAX = 10 };
   uint64_t n[2], line;
   const char* s = f->lines.line;
   if (begins_with(s, "fn ")) {
      s = read_numbers(s + 2, DIGITS_ANY, n, 2);
      s = s ? read_numbers(s, LINE_DIGITS_MAX, &line, 1) : NULL;
      if (!s || !begins_with(s, " 0x")) return false;
      const size_t digits = strspn(s + 3, "0123456789abcdef");
      if (!digits || digits > HEX_MAX || s[3 + digits] != ' ') return false;
      const uint32_t file = entry(f, TABLE_FILE, n[1], "file");
      // the object of a file is a further entry, by the file's name
      const uint64_t* names = rows_keys(&f->tables, file);
      set_entry(f, TABLE_FUNCTION, n[0],
                context_tree_function(f->t, unescaped_copy(f, s + 4 + digits),
                                      (uint32_t)names[1], (uint32_t)names[2], line,
                                      strtoull(s + 3, NULL, 16)));
   } else if (begins_with(s, "file ")) {
      if (!(s = read_numbers(s + 4, DIGITS_ANY, n, 2)) || *s != ' ') return false;
      const char* name = unescaped_copy(f, s + 1);
      const uint32_t module = entry(f, TABLE_OBJECT, n[1], "object");
      const uint32_t number = strings_number(&f->t->names, name, strlen(name));
      set_entry(f, TABLE_FILE, n[0],
                rows_number(&f->tables, (uint64_t[]){TABLE_OBJECT + 1, number, module}));
   } else if (begins_with(s, "object ")) {
      if (!(s = read_numbers(s + 6, DIGITS_ANY, n, 1)) || *s != ' ') return false;
      const char* name = unescaped_copy(f, s + 1);
      set_entry(f, TABLE_OBJECT, n[0], strings_number(&f->t->names, name, strlen(name)));
   } else {
      return false;
   }
   return true;
}

// -------------------------------------------------------------------------------------------- nodes

static void add_node(TreeFile* f, uint64_t number, uint32_t node, uint32_t level)
{
   if (number != (uint64_t)f->n_nodes + 1)
      lines_fail(&f->lines, "this is node %lu, but the last one was %u", number, f->n_nodes);
   f->node = array_grown("tree.node", f->node, f->n_nodes, &f->room_nodes, sizeof *f->node);
   f->level =
      array_grown("tree.level", f->level, f->n_nodes, &f->room_levels, sizeof *f->level);
   f->node[f->n_nodes] = node;
   f->level[f->n_nodes++] = level;
}

static bool is_wanted(const TreeFile* f, uint64_t thread)
{
   for (uint32_t i = 0; i < f->n_threads; i++)
      if (f->threads[i] == thread) return true;
   return !f->n_threads;
}

// root NUMBER THREAD SIGNAL; false: it is none.
static bool read_root(TreeFile* f)
{
   enum { THREAD_DIGITS_MAX = 9 };
   uint64_t number, of[2];
   const char* s = begins_with(f->lines.line, "root ")
                      ? read_numbers(f->lines.line + 4, DIGITS_ANY, &number, 1)
                      : NULL;
   if (!s || !(s = read_numbers(s, THREAD_DIGITS_MAX, of, 2)) || *s != '\n') return false;
   if (number == (uint64_t)f->n_nodes + 1 && !f->names)
      lines_fail(&f->lines, "the events: line must come first");
   uint32_t node = UINT32_MAX;
   if (is_wanted(f, of[0]))
      node = context_tree_node(
         f->t, 0,
         TREE_ACTIVITY | context_tree_activity(f->t, (uint32_t)of[0], (uint32_t)of[1]));
   add_node(f, number, node, 0);
   return true;
}

__attribute__((noreturn)) static void fail_sum(const char* event)
{
   fail("the sum of %s is too large: 2^63 or more", quoted(event));
}

// Adds costs as written, with a blank before each, to those of a node; NULL: to none.
static void add_costs(TreeFile* f, const char* s, uint64_t* costs)
{
   for (uint32_t i = 0; *s != '\n'; i++) {
      uint64_t cost;
      const char* digits = s + 1;
      if (i == f->n_events) lines_fail(&f->lines, "there are more costs than events");
      s = read_number(digits, DIGITS_MAX, &cost);
      if (!s || cost > INT64_MAX) lines_fail(&f->lines, "a cost is too large");
      if (*digits == '0' && s > digits + 1) lines_fail(&f->lines, "a cost begins with 0");
      if (__builtin_add_overflow(f->sums[i], cost, &f->sums[i])
          || (costs
              && __builtin_add_overflow(costs[f->columns[i]], cost, &costs[f->columns[i]])))
         fail_sum(f->names[i]);
   }
}

// Whether the rest of a line is costs: numbers with a blank before each.
static bool are_costs(const char* s)
{
   while (*s == ' ' && s[1] >= '0' && s[1] <= '9')
      for (s++; *s >= '0' && *s <= '9'; s++) {
      }
   return *s == '\n';
}

// The number is as it was written.
__attribute__((noreturn)) static void fail_parent(const TreeFile* f)
{
   const char* parent = strchr(f->lines.line + 5, ' ') + 1;
   lines_fail(&f->lines, "the node's parent %.*s does not come before it",
              (int)strcspn(parent, " \n"), parent);
}

// node NUMBER PARENT FUNCTION CALLS RECURSIONS COST...; false: it is none.
static bool read_node(TreeFile* f)
{
   enum { CHECKED_EACH = 1 << 12 }; // nodes
   uint64_t n[5];                   // the number of calls is not used
   const char* s = begins_with(f->lines.line, "node ")
                      ? read_numbers(f->lines.line + 4, DIGITS_ANY, n, 5)
                      : NULL;
   if (!s || !are_costs(s)) return false;
   const uint64_t parent = n[1];
   if (n[0] != (uint64_t)f->n_nodes + 1)
      lines_fail(&f->lines, "this is node %lu, but the last one was %u", n[0], f->n_nodes);
   if (!parent || parent > f->n_nodes) fail_parent(f);
   const uint32_t above = f->node[parent - 1], level = f->level[parent - 1] + 1;
   if (f->depth && level > f->depth + 1) // of [deeper calls]
      lines_fail(&f->lines, "this node is deeper than the file's depth, %u", f->depth);
   if (!n[2] && !f->deeper) {
      const uint32_t none = strings_number(&f->t->names, "", 0);
      f->deeper = context_tree_function(f->t, deeper, none, none, 0, 0) + 1;
   }
   const uint64_t frame = n[2] ? entry(f, TABLE_FUNCTION, n[2], "function") : f->deeper - 1;
   const bool counts = above != UINT32_MAX;
   const uint32_t node = counts ? context_tree_node(f->t, above, frame) : UINT32_MAX;
   uint64_t* figures = counts ? rows_figures(&f->t->nodes, node - 1) : NULL;
   if (counts) figures[NODE_RECURSIONS] += n[4];
   add_costs(f, s, counts ? figures + NODE_COSTS : NULL);
   add_node(f, n[0], node, level);
   if (f->n_nodes % CHECKED_EACH == 0) check_columns(f);
   return true;
}

// -------------------------------------------------------------------------------------------- files

static void read_lines(TreeFile* f)
{
   static const char first[] = "# xgrind context tree\n";
   if (!lines_next(&f->lines) || !begins_with(f->lines.line, first))
      lines_fail(&f->lines, "this is not a calling-context tree of xgrind --context-tree=yes");
   while (lines_next(&f->lines)) {
      if (f->is_complete) lines_fail(&f->lines, "something follows the totals");
      if (*f->lines.line != '\n' && !read_node(f) && !read_root(f) && !read_header_line(f)
          && !read_table_line(f))
         lines_fail(&f->lines, "this line does not belong in a calling-context tree");
   }
   if (!f->is_complete) lines_fail(&f->lines, "the file is truncated: it has no totals: line");
}

static void read_file(ContextTree* t, const char* name, const uint32_t* threads,
                      uint32_t n_threads)
{
   Input in;
   input_open(&in, name);
   TreeFile f = {.t = t, .lines = lines_of(&in), .threads = threads, .n_threads = n_threads};
   rows_init(&f.tables, 3, 1);
   read_lines(&f);
   t->bytes += in.size_B;
   rows_clear(&f.tables);
   host_free(f.node);
   host_free(f.level);
   host_free(f.titles);
   input_close(&in);
}

// The totals, of the nodes that are there: files may have threads that are left out.
static void add_totals(ContextTree* t)
{
   for (uint32_t row = 0; row < t->nodes.n; row++)
      for (uint32_t e = 0; e < t->n_events; e++) {
         TreeEvent* event = &t->events[e];
         if (__builtin_add_overflow(event->total, tree_cost(t, row + 1, event), &event->total)
             || event->total > INT64_MAX)
            fail_sum(event->name);
      }
}

void tree_read(ContextTree* t, const char* const* files, uint32_t n, const uint32_t* threads,
               uint32_t n_threads)
{
   for (uint32_t i = 0; i < n; i++) read_file(t, files[i], threads, n_threads);
   uint32_t kept = 0;
   for (uint32_t i = 0; i < t->n_formulas; i++)
      if (t->formulas[i].files == n) t->formulas[kept++] = t->formulas[i];
   t->n_formulas = kept;
   add_totals(t);
}
