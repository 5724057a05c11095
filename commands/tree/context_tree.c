// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/tree/context_tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

ContextTree* context_tree_new(void)
{
   ContextTree* t = host_zalloc("tree", sizeof *t);
   t->arena.what = t->names.arena.what = t->commands.arena.what = "tree.texts";
   rows_init(&t->function_index, 3, 1);
   rows_init(&t->nodes, NODE_KEYS, NODE_COSTS);
   return t;
}

void context_tree_free(ContextTree* t)
{
   if (!t) return;
   host_free(t->events);
   host_free(t->functions);
   host_free(t->activities);
   host_free(t->formulas);
   rows_clear(&t->function_index);
   rows_clear(&t->nodes);
   strings_clear(&t->names);
   strings_clear(&t->commands);
   arena_clear(&t->arena);
   host_free(t);
}

// -------------------------------------------------------------------------------------------- parts

TreeEvent* context_tree_event(const ContextTree* t, const char* name, size_t length_B)
{
   for (uint32_t e = 0; e < t->n_events; e++)
      if (strncmp(t->events[e].name, name, length_B) == 0 && !t->events[e].name[length_B])
         return &t->events[e];
   return NULL;
}

static TreeEvent* new_event(ContextTree* t, const char* name, size_t length_B)
{
   char* copy = arena_alloc(&t->arena, length_B + 1);
   memcpy(copy, name, length_B);
   t->events =
      array_grown("tree.events", t->events, t->n_events, &t->room_events, sizeof *t->events);
   TreeEvent* event = &t->events[t->n_events++];
   *event = (TreeEvent){.name = copy, .column = t->n_columns++};
   rows_widen(&t->nodes, NODE_COSTS + t->n_columns);
   return event;
}

TreeEvent* context_tree_add_event(ContextTree* t, const char* name, size_t length_B)
{
   TreeEvent* known = context_tree_event(t, name, length_B);
   return known ? known : new_event(t, name, length_B);
}

uint32_t context_tree_function(ContextTree* t, const char* name, uint32_t file, uint32_t module,
                               uint64_t line, uint64_t address)
{
   const uint32_t number = strings_number(&t->names, name, strlen(name));
   uint64_t* known = rows_at(&t->function_index, (uint64_t[]){module, file, number});
   if (!*known) {
      t->functions = array_grown("tree.functions", t->functions, t->n_functions,
                                 &t->room_functions, sizeof *t->functions);
      t->functions[t->n_functions++] = (TreeFunction){
         t->names.text[number], t->names.text[file], t->names.text[module], 0, 0};
      *known = t->n_functions;
   }
   TreeFunction* f = &t->functions[*known - 1];
   if (!f->line) f->line = line;
   if (!f->address) f->address = address;
   return (uint32_t)(*known - 1);
}

uint32_t context_tree_activity(ContextTree* t, uint32_t thread, uint32_t signal)
{
   for (uint32_t a = 0; a < t->n_activities; a++)
      if (t->activities[a].thread == thread && t->activities[a].signal == signal) return a;
   t->activities = array_grown("tree.activities", t->activities, t->n_activities,
                               &t->room_activities, sizeof *t->activities);
   t->activities[t->n_activities] = (TreeActivity){thread, signal};
   return t->n_activities++;
}

uint32_t context_tree_node(ContextTree* t, uint32_t parent, uint64_t frame)
{
   return rows_number(&t->nodes, (uint64_t[]){parent, frame}) + 1;
}

const char* tree_activity_name(const TreeActivity* a)
{
   return a->signal ? kept("thread %u, signal %u", a->thread, a->signal)
                    : kept("thread %u", a->thread);
}

// --------------------------------------------------------------------------------------------- sums

typedef struct {
   const TreeEvent* event;
   uint64_t factor;
} Term;

// The next term of a sum, "12 CyL2" or "CyBase", and what follows it; NULL: it is something else, or has an event that there is not.
static const char* read_term(const ContextTree* t, const char* s, Term* term)
{
   enum { DIGITS_MAX = 9 };
   s += strspn(s, " \t");
   const size_t digits = strspn(s, "0123456789");
   if (digits > DIGITS_MAX || (digits && s[digits] != ' ' && s[digits] != '\t')) return NULL;
   term->factor = digits ? strtoul(s, NULL, 10) : 1;
   s += digits;
   s += strspn(s, " \t");
   const size_t name =
      strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
   term->event = name ? context_tree_event(t, s, name) : NULL;
   s += name;
   s += strspn(s, " \t");
   return term->event && (!*s || *s == '+') ? s : NULL;
}

__attribute__((noreturn)) static void fail_sum(const char* event)
{
   fail("the sum of %s is too large: 2^63 or more", quoted(event));
}

// Adds the costs of a term to the newest event, of all nodes.
static void add_term(ContextTree* t, const Term* term, uint32_t to, const char* name)
{
   for (uint32_t row = 0; row < t->nodes.n; row++) {
      uint64_t* costs = rows_figures(&t->nodes, row) + NODE_COSTS;
      uint64_t cost;
      if (__builtin_mul_overflow(costs[term->event->column], term->factor, &cost)
          || __builtin_add_overflow(costs[to], cost, &costs[to]) || costs[to] > INT64_MAX)
         fail_sum(name);
   }
}

// An event by a formula, as the first one.
static void add_sum(ContextTree* t, const TreeFormula* formula)
{
   Term term;
   if (context_tree_event(t, formula->name, strlen(formula->name))) return;
   for (const char* s = formula->sum;; s++)
      if (!(s = read_term(t, s, &term)))
         return;
      else if (!*s)
         break;
   TreeEvent sum = *new_event(t, formula->name, strlen(formula->name));
   sum.title = formula->title;
   t->n_events--; // its place is the first one; terms are looked up without it
   for (const char* s = formula->sum; (s = read_term(t, s, &term)); s++) {
      add_term(t, &term, sum.column, sum.name);
      uint64_t total;
      if (__builtin_mul_overflow(term.event->total, term.factor, &total)
          || __builtin_add_overflow(sum.total, total, &sum.total) || sum.total > INT64_MAX)
         fail_sum(sum.name);
      if (!*s) break;
   }
   memmove(t->events + 1, t->events, t->n_events * sizeof *t->events);
   t->events[0] = sum;
   t->n_events++;
}

void context_tree_add_sums(ContextTree* t)
{
   for (uint32_t i = 0; i < t->n_formulas; i++) add_sum(t, &t->formulas[i]);
}

// -------------------------------------------------------------------------------------- other trees

// The nodes at the places that they have elsewhere: place[n] is that of node n.
typedef struct {
   Rows nodes;
   uint32_t* place;
} Moved;

static Moved moved(const ContextTree* t)
{
   Moved m = {.place = host_alloc("tree.place", (t->nodes.n + (size_t)1) * sizeof *m.place)};
   rows_init(&m.nodes, NODE_KEYS, t->nodes.n_figures);
   m.place[0] = 0;
   return m;
}

// Node n as a child of this one, with all that it has.
static void move_node(Moved* m, const ContextTree* t, uint32_t n, uint32_t parent)
{
   const uint32_t row = rows_number(&m->nodes, (uint64_t[]){parent, tree_frame(t, n)});
   const uint64_t* from = rows_figures(&t->nodes, n - 1);
   uint64_t* to = rows_figures(&m->nodes, row);
   for (uint32_t i = 0; i < m->nodes.n_figures; i++) to[i] += from[i];
   m->place[n] = row + 1;
}

static void take_over(ContextTree* t, Moved* m)
{
   rows_clear(&t->nodes);
   t->nodes = m->nodes;
   host_free(m->place);
}

void context_tree_join_activities(ContextTree* t)
{
   Moved m = moved(t);
   for (uint32_t n = 1; n <= t->nodes.n; n++) {
      if (tree_frame(t, n) >= TREE_ACTIVITY)
         m.place[n] = 0;
      else
         move_node(&m, t, n, m.place[rows_keys(&t->nodes, n - 1)[NODE_PARENT]]);
   }
   t->n_activities = 0;
   take_over(t, &m);
}

bool context_tree_root_at(ContextTree* t, const char* name)
{
   bool is_there = false;
   for (uint32_t f = 0; f < t->n_functions; f++)
      is_there |= strcmp(t->functions[f].name, name) == 0;
   if (!is_there) return false;
   Moved m = moved(t);
   uint32_t* activity =
      host_zalloc("tree.activity", (t->nodes.n + (size_t)1) * sizeof *activity);
   for (uint32_t n = 1; n <= t->nodes.n; n++) {
      const uint64_t frame = tree_frame(t, n),
                     parent = rows_keys(&t->nodes, n - 1)[NODE_PARENT];
      const bool is_root = frame < TREE_ACTIVITY && strcmp(t->functions[frame].name, name) == 0;
      move_node(&m, t, n, is_root ? activity[parent] : m.place[parent]);
      activity[n] = frame >= TREE_ACTIVITY ? m.place[n] : activity[parent];
   }
   host_free(activity);
   take_over(t, &m);
   return true;
}

// --------------------------------------------------------------------------------------------- walks

TreeWalk tree_walk(const ContextTree* t)
{
   const size_t n = t->nodes.n + (size_t)1;
   TreeWalk w = {.t = t,
                 .first = host_zalloc("tree.first", n * sizeof *w.first),
                 .next = host_zalloc("tree.next", n * sizeof *w.next)};
   for (uint32_t node = t->nodes.n; node > 0; node--) {
      const uint64_t parent = rows_keys(&t->nodes, node - 1)[NODE_PARENT];
      w.next[node] = w.first[parent];
      w.first[parent] = node;
   }
   return w;
}

bool tree_walk_next(TreeWalk* w)
{
   uint32_t to = w->first[w->node];
   if (to) {
      w->open = array_grown("tree.open", w->open, w->depth, &w->room, sizeof *w->open);
      w->depth++;
   } else {
      while (w->depth && !(to = w->next[w->node]))
         w->node = --w->depth ? w->open[w->depth - 1] : 0;
      if (!to) return false;
   }
   w->open[w->depth - 1] = w->node = to;
   return true;
}

void tree_walk_end(TreeWalk* w)
{
   host_free(w->first);
   host_free(w->next);
   host_free(w->open);
}
