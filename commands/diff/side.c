// SPDX-License-Identifier: GPL-3.0-or-later
// One of two profiles; see side.h.
#include "commands/diff/side.h"

#include <string.h>

#include "commands/files/input.h"
#include "commands/profile/call_graph.h"
#include "commands/profile/reader.h"
#include "commands/profile/rename_advice.h"
#include "commands/text/kept.h"
#include "commands/text/paths.h"

// What is needed while a side is made.
typedef struct {
   DiffSide* side;
   int which;
   FunctionTable* table;
   const char** names; // by string of the profile, as renamed
   uint32_t* number; // by function, its number in the table; STRINGS_NONE: it is not there yet
   uint64_t* own;
   CallGraph graph;
} Reading;

static void read_profile(DiffSide* side, const char* file)
{
   Input in;
   input_open(&in, file);
   side->p = profile_new();
   side->p->joins_levels = side->p->joins_lines = true;
   profile_read(side->p, &in, NULL, NULL);
   input_close(&in);
}

static const char* renamed(const char* text, const Renaming* how)
{
   text = without_start(text, how->strip.texts, how->strip.n);
   for (size_t i = 0; i < how->rename.n; i++) {
      const char* old = how->rename.texts[i];
      const size_t n = strcspn(old, "=");
      text = with_replaced(text, kept_copy(old, n), old + n + 1);
   }
   return text;
}

static void rename_all(Reading* r, const Renaming* how)
{
   const Strings* strings = &r->side->p->strings;
   r->names = host_alloc("diff.names", (strings->n + (size_t)1) * sizeof *r->names);
   for (uint32_t i = 0; i < strings->n; i++) r->names[i] = renamed(strings->text[i], how);
}

// The number of a function of the profile in the table, where it is from now on.
static uint32_t number_of(Reading* r, uint32_t f)
{
   if (r->number[f] == STRINGS_NONE) {
      const ProfileFunction* is = &r->side->p->functions[f];
      const FunctionNames names = {r->names[is->module], r->names[is->file],
                                   r->names[is->name]};
      r->number[f] = function_table_add(r->table, r->which, names);
   }
   return r->number[f];
}

// Functions that are there: others are only called.
static void add_functions(Reading* r)
{
   const Profile* p = r->side->p;
   const uint32_t n = profile_events(p);
   rows_init(&r->side->functions, 1, 2 * n);
   for (uint32_t f = 0; f < p->n_functions; f++) {
      const uint64_t* own = r->own + (size_t)f * n;
      bool costs = p->is_defined[f];
      for (uint32_t e = 0; e < n; e++) costs |= own[e] != 0;
      if (!costs) continue;
      uint64_t* to = rows_at(&r->side->functions, (uint64_t[]){number_of(r, f)});
      profile_add_figures(to, own, n, NULL);
      profile_add_figures(to + n, r->graph.inclusive + (size_t)f * n, n, NULL);
   }
}

// The costs of calls within a cycle say nothing.
static void add_calls(Reading* r)
{
   const CallGraph* g = &r->graph;
   rows_init(&r->side->calls, ARC_KEYS, g->arcs.n_figures);
   for (uint32_t row = 0; row < g->arcs.n; row++) {
      const uint32_t caller = (uint32_t)rows_keys(&g->arcs, row)[ARC_CALLER],
                     callee = (uint32_t)rows_keys(&g->arcs, row)[ARC_CALLEE];
      uint64_t* to =
         rows_at(&r->side->calls, (uint64_t[]){number_of(r, caller), number_of(r, callee)});
      profile_add_figures(to, rows_figures(&g->arcs, row),
                          within_cycle(g, caller, callee) ? 1 : g->arcs.n_figures, NULL);
   }
}

void side_read(DiffSide* side, const char* file, int which, FunctionTable* table,
               const Renaming* renaming)
{
   read_profile(side, file);
   const Profile* p = side->p;
   Reading r = {.side = side, .which = which, .table = table, .own = profile_own_costs(p)};
   side->events = events_of(p);
   r.graph = call_graph(p, r.own);
   side->total = profile_program_costs(p);
   rename_all(&r, renaming);
   r.number = host_alloc("diff.numbers", (p->n_functions + (size_t)1) * sizeof *r.number);
   for (uint32_t f = 0; f < p->n_functions; f++) r.number[f] = STRINGS_NONE;
   add_functions(&r);
   add_calls(&r);
   host_free(r.names);
   host_free(r.number);
   host_free(r.own);
   call_graph_clear(&r.graph);
}

void side_clear(DiffSide* side)
{
   profile_free(side->p);
   host_free(side->total);
   rows_clear(&side->functions);
   rows_clear(&side->calls);
   *side = (DiffSide){0};
}
