// SPDX-License-Identifier: GPL-3.0-or-later
// Columns that are shown unless the user names others; see columns.h.
#include <string.h>

#include "commands/profile/columns.h"
#include "commands/text/kept.h"

enum { OTHERS_RANK = 15 }; // of events that no other column has

// In the order of the output.  Of a level: keys with its name, or with that which events of use have, in place of "%s"; a count has its
// rate beside it in place of its share.
typedef struct {
   uint32_t rank, rank_between,
      rank_last; // of the first level, of those between, of the last; one alone: of a column without a level
   enum { OF_NO_LEVEL, OF_LEVEL, OF_USE, OF_DATA } of;
   const char *key, *rate;
} Default;
static const Default defaults[] = {
   {1, 0, 0, OF_NO_LEVEL, "CEst", NULL},   {4, 0, 0, OF_NO_LEVEL, "Ir", NULL},
   {5, 9, 6, OF_LEVEL, "%sm", "%srate"},   {2, 7, 3, OF_USE, "Unused%s", NULL},
   {8, 0, 0, OF_NO_LEVEL, "Bm", "Brate"},  {3, 0, 0, OF_NO_LEVEL, "SbOver", NULL},
   {3, 0, 0, OF_NO_LEVEL, "SbDead", NULL}, {4, 0, 0, OF_NO_LEVEL, "SbLoad", NULL},
   {10, 11, 12, OF_USE, "Uses%s", NULL},   {13, 0, 0, OF_NO_LEVEL, "DTm", "DTrate"},
   {14, 14, 14, OF_DATA, NULL, NULL}, // classes of misses of all levels
};
static const char* const classes[] = {"Cold", "Cap", "Conf", "True", "False"};
enum { CLASSES = sizeof classes / sizeof *classes, DEFAULTS_MAX = 64 };

typedef struct {
   const Columns* c;
   bool (*wanted)(void* with, const Column* column);
   void* with;
   DefaultColumn* shown;
   uint32_t n;
   bool* is_used; // by event: whether one of those shown is computed from it
} Choosing;

static void add(Choosing* to, const char* key, uint32_t rank)
{
   const Column* column = key ? column_called(to->c, key) : NULL;
   if (!column || (to->wanted && !to->wanted(to->with, column))) return;
   to->shown[to->n++] = (DefaultColumn){column, rank};
   for (uint32_t i = 0; i < column->n_events; i++) to->is_used[column->events[i]] = true;
}

// A key with a name in place of "%s".
static const char* named(const char* key, const char* name)
{
   const char* at = key ? strstr(key, "%s") : NULL;
   return at ? kept("%.*s%s%s", (int)(at - key), key, name, at + 2) : key;
}

static void add_classes(Choosing* to, uint32_t rank)
{
   for (uint32_t i = 0; i < LEVELS; i++)
      for (uint32_t k = 0; k < CLASSES; k++)
         add(to, kept("%s%s", levels[i].cache, classes[k]), rank);
}

static void add_default(Choosing* to, const Default* d)
{
   if (d->of == OF_NO_LEVEL) {
      // KCachegrind's estimate is for those who ask for it
      if (strcmp(d->key, "CEst") == 0 && !column_called(to->c, "CyBase")) return;
      add(to, d->key, d->rank);
      add(to, d->rate, d->rank);
   } else if (d->of == OF_DATA) {
      add_classes(to, d->rank);
   } else {
      for (uint32_t i = 0; i < LEVELS; i++) {
         const char* name = d->of == OF_USE ? levels[i].use : levels[i].name;
         const uint32_t rank = !i ? d->rank : i < LEVELS - 1 ? d->rank_between : d->rank_last;
         add(to, named(d->key, name), rank);
         add(to, named(d->rate, name), rank);
      }
   }
}

const DefaultColumn* default_columns(const Columns* c,
                                     bool (*wanted)(void* with, const Column* column),
                                     void* with, uint32_t* n)
{
   Choosing to = {.c = c, .wanted = wanted, .with = with};
   to.shown = kept_room((c->events.n + (size_t)DEFAULTS_MAX) * sizeof *to.shown);
   to.is_used = kept_room((c->events.n + (size_t)1) * sizeof *to.is_used);
   for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
      add_default(&to, &defaults[i]);
   const ColumnEvent* cycles = event_called(c->events, "CEst");
   if (cycles && cycles->is_formula) to.is_used[cycles - c->events.event] = true;
   for (uint32_t e = 0; e < c->events.n; e++)
      if (!to.is_used[e]) add(&to, c->events.event[e].name, OTHERS_RANK);
   *n = to.n;
   return to.shown;
}
