// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several cores, the obvious way: LRU caches as arrays of lines with times, and for each line and core
// a MESI state, a flag for "lost to a write", and a flag for each byte written since
// (docs/miss-classes.md).
//
//    core_ref_init(&config);
//    core_ref.running = 2;
//    core_ref.loader = 5;              // whose the lines are that are loaded from here
//    ServedBy by = core_ref_data(address, size_B, is_write);
//    ... core_ref.class: of sharing, of the first line that D1 has missed, or NOT_MISSED
//    ... core_ref.ends are the lines that were evicted ...
#ifndef XG_TESTS_UNIT_REFERENCE_CORES_H
#define XG_TESTS_UNIT_REFERENCE_CORES_H

#include "cachesim/hierarchy.h"
#include "line_ends.h"
#include "served.h"

#ifndef CORE_REF_LINES
#define CORE_REF_LINES 4096 // that the table knows
#endif
enum { CORE_REF_REQUEST_B = 128 };
#define CORE_REF_BASE 0x10000ULL // address of the first line that the table knows

typedef struct {
   bool there, untouched; // untouched: prefetched and not hit
   uint64_t line, id, below, last_use, loader, count;
   bool used[128], prefetched;
} CoreRefLine;

typedef struct CoreRefCache CoreRefCache;
struct CoreRefCache {
   Geometry g;
   uint64_t sets;
   CoreRefLine* way; // [sets * ways]; NULL: there is no such cache
   CoreRefCache* next;
   CachePolicy policy;
   int level, core; // core: whose; -1: all cores'
   bool code;
};

typedef struct {
   MesiState state;
   bool lost, written[128];
} CoreRefState;

static struct {
   int n, running;
   CoreRefCache i1[CORES_MAX], d1[CORES_MAX], l2[CORES_MAX], l3[CORES_MAX];
   CoreRefCache shared[2], ll; // shared: L2 and L3, if all cores share them
   bool inclusive;
   CoreRefState* table; // [CORE_REF_LINES][n]
   int* last_writer;    // [CORE_REF_LINES], -1: nobody
   uint64_t loader, ids, clock, prefetch_hits, invalidations, ownership_changes;
   uint64_t invalidated; // by the running request
   bool upgraded;        // a line that it wrote, and had, was another core's, too
   uint64_t misses[2];   // of true, of false sharing
   MissClass class;
   struct {
      uint64_t line;
      MissClass class;
   } now[3]; // lines of the running request, when it began
   int n_now;
   LineEnds ends;
   // Told each reference of the program, and what writes invalidate; NULL: nobody is.
   void (*referenced)(const CoreRefCache* c, uint64_t line, bool hit);
   void (*taken)(int core, uint64_t line);
} core_ref;

static CoreRefState* core_ref_state(uint64_t line, int core)
{
   uint64_t i = line - CORE_REF_BASE / core_ref.ll.g.line_B;
   if (i >= CORE_REF_LINES) abort();
   return &core_ref.table[i * (uint64_t)core_ref.n + (uint64_t)core];
}

static CoreRefLine* core_ref_find(const CoreRefCache* c, uint64_t line)
{
   for (uint32_t w = 0; c->way && w < c->g.ways; w++) {
      CoreRefLine* l = &c->way[line % c->sets * c->g.ways + w];
      if (l->there && l->line == line) return l;
   }
   return NULL;
}

static bool core_ref_holds(int core, uint64_t line)
{
   return core_ref_find(&core_ref.d1[core], line) || core_ref_find(&core_ref.l2[core], line)
          || core_ref_find(&core_ref.l3[core], line);
}

// --- lines leave and enter ----------------------------------------------------------------

static int core_ref_caches(void)
{
   return 4 * core_ref.n + 3;
}

// All caches, from the top; LL is the last.
static CoreRefCache* core_ref_cache(int i)
{
   CoreRefCache* of[] = {core_ref.i1, core_ref.d1, core_ref.l2, core_ref.l3};
   CoreRefCache* of_all[] = {&core_ref.shared[0], &core_ref.shared[1], &core_ref.ll};
   return i < 4 * core_ref.n ? &of[i % 4][i / 4] : of_all[i - 4 * core_ref.n];
}

static void core_ref_add(const CoreRefLine* from, CoreRefLine* to)
{
   to->count += from->count;
   for (int i = 0; i < 128; i++) to->used[i] |= from->used[i];
}

// What lines above that came from line `id` of c have, is added to `to`; they are detached if `detach`.
static void core_ref_collect(const CoreRefCache* c, uint64_t id, CoreRefLine* to, bool detach)
{
   for (int i = 0; i < core_ref_caches(); i++) {
      CoreRefCache* u = core_ref_cache(i);
      if (u->next != c) continue;
      for (uint64_t k = 0; u->way && k < u->sets * u->g.ways; k++) {
         CoreRefLine* l = &u->way[k];
         if (!l->there || l->below != id) continue;
         core_ref_add(l, to);
         core_ref_collect(u, l->id, to, false);
         if (detach) l->below = 0;
      }
   }
}

static void core_ref_evict(CoreRefCache* c, CoreRefLine* l)
{
   if (c == &core_ref.ll && core_ref.inclusive)
      for (int i = 0; core_ref_cache(i) != c; i++) {
         CoreRefLine* u = core_ref_find(core_ref_cache(i), l->line);
         if (u) core_ref_evict(core_ref_cache(i), u);
      }
   core_ref_collect(c, l->id, l, true);
   CoreRefLine* below = c->next && l->below ? core_ref_find(c->next, l->line) : NULL;
   if (below && below->id == l->below) core_ref_add(l, below);
   uint64_t unused = 0;
   for (uint32_t i = 0; i < c->g.line_B; i++) unused += !l->used[i];
   line_ends_add(&core_ref.ends, (LineEnd){l->line * c->g.line_B, l->loader, l->count, unused,
                                           c->level, l->prefetched});
   l->there = false;
}

// A core gets a line that it had in no cache of its own.
static void core_ref_arrives(int core, uint64_t line)
{
   bool others = false;
   for (int k = 0; k < core_ref.n; k++) {
      if (k == core || !core_ref_holds(k, line)) continue;
      others = true;
      core_ref_state(line, k)->state = MESI_SHARED;
   }
   CoreRefState* s = core_ref_state(line, core);
   memset(s, 0, sizeof *s);
   s->state = others ? MESI_SHARED : MESI_EXCLUSIVE;
}

static CoreRefLine* core_ref_load(CoreRefCache* c, uint64_t line)
{
   if (c->core >= 0 && !c->code && !core_ref_holds(c->core, line))
      core_ref_arrives(c->core, line);
   CoreRefLine *set = c->way + line % c->sets * c->g.ways, *l = NULL;
   for (uint32_t w = 0; w < c->g.ways; w++)
      if (!set[w].there) l = &set[w];
   for (uint32_t w = 0; !l && w < c->g.ways; w++)
      if (w == 0 || set[w].last_use < set[0].last_use) {
         l = &set[0];
         for (uint32_t v = 1; v < c->g.ways; v++)
            if (set[v].last_use < l->last_use) l = &set[v];
      }
   if (!l) l = &set[0];
   if (l->there) core_ref_evict(c, l);
   memset(l, 0, sizeof *l);
   l->there = true;
   l->line = line;
   l->id = ++core_ref.ids;
   l->last_use = ++core_ref.clock;
   l->loader = core_ref.loader;
   return l;
}

// --- requests -----------------------------------------------------------------------------

static void core_ref_attach(CoreRefCache* c, uint64_t line)
{
   CoreRefLine* l = core_ref_find(c, line);
   const CoreRefLine* below = c->next ? core_ref_find(c->next, line) : NULL;
   if (l) l->below = below ? below->id : 0;
}

typedef struct {
   bool write, filled, prefetch;
   bool had
      [CORE_REF_REQUEST_B]; // bytes of the request that a cache further up has, or has loaded
} CoreRefHow;

// The request counts as an access to a line if it touches bytes that no cache further up has.
static void core_ref_count(const CoreRefCache* c, CoreRefLine* l, uint64_t a, uint32_t size,
                           const CoreRefHow* how)
{
   bool counts = false;
   for (uint32_t i = 0; i < size; i++) {
      if (how->had[i] || (a + i) / c->g.line_B != l->line) continue;
      counts = l->used[(a + i) % c->g.line_B] = true;
   }
   l->count += counts;
}

// Bytes of the request that lie in line n are a matter of this cache, and of none further down.
static void core_ref_have(const CoreRefCache* c, uint64_t n, uint64_t a, uint32_t size,
                          CoreRefHow* how)
{
   for (uint32_t i = 0; i < size; i++) how->had[i] |= (a + i) / c->g.line_B == n;
}

// It has loaded line n, and evicted it again.
static void core_ref_count_own(const CoreRefCache* c, uint64_t n, uint64_t a, uint32_t size,
                               const CoreRefHow* how)
{
   uint64_t used_B = 0;
   for (uint32_t i = 0; i < size; i++) used_B += !how->had[i] && (a + i) / c->g.line_B == n;
   if (used_B)
      line_ends_use_own(&core_ref.ends, c->level, n * c->g.line_B, core_ref.loader, used_B);
}

static ServedBy core_ref_request(CoreRefCache* c, uint64_t a, uint32_t size, CoreRefHow how)
{
   uint64_t first = a / c->g.line_B, last = (a + size - 1) / c->g.line_B;
   bool observed[3] = {false}, loaded[3] = {false}, missed = false;
   CoreRefHow next = how;
   for (uint64_t n = first; n <= last; n++) {
      CoreRefLine* l = core_ref_find(c, n);
      if (core_ref.referenced && !how.prefetch) core_ref.referenced(c, n, l != NULL);
      if (l) {
         core_ref_have(c, n, a, size, &next);
         l->last_use = ++core_ref.clock;
         if (l->untouched && !how.prefetch) {
            l->untouched = l->prefetched = false;
            observed[n - first] = true;
            core_ref.prefetch_hits++;
         }
         continue;
      }
      missed = true;
      observed[n - first] = !how.prefetch;
      if (how.write && !how.filled && c->policy.no_write_allocate) continue;
      core_ref_load(c, n);
      core_ref_have(c, n, a, size, &next);
      loaded[n - first] = next.filled = true;
      if (how.write && c->core >= 0) core_ref_state(n, c->core)->state = MESI_MODIFIED;
   }
   ServedBy by = (ServedBy)(c->level - 1);
   if (missed) by = c->next ? core_ref_request(c->next, a, size, next) : AT_MEMORY;
   for (uint64_t n = first; n <= last; n++)
      if (loaded[n - first]) core_ref_attach(c, n);
   for (uint64_t n = first; n <= last; n++) {
      if (!observed[n - first] || c->policy.prefetch != PREFETCH_NEXT_LINE
          || core_ref_find(c, n + 1))
         continue;
      CoreRefLine* l = core_ref_load(c, n + 1);
      l->untouched = l->prefetched = true;
      if (!c->next) continue;
      core_ref_request(c->next, (n + 1) * c->g.line_B, 1,
                       (CoreRefHow){.filled = true, .prefetch = true, .had = {true}});
      core_ref_attach(c, n + 1);
   }
   for (uint64_t n = first; n <= last; n++) {
      CoreRefLine* l = core_ref_find(c, n);
      if (l)
         core_ref_count(c, l, a, size, &how);
      else if (loaded[n - first])
         core_ref_count_own(c, n, a, size, &how);
   }
   return by;
}

static MissClass core_ref_class(uint64_t line, uint64_t a, uint32_t size)
{
   uint32_t line_B = core_ref.ll.g.line_B;
   const CoreRefState* s = core_ref_state(line, core_ref.running);
   if (!s->lost) return NOT_MISSED;
   for (uint64_t b = a; b < a + size; b++)
      if (b / line_B == line && s->written[b % line_B]) return MISS_TRUE_SHARING;
   return MISS_FALSE_SHARING;
}

static void core_ref_begin(uint64_t a, uint32_t size)
{
   uint32_t line_B = core_ref.ll.g.line_B;
   core_ref.n_now = 0;
   core_ref.invalidated = core_ref.upgraded = 0;
   for (uint64_t n = a / line_B; n <= (a + size - 1) / line_B; n++) {
      core_ref.now[core_ref.n_now].line = n;
      core_ref.now[core_ref.n_now++].class = core_ref_class(n, a, size);
   }
}

// Whether a miss of this line of the running request is one of sharing.
static inline MissClass core_ref_shared_now(uint64_t line)
{
   for (int i = 0; i < core_ref.n_now; i++)
      if (core_ref.now[i].line == line) return core_ref.now[i].class;
   return NOT_MISSED;
}

static void core_ref_write(uint64_t line, uint64_t a, uint32_t size)
{
   uint32_t line_B = core_ref.ll.g.line_B;
   bool held = core_ref_holds(core_ref.running, line);
   for (int k = 0; k < core_ref.n; k++) {
      if (k == core_ref.running) continue;
      CoreRefState* s = core_ref_state(line, k);
      if (core_ref_holds(k, line)) {
         CoreRefCache* own[] = {&core_ref.d1[k], &core_ref.l2[k], &core_ref.l3[k]};
         for (int i = 0; i < 3; i++) {
            CoreRefLine* l = core_ref_find(own[i], line);
            if (l) core_ref_evict(own[i], l);
         }
         memset(s, 0, sizeof *s);
         s->lost = true;
         core_ref.invalidations++;
         core_ref.invalidated++;
         core_ref.upgraded |= held;
         if (core_ref.taken) core_ref.taken(k, line);
      }
      for (uint64_t b = a; s->lost && b < a + size; b++)
         if (b / line_B == line) s->written[b % line_B] = true;
   }
   int* writer = &core_ref.last_writer[line - CORE_REF_BASE / line_B];
   core_ref.ownership_changes += *writer >= 0 && *writer != core_ref.running;
   *writer = core_ref.running;
   core_ref_state(line, core_ref.running)->state = MESI_MODIFIED; // if it holds the line
}

static inline ServedBy core_ref_data(uint64_t a, uint32_t size, bool write)
{
   CoreRefCache* d1 = &core_ref.d1[core_ref.running];
   uint64_t first = a / d1->g.line_B, last = (a + size - 1) / d1->g.line_B;
   core_ref_begin(a, size);
   core_ref.class = NOT_MISSED;
   for (uint64_t n = last + 1; n-- > first;)
      if (!core_ref_find(d1, n)) core_ref.class = core_ref_shared_now(n);
   if (core_ref.class != NOT_MISSED) core_ref.misses[core_ref.class == MISS_FALSE_SHARING]++;
   for (uint64_t n = first; write && n <= last; n++) core_ref_write(n, a, size);
   return core_ref_request(d1, a, size, (CoreRefHow){.write = write});
}

static inline ServedBy core_ref_fetch(uint64_t a, uint32_t size)
{
   core_ref_begin(a, size);
   return core_ref_request(&core_ref.i1[core_ref.running], a, size, (CoreRefHow){0});
}

static inline MesiState core_ref_mesi(int core, uint64_t line)
{
   return core_ref_holds(core, line) ? core_ref_state(line, core)->state : MESI_INVALID;
}

static inline void core_ref_evict_all(void)
{
   for (int i = 0; i < core_ref_caches(); i++) {
      CoreRefCache* c = core_ref_cache(i);
      for (uint64_t k = 0; c->way && k < c->sets * c->g.ways; k++)
         if (c->way[k].there) core_ref_evict(c, &c->way[k]);
   }
}

static CoreRefCache core_ref_new(const HierarchyConfig* c, CacheRole r, int core)
{
   const Geometry* const g[N_CACHES] = {&c->i1, &c->d1, &c->between[0], &c->between[1], &c->ll};
   static const int level[N_CACHES] = {LEVEL_L1, LEVEL_L1, LEVEL_L2, LEVEL_L3, LEVEL_LL};
   CoreRefCache cache = {.g = *g[r],
                         .policy = c->policy[r],
                         .level = level[r],
                         .core = core,
                         .code = r == CACHE_I1};
   cache.sets = geometry_sets(g[r]);
   cache.way = calloc(cache.sets * g[r]->ways, sizeof *cache.way);
   return cache;
}

// What a core's level asks that has *next behind it, in the core's own caches or in all cores'; it is *next then.
static void core_ref_insert(const HierarchyConfig* c, CacheRole r, int core, CoreRefCache* own,
                            CoreRefCache** next)
{
   const int i = r - CACHE_L2;
   if (!c->between[i].size_B) return;
   CoreRefCache* cache = c->shared[i] ? &core_ref.shared[i] : own;
   if (!cache->way) *cache = core_ref_new(c, r, c->shared[i] ? -1 : core);
   cache->next = *next;
   *next = cache;
}

static inline void core_ref_init(const HierarchyConfig* c)
{
   for (int i = 0; i < core_ref_caches(); i++) free(core_ref_cache(i)->way);
   free(core_ref.table);
   free(core_ref.last_writer);
   memset(&core_ref, 0, sizeof core_ref);
   core_ref.n = (int)c->cores;
   core_ref.inclusive = c->ll_policy == LL_INCLUSIVE;
   core_ref.ll = core_ref_new(c, CACHE_LL, -1);
   for (int k = 0; k < core_ref.n; k++) {
      core_ref.i1[k] = core_ref_new(c, CACHE_I1, k);
      core_ref.d1[k] = core_ref_new(c, CACHE_D1, k);
      CoreRefCache* next = &core_ref.ll;
      core_ref_insert(c, CACHE_L3, k, &core_ref.l3[k], &next);
      core_ref_insert(c, CACHE_L2, k, &core_ref.l2[k], &next);
      core_ref.i1[k].next = core_ref.d1[k].next = next;
   }
   core_ref.table = calloc(CORE_REF_LINES * (size_t)core_ref.n, sizeof *core_ref.table);
   core_ref.last_writer = malloc(CORE_REF_LINES * sizeof(int));
   for (int i = 0; i < CORE_REF_LINES; i++) core_ref.last_writer[i] = -1;
}

// --- configurations -----------------------------------------------------------------------

static Geometry core_ref_geometry(uint32_t line_B, uint32_t sets, uint32_t ways)
{
   return (Geometry){(uint64_t)line_B * sets * ways, ways, line_B};
}

// A hierarchy that the reference knows, of a number that says which; it may be one that cannot be.
static inline HierarchyConfig core_ref_config(uint64_t r)
{
   uint32_t line_B = 16u << r % 4;
   HierarchyConfig c = {.cores = 2 + (r >> 4) % 4,
                        .miss_classes = r >> 50 & 1,
                        .i1 = core_ref_geometry(line_B, 1u << (r >> 8) % 3, 1 + (r >> 10) % 4),
                        .d1 = core_ref_geometry(line_B, 1 + (r >> 12) % 8, 1 + (r >> 16) % 4),
                        .ll = core_ref_geometry(line_B, 16, 4 + (r >> 20) % 4),
                        .line_use = r >> 24 & 1,
                        .seed = 1};
   bool l2 = r >> 25 & 1;
   if (l2) c.between[0] = core_ref_geometry(line_B, 4 + (r >> 26) % 4, 1 + (r >> 28) % 4);
   bool l3 = l2 && (r >> 51) % 4 == 0;
   if (l3) c.between[1] = core_ref_geometry(line_B, 4 + (r >> 53) % 4, 1 + (r >> 55) % 4);
   // All share L3, or L2 as well; most often neither.
   c.shared[0] = l2 && (r >> 57) % 4 == 1;
   c.shared[1] = l3 && (c.shared[0] || (r >> 57) % 4 == 2);
   if (r >> 30 & 1) c.ll_policy = LL_INCLUSIVE;
   if (r >> 31 & 1) c.cores = CORES_MAX;
   c.policy[CACHE_D1].no_write_allocate = (r >> 32) % 4 == 0;
   c.policy[CACHE_L2].no_write_allocate = l2 && (r >> 34) % 4 == 0;
   if ((r >> 36) % 4 == 0) c.policy[CACHE_D1].prefetch = PREFETCH_NEXT_LINE;
   if (l2 && (r >> 38) % 4 == 0) c.policy[CACHE_L2].prefetch = PREFETCH_NEXT_LINE;
   c.policy[CACHE_L3].no_write_allocate = l3 && (r >> 42) % 4 == 0;
   if (l3 && (r >> 44) % 4 == 0) c.policy[CACHE_L3].prefetch = PREFETCH_NEXT_LINE;
   if ((r >> 40) % 4 == 0) c.policy[CACHE_I1].prefetch = PREFETCH_NEXT_LINE;
   return c;
}

#endif
