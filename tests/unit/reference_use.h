// SPDX-License-Identifier: GPL-3.0-or-later
//
// Use of cache lines, the obvious way: lists of lines with a flag for each byte.
//
//    use_ref_init(&config);
//    use_ref.loader = 5;                  // whose the lines are that are loaded from here
//    ServedBy by = use_ref_access(&use_ref.d1, address, size_B, is_write);
//    ... use_ref.ends are the lines that were evicted ...
#ifndef XG_TESTS_UNIT_REFERENCE_USE_H
#define XG_TESTS_UNIT_REFERENCE_USE_H

#include "cachesim/hierarchy.h"
#include "line_ends.h"
#include "served.h"

typedef struct {
   uint64_t line, loader, count, id,
      below; // below: id of the line in `next` it came from, or 0
   bool used[512], dirty, prefetched;
} UseRefLine;

typedef struct UseRefCache UseRefCache;
struct UseRefCache {
   Geometry g;
   uint64_t sets;
   UseRefLine* lines; // sets * ways, most recent first
   uint32_t* n;
   UseRefCache* next;     // NULL: memory
   UseRefCache* above[2]; // those whose `next` this is
   int level;
};

static struct {
   UseRefCache i1, d1, l2, l3, ll; // sets 0: there is no such level
   bool write_back, prefetch;
   Prefetcher prefetcher; // tested in test_cachesim.c
   uint64_t loader, ids;
   LineEnds ends;
} use_ref;

static UseRefCache use_ref_cache(Geometry g, int level)
{
   UseRefCache c = {.g = g, .sets = geometry_sets(&g), .level = level};
   c.lines = calloc(c.sets * g.ways, sizeof *c.lines);
   c.n = calloc(c.sets, sizeof *c.n);
   return c;
}

static UseRefLine* use_ref_find(UseRefCache* c, uint64_t address)
{
   uint64_t line = address / c->g.line_B, set = line % c->sets;
   for (uint32_t i = 0; i < c->n[set]; i++) {
      UseRefLine* l = &c->lines[set * c->g.ways + i];
      if (l->line == line) return l;
   }
   return NULL;
}

static LineEnd use_ref_end(const UseRefCache* c, const UseRefLine* l)
{
   uint64_t unused = 0;
   for (uint32_t i = 0; i < c->g.line_B; i++) unused += !l->used[i];
   return (LineEnd){l->line * c->g.line_B, l->loader, l->count, unused, c->level,
                    l->prefetched};
}

static void use_ref_connect(UseRefCache* c, UseRefCache* next)
{
   c->next = next;
   next->above[next->above[0] != NULL] = c;
}

// Adds the use of a line of c to that of a line of another cache.
static void use_ref_add(const UseRefCache* c, const UseRefLine* l, const UseRefCache* to_cache,
                        UseRefLine* to)
{
   to->count += l->count;
   uint64_t offset = l->line * c->g.line_B % to_cache->g.line_B;
   for (uint32_t i = 0; i < c->g.line_B; i++) to->used[offset + i] |= l->used[i];
}

// An evicted line adds its use to the line that it came from.
static void use_ref_belong(const UseRefCache* c, const UseRefLine* l)
{
   UseRefLine* below =
      c->next && l->below ? use_ref_find(c->next, l->line * c->g.line_B) : NULL;
   if (below && below->id == l->below) use_ref_add(c, l, c->next, below);
}

// All lines above that came from line `id` of c, and those above them, add what they have.
static void use_ref_collect(const UseRefCache* c, uint64_t id, const UseRefCache* to_cache,
                            UseRefLine* to)
{
   for (int k = 0; k < 2; k++) {
      UseRefCache* u = c->above[k];
      for (uint64_t s = 0; u && s < u->sets; s++)
         for (uint32_t i = 0; i < u->n[s]; i++) {
            UseRefLine* l = &u->lines[s * u->g.ways + i];
            if (l->below != id) continue;
            use_ref_add(u, l, to_cache, to);
            use_ref_collect(u, l->id, to_cache, to);
            if (c == to_cache) l->below = 0;
         }
   }
}

// References a line; returns 0 hit, 1 miss, 2 miss that threw out a dirty line.
static int use_ref_touch(UseRefCache* c, uint64_t address)
{
   uint64_t line = address / c->g.line_B, set = line % c->sets;
   UseRefLine *first = c->lines + set * c->g.ways, *l = use_ref_find(c, address), fresh;
   int outcome = 0;
   if (l) {
      fresh = *l;
      memmove(first + 1, first, (size_t)(l - first) * sizeof *l);
   } else {
      outcome = 1;
      if (c->n[set] == c->g.ways) {
         UseRefLine* last = &first[c->g.ways - 1];
         use_ref_collect(c, last->id, c, last);
         use_ref_belong(c, last);
         line_ends_add(&use_ref.ends, use_ref_end(c, last));
         if (last->dirty) outcome = 2;
         c->n[set]--;
      }
      memmove(first + 1, first, c->n[set] * sizeof *l);
      c->n[set]++;
      memset(&fresh, 0, sizeof fresh);
      fresh.line = line;
      fresh.loader = use_ref.loader;
      fresh.id = ++use_ref.ids;
   }
   *first = fresh;
   return outcome;
}

static void use_ref_prefetch(uint64_t address)
{
   uint64_t wanted;
   if (!prefetch_observe(&use_ref.prefetcher, address, &wanted)) return;
   if (use_ref_touch(&use_ref.ll, wanted)) use_ref_find(&use_ref.ll, wanted)->prefetched = true;
}

// A request of any level; in level 1 it counts once its lines are there.
static inline ServedBy use_ref_access(UseRefCache* c, uint64_t address, uint32_t size,
                                      bool write)
{
   if (!c->next && use_ref.prefetch) use_ref_prefetch(address);
   bool missed[8] = {false};
   int worst = 0;
   uint64_t line_B = c->g.line_B, first = address / line_B,
            last = (address + size - 1) / line_B;
   for (uint64_t n = first; n <= last; n++) {
      int outcome = use_ref_touch(c, n * line_B);
      missed[n - first] = outcome != 0;
      if (outcome > worst) worst = outcome;
      if (!c->next && write && use_ref.write_back) use_ref_find(c, n * line_B)->dirty = true;
   }
   ServedBy by = (ServedBy)(c->level - 1);
   if (c->next && (worst || (write && use_ref.write_back))) {
      ServedBy next = use_ref_access(c->next, address, size, write);
      if (worst) by = next;
   } else if (worst) {
      by = AT_MEMORY + (ServedBy)(worst - 1);
   }
   for (uint64_t n = first; n <= last; n++) {
      UseRefLine* l = use_ref_find(c, n * line_B);
      if (!l) { // a cache of very few lines: the next one has evicted it
         uint64_t from = n == first ? address : n * line_B;
         uint64_t to = n == last ? address + size : (n + 1) * line_B;
         if (missed[n - first] && c->level == 1)
            line_ends_use_own(&use_ref.ends, 1, n * line_B, use_ref.loader, to - from);
         continue;
      }
      const UseRefLine* below = c->next ? use_ref_find(c->next, n * line_B) : NULL;
      if (missed[n - first]) l->below = below ? below->id : 0;
      if (c->level > 1) continue;
      l->count++;
      for (uint64_t a = address; a < address + size; a++)
         if (a / line_B == n) l->used[a % line_B] = true;
   }
   return by;
}

static inline void use_ref_init(const HierarchyConfig* c)
{
   UseRefCache* old[] = {&use_ref.i1, &use_ref.d1, &use_ref.l2, &use_ref.l3, &use_ref.ll};
   for (int i = 0; i < N_CACHES; i++) {
      free(old[i]->lines);
      free(old[i]->n);
   }
   memset(&use_ref, 0, sizeof use_ref);
   use_ref.i1 = use_ref_cache(c->i1, 1);
   use_ref.d1 = use_ref_cache(c->d1, 1);
   use_ref.ll = use_ref_cache(c->ll, LEVEL_LL);
   UseRefCache* next = &use_ref.ll;
   if (c->between[1].size_B) {
      use_ref.l3 = use_ref_cache(c->between[1], LEVEL_L3);
      use_ref_connect(&use_ref.l3, next);
      next = &use_ref.l3;
   }
   if (c->between[0].size_B) {
      use_ref.l2 = use_ref_cache(c->between[0], LEVEL_L2);
      use_ref_connect(&use_ref.l2, next);
      next = &use_ref.l2;
   }
   use_ref_connect(&use_ref.i1, next);
   use_ref_connect(&use_ref.d1, next);
   use_ref.write_back = c->write_back;
   use_ref.prefetch = c->prefetch;
   prefetch_init(&use_ref.prefetcher, (uint32_t)__builtin_ctz(c->ll.line_B));
}

#endif
