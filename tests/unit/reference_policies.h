// SPDX-License-Identifier: GPL-3.0-or-later
//
// Caches with policies, the obvious way: a record for each way, with the times of its uses and a flag
// for each byte (docs/cache-model.md).
//
//    policy_ref_init(&config);
//    policy_ref.loader = 5;               // whose the lines are that are loaded from here
//    ServedBy by = policy_ref_access(&policy_ref.d1, address, size_B, is_write, instr);
//    ... policy_ref.ends are the lines that were evicted ...
//    ... policy_ref.prefetch_hits ...
#ifndef XG_TESTS_UNIT_REFERENCE_POLICIES_H
#define XG_TESTS_UNIT_REFERENCE_POLICIES_H

#include "cachesim/hierarchy.h"
#include "line_ends.h"
#include "served.h"

enum { POLICY_REF_LINE_B = 512 };

// Use of a line at a level.
typedef struct {
   uint64_t loader, count;
   bool used[POLICY_REF_LINE_B], prefetched;
} PolicyRefUse;

typedef struct {
   bool there, dirty, untouched; // untouched: prefetched and not hit
   uint64_t line, id, below;     // below: id of the line that it came from, or 0
   uint64_t last_use;
   int distance;
   PolicyRefUse use;
   PolicyRefUse chip; // in the level before an exclusive LL: LL's
} PolicyRefLine;

typedef struct {
   uint64_t instr, last, stride;
} PolicyRefStride;

typedef struct {
   uint64_t last, time;
   int direction, lines;
} PolicyRefStream;

typedef struct PolicyRefCache PolicyRefCache;
struct PolicyRefCache {
   Geometry g;
   CachePolicy policy;
   uint64_t sets;
   PolicyRefLine* way; // [sets * ways]
   uint64_t* touched;  // [sets * ways]: when the way was hit or filled last
   uint64_t random;
   int selector, bimodal;
   PolicyRefStride stride[256];
   PolicyRefStream stream[16];
   PolicyRefCache* next;
   PolicyRefCache* above[2];
   int level;
};

static struct {
   PolicyRefCache i1, d1, l2, l3, ll; // sets 0: there is no such level
   LlPolicy ll_policy;
   bool write_back, prefetch;
   Prefetcher prefetcher; // tested in test_cachesim.c
   uint64_t loader, ids, clock, prefetch_hits;
   LineEnds ends;
   // Told each reference of the program to a line, if it is not NULL; first: of the request to this cache.
   void (*referenced)(const PolicyRefCache* c, uint64_t address, bool hit, bool first);
} policy_ref;

// --- use ----------------------------------------------------------------------------------

static void policy_ref_add_end(const PolicyRefCache* c, uint64_t line, const PolicyRefUse* u,
                               int level)
{
   uint64_t unused = 0;
   for (uint32_t i = 0; i < c->g.line_B; i++) unused += !u->used[i];
   line_ends_add(&policy_ref.ends, (LineEnd){line * c->g.line_B, u->loader, u->count, unused,
                                             level, u->prefetched});
}

static void policy_ref_add_use(const PolicyRefUse* from, uint32_t from_B, uint64_t offset,
                               PolicyRefUse* to)
{
   to->count += from->count;
   for (uint32_t i = 0; i < from_B; i++) to->used[offset + i] |= from->used[i];
}

// Lines above that came from line `id` of c add what they have, to a line of to_cache.
static void policy_ref_collect(const PolicyRefCache* c, uint64_t id,
                               const PolicyRefCache* to_cache, PolicyRefUse* to)
{
   for (int k = 0; k < 2; k++) {
      PolicyRefCache* u = c->above[k];
      for (uint64_t i = 0; u && i < u->sets * u->g.ways; i++) {
         PolicyRefLine* l = &u->way[i];
         if (!l->there || l->below != id) continue;
         policy_ref_add_use(&l->use, u->g.line_B, l->line * u->g.line_B % to_cache->g.line_B,
                            to);
         policy_ref_collect(u, l->id, to_cache, to);
         if (c == to_cache) l->below = 0;
      }
   }
}

static PolicyRefLine* policy_ref_find(const PolicyRefCache* c, uint64_t address)
{
   uint64_t line = address / c->g.line_B, set = line % c->sets;
   for (uint32_t w = 0; w < c->g.ways; w++) {
      PolicyRefLine* l = &c->way[set * c->g.ways + w];
      if (l->there && l->line == line) return l;
   }
   return NULL;
}

// The level that exchanges lines with an exclusive LL.
static bool policy_ref_is_exclusive(const PolicyRefCache* c)
{
   const PolicyRefCache* front = policy_ref.l3.sets ? &policy_ref.l3 : &policy_ref.l2;
   return c == front && policy_ref.ll_policy == LL_EXCLUSIVE;
}

// A line that leaves adds its use to the line that it came from.
static void policy_ref_belong(const PolicyRefCache* c, PolicyRefLine* l)
{
   if (policy_ref_is_exclusive(c)) policy_ref_add_use(&l->use, c->g.line_B, 0, &l->chip);
   PolicyRefLine* below =
      c->next && l->below ? policy_ref_find(c->next, l->line * c->g.line_B) : NULL;
   if (below && below->id == l->below)
      policy_ref_add_use(&l->use, c->g.line_B, l->line * c->g.line_B % c->next->g.line_B,
                         &below->use);
}

static void policy_ref_evict(PolicyRefCache* c, PolicyRefLine* l)
{
   if (c == &policy_ref.ll && policy_ref.ll_policy == LL_INCLUSIVE) {
      PolicyRefCache* above[] = {&policy_ref.i1, &policy_ref.d1, &policy_ref.l2,
                                 &policy_ref.l3};
      for (int k = 0; k < 4; k++)
         for (uint64_t i = 0; i < above[k]->sets * above[k]->g.ways; i++) {
            PolicyRefLine* u = &above[k]->way[i];
            if (u->there && u->line * above[k]->g.line_B / c->g.line_B == l->line)
               policy_ref_evict(above[k], u);
         }
   }
   policy_ref_collect(c, l->id, c, &l->use);
   policy_ref_belong(c, l);
   policy_ref_add_end(c, l->line, &l->use, c->level);
   l->there = false;
}

// --- replacement --------------------------------------------------------------------------

static uint64_t policy_ref_latest(const uint64_t* touched, uint32_t n)
{
   uint64_t latest = 0;
   for (uint32_t i = 0; i < n; i++)
      if (touched[i] > latest) latest = touched[i];
   return latest;
}

// The half that was not touched last, and of that again.
static uint32_t policy_ref_plru(const uint64_t* touched, uint32_t n)
{
   if (n == 1) return 0;
   uint32_t half = n / 2;
   bool lower_is_newer =
      policy_ref_latest(touched, half) > policy_ref_latest(touched + half, half);
   return lower_is_newer ? half + policy_ref_plru(touched + half, half)
                         : policy_ref_plru(touched, half);
}

// 1: leads SRRIP, -1: leads the other, 0: follows.
static int policy_ref_leader(const PolicyRefCache* c, uint64_t set)
{
   uint64_t n = c->sets / 2 > 32 ? 32 : c->sets / 2;
   for (uint64_t k = 0; k < n; k++) {
      uint64_t first = k * (c->sets / n);
      if (set == first) return 1;
      if (set == first + c->sets / n / 2) return -1;
   }
   return 0;
}

static int policy_ref_first_distance(PolicyRefCache* c, uint64_t set)
{
   int leader = policy_ref_leader(c, set);
   bool bimodal = leader < 0 || (leader == 0 && c->selector >= 512);
   if (c->policy.replacement != REPLACE_DRRIP || !bimodal) return 2;
   c->bimodal++;
   return c->bimodal % 32 == 0 ? 2 : 3;
}

static void policy_ref_missed(PolicyRefCache* c, uint64_t address)
{
   int leader = policy_ref_leader(c, address / c->g.line_B % c->sets);
   c->selector += leader;
   if (c->selector > 1023) c->selector = 1023;
   if (c->selector < 0) c->selector = 0;
}

static void policy_ref_hit(PolicyRefCache* c, PolicyRefLine* l)
{
   l->last_use = c->touched[l - c->way] = ++policy_ref.clock;
   l->distance = 0;
}

static uint32_t policy_ref_victim(PolicyRefCache* c, uint64_t set)
{
   PolicyRefLine* l = c->way + set * c->g.ways;
   uint32_t victim = 0;
   switch (c->policy.replacement) {
   case REPLACE_PLRU: return policy_ref_plru(c->touched + set * c->g.ways, c->g.ways);
   case REPLACE_SRRIP:
   case REPLACE_DRRIP:
      for (;;) {
         for (uint32_t w = 0; w < c->g.ways; w++)
            if (l[w].distance == 3) return w;
         for (uint32_t w = 0; w < c->g.ways; w++) l[w].distance++;
      }
   case REPLACE_RANDOM:
      c->random ^= c->random << 13;
      c->random ^= c->random >> 7;
      c->random ^= c->random << 17;
      return (uint32_t)((c->random >> 32) % c->g.ways);
   default:
      for (uint32_t w = 1; w < c->g.ways; w++)
         if (l[w].last_use < l[victim].last_use) victim = w;
      return victim;
   }
}

// A way for a new line; *evicted: what was there.
static PolicyRefLine* policy_ref_way(PolicyRefCache* c, uint64_t address,
                                     PolicyRefLine* evicted)
{
   uint64_t set = address / c->g.line_B % c->sets;
   PolicyRefLine* l = NULL;
   for (uint32_t w = c->g.ways; w-- > 0;)
      if (!c->way[set * c->g.ways + w].there) l = &c->way[set * c->g.ways + w];
   evicted->there = false;
   if (!l) {
      l = &c->way[set * c->g.ways + policy_ref_victim(c, set)];
      policy_ref_evict(c, l);
      *evicted = *l;
      evicted->there = true;
   }
   memset(l, 0, sizeof *l);
   l->there = true;
   l->line = address / c->g.line_B;
   l->id = ++policy_ref.ids;
   l->last_use = c->touched[l - c->way] = ++policy_ref.clock;
   l->distance = policy_ref_first_distance(c, set);
   return l;
}

// Loads a line; returns its way.  *from: what serves it, if LL is exclusive; *dirty: one was evicted.
static PolicyRefLine* policy_ref_load(PolicyRefCache* c, uint64_t address, ServedBy* from,
                                      bool* dirty)
{
   PolicyRefUse chip = {.loader = policy_ref.loader};
   PolicyRefLine evicted, *l;
   if (policy_ref_is_exclusive(c)) {
      PolicyRefLine* v = policy_ref_find(&policy_ref.ll, address);
      *from = v ? AT_LL : AT_MEMORY;
      if (v) {
         chip = v->use;
         v->there = false;
      } else {
         policy_ref_missed(&policy_ref.ll, address);
      }
   }
   l = policy_ref_way(c, address, &evicted);
   l->use.loader = policy_ref.loader;
   *dirty = evicted.there && evicted.dirty;
   if (policy_ref_is_exclusive(c)) {
      l->chip = chip;
      PolicyRefLine gone;
      if (evicted.there)
         policy_ref_way(&policy_ref.ll, evicted.line * c->g.line_B, &gone)->use = evicted.chip;
   }
   return l;
}

// --- requests -----------------------------------------------------------------------------

typedef struct {
   uint64_t address;
   uint32_t size;
   bool write, prefetch, filled;
   uint64_t instr;
   const bool* held; // [size]: bytes that a cache above holds
} PolicyRefAsk;

static ServedBy policy_ref_ask(PolicyRefCache* c, PolicyRefAsk a);

// The request has loaded line n, and evicted it again.
static void policy_ref_count_own(const PolicyRefCache* c, uint64_t n, const PolicyRefAsk* a)
{
   uint64_t used_B = 0;
   for (uint32_t i = 0; i < a->size; i++)
      used_B += !a->held[i] && (a->address + i) / c->g.line_B == n;
   if (used_B)
      line_ends_use_own(&policy_ref.ends, c->level, n * c->g.line_B, policy_ref.loader, used_B);
}

static void policy_ref_count(const PolicyRefCache* c, PolicyRefLine* l, const PolicyRefAsk* a)
{
   bool any = false;
   for (uint32_t i = 0; i < a->size; i++) {
      uint64_t byte = a->address + i;
      if (a->held[i] || byte / c->g.line_B != l->line) continue;
      any = true;
      l->use.used[byte % c->g.line_B] = true;
   }
   l->use.count += any;
}

static void policy_ref_attach(PolicyRefCache* c, uint64_t address)
{
   PolicyRefLine* l = policy_ref_find(c, address);
   if (!l || !c->next) return;
   const PolicyRefLine* below = policy_ref_find(c->next, address);
   l->below = below && !policy_ref_is_exclusive(c) ? below->id : 0;
}

static void policy_ref_prefetch(PolicyRefCache* c, uint64_t address)
{
   address -= address % c->g.line_B;
   if (policy_ref_find(c, address)) return;
   policy_ref_missed(c, address);
   ServedBy from;
   bool dirty, held = true;
   PolicyRefLine* l = policy_ref_load(c, address, &from, &dirty);
   l->untouched = l->use.prefetched = true;
   if (!c->next || policy_ref_is_exclusive(c)) return;
   policy_ref_ask(
      c->next,
      (PolicyRefAsk){
         .address = address, .size = 1, .prefetch = true, .filled = true, .held = &held});
   policy_ref_attach(c, address);
}

static void policy_ref_observe_stream(PolicyRefCache* c, uint64_t line)
{
   PolicyRefStream* s = NULL;
   for (int i = 15; i >= 0; i--) {
      PolicyRefStream* t = &c->stream[i];
      int64_t d = (int64_t)(line - t->last);
      if (t->lines && d >= (t->direction > 0 ? 0 : -4) && d <= (t->direction < 0 ? 0 : 4))
         s = t;
   }
   if (!s) {
      s = &c->stream[0];
      for (int i = 1; i < 16; i++)
         if (c->stream[i].time < s->time) s = &c->stream[i];
      memset(s, 0, sizeof *s);
      s->last = line + 1; // another one
   }
   s->time = ++policy_ref.clock;
   if (line == s->last) return;
   if (s->lines > 0) s->direction = line > s->last ? 1 : -1;
   s->lines++;
   s->last = line;
   if (s->lines >= 3)
      policy_ref_prefetch(c, (line + (uint64_t)(4 * s->direction)) * c->g.line_B);
}

static void policy_ref_observe_stride(PolicyRefCache* c, uint64_t instr, uint64_t address)
{
   PolicyRefStride* s = &c->stride[instr % 256];
   uint64_t stride = address - s->last;
   if (s->instr != instr) {
      *s = (PolicyRefStride){instr, address, 0};
   } else if (stride) {
      bool again = stride == s->stride;
      *s = (PolicyRefStride){instr, address, stride};
      if (again) policy_ref_prefetch(c, address + stride);
   }
}

static void policy_ref_prefetch_as_callgrind(PolicyRefCache* c, uint64_t address)
{
   uint64_t wanted;
   if (!prefetch_observe(&policy_ref.prefetcher, address, &wanted)) return;
   PolicyRefLine* l = policy_ref_find(c, wanted);
   ServedBy from;
   bool dirty;
   if (l) {
      policy_ref_hit(c, l);
   } else {
      policy_ref_missed(c, wanted);
      policy_ref_load(c, wanted, &from, &dirty)->use.prefetched = true;
   }
}

static ServedBy policy_ref_ask(PolicyRefCache* c, PolicyRefAsk a)
{
   if (!c->next && policy_ref.prefetch && !a.prefetch)
      policy_ref_prefetch_as_callgrind(c, a.address);
   bool observed[8] = {false}, loaded[8] = {false}, any_observed = false, any_missed = false;
   bool now_held[64];
   memcpy(now_held, a.held, a.size);
   PolicyRefAsk next = a;
   next.held = now_held;
   ServedBy by = (ServedBy)(c->level - 1), worst = AT_L1;
   uint64_t line_B = c->g.line_B, first = a.address / line_B,
            last = (a.address + a.size - 1) / line_B;
   for (uint64_t n = first; n <= last; n++) {
      PolicyRefLine* l = policy_ref_find(c, n * line_B);
      ServedBy from = AT_MEMORY;
      bool evicted_dirty = false;
      if (l) {
         from = AT_L1;
         policy_ref_hit(c, l);
         if (l->untouched && !a.prefetch) {
            l->untouched = l->use.prefetched = false;
            observed[n - first] = true;
            policy_ref.prefetch_hits++;
         }
      } else {
         any_missed = true;
         observed[n - first] = !a.prefetch;
         policy_ref_missed(c, n * line_B);
         if (!a.write || a.filled || !c->policy.no_write_allocate) {
            l = policy_ref_load(c, n * line_B, &from, &evicted_dirty);
            loaded[n - first] = next.filled = true;
         } else if (policy_ref_is_exclusive(c)) {
            PolicyRefLine* v = policy_ref_find(&policy_ref.ll, n * line_B);
            if (v) {
               from = AT_LL;
               policy_ref_hit(&policy_ref.ll, v);
               policy_ref_count(&policy_ref.ll, v, &a);
            } else {
               policy_ref_missed(&policy_ref.ll, n * line_B);
            }
         }
         if (evicted_dirty) from = AT_MEMORY_WB;
      }
      if (policy_ref.referenced && !a.prefetch) {
         policy_ref.referenced(c, n * line_B, from == AT_L1, n == first);
         // An exclusive LL is asked line by line.
         if (policy_ref_is_exclusive(c) && from != AT_L1)
            policy_ref.referenced(&policy_ref.ll, n * line_B, from == AT_LL, false);
      }
      if (from > worst) worst = from;
      if (!l) continue;
      if (!c->next && a.write && policy_ref.write_back) l->dirty = true;
      for (uint32_t i = 0; i < a.size; i++)
         if ((a.address + i) / line_B == n) now_held[i] = true;
   }
   if (policy_ref_is_exclusive(c) || !c->next) {
      if (any_missed) by = worst;
   } else if (any_missed || (a.write && policy_ref.write_back)) {
      // The request with what no cache above holds.
      ServedBy next_by = policy_ref_ask(c->next, next);
      if (any_missed) by = next_by;
   }
   for (uint64_t n = first; n <= last; n++)
      if (loaded[n - first]) policy_ref_attach(c, n * line_B);
   for (uint64_t n = first; n <= last; n++) {
      if (!observed[n - first]) continue;
      any_observed = true;
      if (c->policy.prefetch == PREFETCH_NEXT_LINE) policy_ref_prefetch(c, (n + 1) * line_B);
      if (c->policy.prefetch == PREFETCH_STREAM) policy_ref_observe_stream(c, n);
   }
   if (any_observed && c->policy.prefetch == PREFETCH_STRIDE && a.instr)
      policy_ref_observe_stride(c, a.instr, a.address);
   for (uint64_t n = first; n <= last; n++) {
      PolicyRefLine* l = policy_ref_find(c, n * line_B);
      if (l)
         policy_ref_count(c, l, &a);
      else if (loaded[n - first])
         policy_ref_count_own(c, n, &a);
   }
   return by;
}

static inline ServedBy policy_ref_access(PolicyRefCache* c, uint64_t address, uint32_t size,
                                         bool write, uint64_t instr)
{
   static const bool held[64];
   return policy_ref_ask(
      c, (PolicyRefAsk){
            .address = address, .size = size, .write = write, .instr = instr, .held = held});
}

// --- all lines ----------------------------------------------------------------------------

// All lines are evicted, those of L1 first.
static inline void policy_ref_evict_all(void)
{
   PolicyRefCache* all[] = {&policy_ref.i1, &policy_ref.d1, &policy_ref.l2, &policy_ref.l3,
                            &policy_ref.ll};
   for (int k = 0; k < N_CACHES; k++)
      for (uint64_t i = 0; i < all[k]->sets * all[k]->g.ways; i++) {
         PolicyRefLine* l = &all[k]->way[i];
         if (!l->there) continue;
         policy_ref_belong(all[k], l);
         policy_ref_add_end(all[k], l->line, &l->use, all[k]->level);
         if (policy_ref_is_exclusive(all[k]))
            policy_ref_add_end(all[k], l->line, &l->chip, LEVEL_LL);
      }
}

static PolicyRefCache policy_ref_cache(const HierarchyConfig* c, CacheRole role, int level)
{
   const Geometry* const g[] = {&c->i1, &c->d1, &c->between[0], &c->between[1], &c->ll};
   static const uint64_t number[] = {1, 2, 3, 5, 4}; // of the random generator
   PolicyRefCache r = {.g = *g[role], .policy = c->policy[role], .level = level};
   r.sets = r.g.size_B / r.g.ways / r.g.line_B;
   r.way = calloc(r.sets * r.g.ways, sizeof *r.way);
   r.touched = calloc(r.sets * r.g.ways, sizeof *r.touched);
   r.selector = 511;
   r.random = (c->seed + number[role]) * 0x9E3779B97F4A7C15ULL;
   if (!r.random) r.random = 1;
   return r;
}

static void policy_ref_connect(PolicyRefCache* c, PolicyRefCache* next)
{
   c->next = next;
   next->above[next->above[0] != NULL] = c;
}

static inline void policy_ref_init(const HierarchyConfig* c)
{
   PolicyRefCache* old[] = {&policy_ref.i1, &policy_ref.d1, &policy_ref.l2, &policy_ref.l3,
                            &policy_ref.ll};
   for (int i = 0; i < N_CACHES; i++) {
      free(old[i]->way);
      free(old[i]->touched);
   }
   memset(&policy_ref, 0, sizeof policy_ref);
   policy_ref.i1 = policy_ref_cache(c, CACHE_I1, LEVEL_L1);
   policy_ref.d1 = policy_ref_cache(c, CACHE_D1, LEVEL_L1);
   policy_ref.ll = policy_ref_cache(c, CACHE_LL, LEVEL_LL);
   PolicyRefCache* next = &policy_ref.ll;
   if (c->between[1].size_B) {
      policy_ref.l3 = policy_ref_cache(c, CACHE_L3, LEVEL_L3);
      policy_ref_connect(&policy_ref.l3, next);
      next = &policy_ref.l3;
   }
   if (c->between[0].size_B) {
      policy_ref.l2 = policy_ref_cache(c, CACHE_L2, LEVEL_L2);
      policy_ref_connect(&policy_ref.l2, next);
      next = &policy_ref.l2;
   }
   policy_ref_connect(&policy_ref.i1, next);
   policy_ref_connect(&policy_ref.d1, next);
   policy_ref.ll_policy = c->ll_policy;
   policy_ref.write_back = c->write_back;
   policy_ref.prefetch = c->prefetch;
   prefetch_init(&policy_ref.prefetcher, (uint32_t)__builtin_ctz(c->ll.line_B));
}

// --- configurations -----------------------------------------------------------------------

static uint32_t policy_ref_below(uint64_t* choices, uint32_t n)
{
   uint32_t chosen = (uint32_t)(*choices % n);
   *choices /= n;
   return chosen;
}

// Chooses an L3 between L2 and LL, with lines of one of their sizes or of one between them.
static void policy_ref_choose_l3(HierarchyConfig* c, uint64_t choices)
{
   CachePolicy* p = &c->policy[CACHE_L3];
   p->replacement = policy_ref_below(&choices, N_REPLACEMENTS);
   p->prefetch = policy_ref_below(&choices, N_PREFETCHES);
   p->no_write_allocate = policy_ref_below(&choices, 3) == 0;
   uint32_t ways = 1 + policy_ref_below(&choices, 6), sets = 1 + policy_ref_below(&choices, 14);
   if (p->replacement == REPLACE_PLRU) ways = 1u << ways % 4;
   uint32_t line_B = c->between[0].line_B << policy_ref_below(&choices, 3);
   if (line_B > c->ll.line_B) line_B = c->ll.line_B;
   c->between[1] = (Geometry){(uint64_t)sets * ways * line_B, ways, line_B};
}

// A hierarchy of two, three or four levels with any policies, of a number that says which.
static inline HierarchyConfig policy_ref_config(uint64_t choices, uint32_t levels)
{
   // The other levels use the whole number up, so L3's choices are made of a hash of it.
   const uint64_t of_l3 = (choices * 0x9E3779B97F4A7C15ULL) >> 16;
   HierarchyConfig c = {.line_use = policy_ref_below(&choices, 2),
                        .write_back = policy_ref_below(&choices, 6) == 0,
                        .prefetch = policy_ref_below(&choices, 6) == 0,
                        .ll_policy = policy_ref_below(&choices, 3),
                        .seed = policy_ref_below(&choices, 3)};
   Geometry* const g[] = {&c.i1, &c.d1, &c.between[0], &c.between[1], &c.ll};
   uint32_t line_B = 32;
   for (CacheRole r = CACHE_I1; r < N_CACHES; r++) {
      if (r == CACHE_L3) continue;
      c.policy[r].replacement = policy_ref_below(&choices, N_REPLACEMENTS);
      c.policy[r].prefetch =
         policy_ref_below(&choices, r == CACHE_I1 ? PREFETCH_STREAM : N_PREFETCHES);
      c.policy[r].no_write_allocate = r != CACHE_I1 && policy_ref_below(&choices, 3) == 0;
      uint32_t ways = 1 + policy_ref_below(&choices, 6), sets = 1;
      if (c.policy[r].replacement == REPLACE_PLRU) ways = 1u << ways % 4;
      if (r == CACHE_D1)
         sets = 1u << policy_ref_below(&choices, 4); // hot slots
      else
         sets = 1 + policy_ref_below(&choices, r == CACHE_LL ? 30 : 10);
      if (r == CACHE_L2 && levels < 3) continue;
      if (r != CACHE_D1) line_B <<= policy_ref_below(&choices, r == CACHE_LL ? 2 : 3) == 1;
      *g[r] = (Geometry){(uint64_t)sets * ways * line_B, ways, line_B};
   }
   if (levels > 3) policy_ref_choose_l3(&c, of_l3);
   if (c.ll_policy == LL_EXCLUSIVE) { // LL decides nothing
      const Geometry* front = &c.between[levels > 3];
      c.write_back = c.prefetch = false;
      c.policy[CACHE_LL].prefetch = PREFETCH_NONE;
      c.policy[CACHE_LL].no_write_allocate = false;
      c.ll.size_B = c.ll.size_B / c.ll.line_B * front->line_B;
      c.ll.line_B = front->line_B;
      if (levels < 3) c.ll = (Geometry){4096, 4, 64};
   }
   if (hierarchy_policy_error(&c)) c.ll_policy = LL_NEITHER;
   return c;
}

#endif
