// SPDX-License-Identifier: GPL-3.0-or-later
//
// Classes of misses with several cores, by their definitions (docs/miss-classes.md): for each core's D1 and
// levels of its own behind it, and for LL and the levels that all share, a list of the lines referenced last, and a
// flag for each line that was referenced at all.
// reference_cores.h tells this one what is referenced, invalidated and shared.
//
//    core_ref_init(&config);
//    core_class_init(&config);
//    ... core_class_begin(); an access is made, by the caches and by the reference ...
//    if (it has missed D1) ok = core_class_missed(&h, CLASS_D1);
//    ok = core_class_sets_match(&h);
#ifndef XG_TESTS_UNIT_REFERENCE_CORE_CLASSES_H
#define XG_TESTS_UNIT_REFERENCE_CORE_CLASSES_H

#include "reference_cores.h"

enum { CORE_CLASS_LINES = 128, CORE_CLASS_SETS = 16 };

typedef struct {
   uint64_t list[CORE_CLASS_LINES]; // lines, most recent first
   uint32_t n, size;
   bool seen[CORE_REF_LINES];
   int missed; // class of the running request, or -1
   uint64_t missed_line;
} CoreClassCache;

static struct {
   CoreClassCache of[CLASS_LEVELS][CORES_MAX]; // of a level that all share: the first
   uint64_t sets[CLASS_LEVELS][CORE_CLASS_SETS][MISS_CLASSES];
} core_class;

static bool core_class_is_shared(ClassLevel level)
{
   return level == CLASS_LL || (level == CLASS_L2 && core_ref.shared[0].way)
          || (level == CLASS_L3 && core_ref.shared[1].way);
}

static CoreClassCache* core_class_of(ClassLevel level, int core)
{
   return &core_class.of[level][core_class_is_shared(level) ? 0 : core];
}

static uint32_t core_class_find(const CoreClassCache* c, uint64_t line)
{
   uint32_t i = 0;
   while (i < c->n && c->list[i] != line) i++;
   return i;
}

static void core_class_remove(CoreClassCache* c, uint64_t line)
{
   uint32_t i = core_class_find(c, line);
   if (i == c->n) return;
   c->n--;
   memmove(c->list + i, c->list + i + 1, (c->n - i) * sizeof *c->list);
}

static void core_class_referenced(const CoreRefCache* cache, uint64_t line, bool hit)
{
   if (cache->code) return;
   ClassLevel level = cache->level == LEVEL_L1   ? CLASS_D1
                      : cache->level == LEVEL_L2 ? CLASS_L2
                      : cache->level == LEVEL_L3 ? CLASS_L3
                                                 : CLASS_LL;
   CoreClassCache* c = core_class_of(level, cache->core);
   bool would_hit = core_class_find(c, line) < c->n;
   bool* seen = &c->seen[line - CORE_REF_BASE / cache->g.line_B];
   if (!hit && c->missed < 0) {
      MissClass shared = core_class_is_shared(level) ? NOT_MISSED : core_ref_shared_now(line);
      c->missed = shared != NOT_MISSED ? (int)shared
                  : !*seen             ? MISS_COLD
                  : would_hit          ? MISS_CONFLICT
                                       : MISS_CAPACITY;
      c->missed_line = line;
   }
   *seen = true;
   core_class_remove(c, line);
   if (c->n == c->size) c->n--;
   memmove(c->list + 1, c->list, c->n * sizeof *c->list);
   c->list[0] = line;
   c->n++;
}

// A write takes a line from a core, which had it in a cache of its own.
static void core_class_taken(int core, uint64_t line)
{
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
      if (!core_class_is_shared(l)) core_class_remove(core_class_of(l, core), line);
}

static uint32_t core_class_size(const Geometry* g)
{
   uint32_t n = g->size_B ? (uint32_t)(g->size_B / g->line_B) : 1;
   if (n > CORE_CLASS_LINES || (g->size_B && geometry_sets(g) > CORE_CLASS_SETS)) abort();
   return n;
}

static inline void core_class_init(const HierarchyConfig* c)
{
   memset(&core_class, 0, sizeof core_class);
   const Geometry* const g[] = {&c->d1, &c->between[0], &c->between[1], &c->ll};
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
      for (int k = 0; k < CORES_MAX; k++) core_class.of[l][k].size = core_class_size(g[l]);
   core_ref.referenced = core_class_referenced;
   core_ref.taken = core_class_taken;
}

// An access or a fetch of the running core begins.
static inline void core_class_begin(void)
{
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
      core_class_of(l, core_ref.running)->missed = -1;
}

// A level has missed: has it counted here and there.  Whether both have the same class.
static inline bool core_class_missed(Hierarchy* h, ClassLevel level)
{
   const Cache* const cache[] = {&h->d1, &h->between[0], &h->between[1], &h->ll};
   const CoreClassCache* r = core_class_of(level, core_ref.running);
   Classifier* c = cache[level]->classifier;
   if (r->missed < 0 || (int)classifier_count(c, 0) != r->missed) return false;
   core_class.sets[level][r->missed_line % cache[level]->sets][r->missed]++;
   return true;
}

// Whether the misses by set are those of all cores together.
static inline bool core_class_sets_match(const Hierarchy* h)
{
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      const Classifier* c = &h->classifier[l];
      for (uint64_t s = 0; c->cache && s < c->cache->sets; s++)
         if (memcmp(c->sets[s], core_class.sets[l][s], sizeof c->sets[s]) != 0) return false;
   }
   return true;
}

#endif
