// SPDX-License-Identifier: GPL-3.0-or-later
// Modules with new names; see matching.h.
#include <string.h>

#include "base/array.h"
#include "commands/profile/matching_state.h"
#include "commands/text/kept.h"

enum {
   SMALLER_MOST = 2, // a module's functions may be so many times those that it shares
   MODULES_OF_NAME =
      256, // a function that is in more modules of one side says nothing about them
};

// A function's name in a module.
typedef struct {
   uint32_t name, module;
} InModule;

// Names of functions in the modules that only one side has.
typedef struct {
   Rows seen;      // keys: name, module
   InModule* list; // by name
   uint32_t n;
} NamesOfSide;

// The module of the other side that shares most names of functions.
typedef struct {
   uint32_t module;
   uint32_t shared; // 0: none does
   bool is_tie;     // whether another one has as many
} Best;

typedef struct {
   uint8_t* sides;    // by module: those that have it, as bits
   uint32_t* n_names; // by module: names of functions
   Best* best;        // by module
} Modules;

static bool is_known(const Matching* s, uint32_t module)
{
   return *s->parts.text[module] && strcmp(s->parts.text[module], "???") != 0;
}

static int by_name(const void* a, const void* b)
{
   return compare_numbers(((const InModule*)a)->name, ((const InModule*)b)->name);
}

static NamesOfSide names_of_side(Matching* s, Modules* m, int side)
{
   NamesOfSide of = {0};
   rows_init(&of.seen, 2, 1);
   of.list = host_alloc("matching.names", (s->t->functions.n + (size_t)1) * sizeof *of.list);
   for (uint32_t f = 0; f < s->t->functions.n; f++) {
      const uint32_t module = matching_part(s, f, FUNCTION_MODULE),
                     name = function_table_name(s->t, f);
      if (!(function_table_sides(s->t, f) & 1U << side) || m->sides[module] != 1U << side)
         continue;
      uint64_t* times = rows_at(&of.seen, (uint64_t[]){name, module});
      if ((*times)++) continue;
      of.list[of.n++] = (InModule){name, module};
      m->n_names[module]++;
   }
   rows_clear(&of.seen);
   array_sort(of.list, of.n, sizeof *of.list, by_name);
   return of;
}

// How many entries from here on have the same name.
static uint32_t of_one_name(const NamesOfSide* of, uint32_t from)
{
   uint32_t to = from;
   while (to < of->n && of->list[to].name == of->list[from].name) to++;
   return to - from;
}

// How many names two modules share: keys are the modules.
static Rows shared_names(const NamesOfSide* x, const NamesOfSide* y)
{
   Rows shared;
   rows_init(&shared, 2, 1);
   for (uint32_t i = 0, k = 0; i < x->n && k < y->n;) {
      const uint32_t n_x = of_one_name(x, i), n_y = of_one_name(y, k);
      const bool is_same = x->list[i].name == y->list[k].name;
      if (is_same && n_x <= MODULES_OF_NAME && n_y <= MODULES_OF_NAME)
         for (uint32_t a = i; a < i + n_x; a++)
            for (uint32_t b = k; b < k + n_y; b++)
               ++*rows_at(&shared, (uint64_t[]){x->list[a].module, y->list[b].module});
      const bool is_less = x->list[i].name < y->list[k].name;
      if (is_same || is_less) i += n_x;
      if (is_same || !is_less) k += n_y;
   }
   return shared;
}

static void note(Best* best, uint32_t module, uint32_t shared)
{
   if (shared < best->shared) return;
   *best = (Best){module, shared, shared == best->shared};
}

static int by_name_before(const void* a, const void* b)
{
   return strcmp(((const RenamedModule*)a)->before, ((const RenamedModule*)b)->before);
}

// Notes that a module is another one now, if each is the best one for the other and they share enough.
static void add_renamed(Matching* s, const Modules* m, uint32_t before)
{
   const Best* best = &m->best[before];
   const uint32_t after = best->module;
   if (m->sides[before] != IN_BEFORE || !best->shared || best->is_tie) return;
   if (m->best[after].is_tie || m->best[after].module != before) return;
   const uint32_t n =
      m->n_names[before] < m->n_names[after] ? m->n_names[before] : m->n_names[after];
   if (SMALLER_MOST * (uint64_t)best->shared < n) return;
   s->was[after] = before;
   Match* match = s->m;
   match->modules = array_grown("matching.modules", match->modules, match->n_modules,
                                &match->room_modules, sizeof *match->modules);
   match->modules[match->n_modules++] =
      (RenamedModule){kept("%s", s->parts.text[before]), kept("%s", s->parts.text[after])};
}

void match_modules(Matching* s)
{
   const uint32_t n = s->parts.n;
   Modules m = {.sides = host_zalloc("matching.sides", n + (size_t)1),
                .n_names = host_zalloc("matching.n_names", (n + (size_t)1) * sizeof *m.n_names),
                .best = host_zalloc("matching.best", (n + (size_t)1) * sizeof *m.best)};
   for (uint32_t f = 0; f < s->t->functions.n; f++) {
      const uint32_t module = matching_part(s, f, FUNCTION_MODULE);
      if (is_known(s, module)) m.sides[module] |= (uint8_t)function_table_sides(s->t, f);
   }
   NamesOfSide before = names_of_side(s, &m, SIDE_BEFORE),
               after = names_of_side(s, &m, SIDE_AFTER);
   Rows shared = shared_names(&before, &after);
   for (uint32_t row = 0; row < shared.n; row++) {
      const uint64_t* modules = rows_keys(&shared, row);
      const uint32_t times = (uint32_t)*rows_figures(&shared, row);
      note(&m.best[modules[SIDE_BEFORE]], (uint32_t)modules[SIDE_AFTER], times);
      note(&m.best[modules[SIDE_AFTER]], (uint32_t)modules[SIDE_BEFORE], times);
   }
   for (uint32_t module = 0; module < n; module++) add_renamed(s, &m, module);
   if (s->m->n_modules)
      array_sort(s->m->modules, s->m->n_modules, sizeof *s->m->modules, by_name_before);
   rows_clear(&shared);
   host_free(before.list);
   host_free(after.list);
   host_free(m.sides);
   host_free(m.n_names);
   host_free(m.best);
}
