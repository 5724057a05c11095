// SPDX-License-Identifier: GPL-3.0-or-later
//
// Obvious, slow reference models: what the fast ones must equal.
//
// A cache is a list of lines per set, searched from the front; nothing is clever here.
#ifndef XG_TESTS_UNIT_REFERENCE_H
#define XG_TESTS_UNIT_REFERENCE_H

#include <stdlib.h>
#include <string.h>

#include "cachesim/hierarchy.h"
#include "served.h"

typedef struct {
   uint64_t line; // line number
   bool dirty;
} RefLine;

typedef struct {
   Geometry g;
   uint64_t sets;
   RefLine* lines; // sets * ways, most recent first
   uint32_t* used; // lines in each set
} RefCache;

static inline RefCache ref_cache(Geometry g)
{
   RefCache c = {.g = g, .sets = g.size_B / g.ways / g.line_B};
   c.lines = calloc(c.sets * g.ways, sizeof *c.lines);
   c.used = calloc(c.sets, sizeof *c.used);
   return c;
}

static inline void ref_free(RefCache* c)
{
   free(c->lines);
   free(c->used);
}

// 0: hit, 1: miss, 2: miss that evicted a dirty line.
static inline int ref_touch(RefCache* c, uint64_t address, bool write)
{
   uint64_t line = address / c->g.line_B, set = line % c->sets;
   RefLine* v = c->lines + set * c->g.ways;
   int result = 1;
   RefLine found = {line, false};
   for (uint32_t i = 0; i < c->used[set]; i++) {
      if (v[i].line != line) continue;
      found = v[i];
      memmove(v + i, v + i + 1, (c->used[set] - i - 1) * sizeof *v);
      c->used[set]--;
      result = 0;
      break;
   }
   if (result == 1 && c->used[set] == c->g.ways) {
      c->used[set]--;
      if (v[c->used[set]].dirty) result = 2;
   }
   memmove(v + 1, v, c->used[set] * sizeof *v);
   found.dirty |= write;
   v[0] = found;
   c->used[set]++;
   return result;
}

typedef struct {
   RefCache i1, d1, l2, l3, ll; // sets 0: there is no such level
   bool write_back, prefetch;
   uint64_t last[8];
   long run[8];
} RefHierarchy;

static inline RefHierarchy ref_hierarchy(const HierarchyConfig* c)
{
   RefHierarchy h = {.write_back = c->write_back, .prefetch = c->prefetch};
   h.i1 = ref_cache(c->i1);
   h.d1 = ref_cache(c->d1);
   if (c->between[0].size_B) h.l2 = ref_cache(c->between[0]);
   if (c->between[1].size_B) h.l3 = ref_cache(c->between[1]);
   h.ll = ref_cache(c->ll);
   return h;
}

static inline void ref_hierarchy_free(RefHierarchy* h)
{
   ref_free(&h->i1);
   ref_free(&h->d1);
   ref_free(&h->l2);
   ref_free(&h->l3);
   ref_free(&h->ll);
}

static inline void ref_prefetch(RefHierarchy* h, uint64_t address)
{
   unsigned s = address / 4096 % 8;
   uint64_t line = address / h->ll.g.line_B;
   if (line == h->last[s]) return;
   long step = line == h->last[s] + 1 ? 1 : line + 1 == h->last[s] ? -1 : 0;
   h->last[s] = line;
   if (h->run[s] == 0) {
      h->run[s] = step;
   } else if ((h->run[s] > 0) == (step > 0) && step != 0) {
      h->run[s] += step;
      ref_touch(&h->ll, address + (uint64_t)(5 * step) * h->ll.g.line_B, false);
   } else {
      h->run[s] = 0;
   }
}

// Touches each line of the access; the worst outcome.
static inline int ref_access(RefCache* c, uint64_t address, uint32_t size_B, bool write)
{
   int worst = 0;
   uint64_t line_B = c->g.line_B;
   for (uint64_t a = address / line_B; a <= (address + size_B - 1) / line_B; a++) {
      int r = ref_touch(c, a * line_B, write);
      if (r > worst) worst = r;
   }
   return worst;
}

// An access that L1 has missed, or a write that passes through to LL.
static inline ServedBy ref_beyond_l1(RefHierarchy* h, uint64_t address, uint32_t size_B,
                                     bool through)
{
   bool l2_hit = h->l2.sets && ref_access(&h->l2, address, size_B, false) == 0;
   if (l2_hit && !through) return AT_L2;
   bool l3_hit = h->l3.sets && ref_access(&h->l3, address, size_B, false) == 0;
   if (l3_hit && !through) return AT_L3;
   if (h->prefetch) ref_prefetch(h, address);
   int r = ref_access(&h->ll, address, size_B, through);
   if (!h->write_back && r == 2) r = 1;
   return l2_hit ? AT_L2 : l3_hit ? AT_L3 : AT_LL + (ServedBy)r;
}

static inline ServedBy ref_data(RefHierarchy* h, uint64_t address, uint32_t size_B, bool write)
{
   bool through = write && h->write_back;
   bool hit = ref_access(&h->d1, address, size_B, false) == 0;
   if (hit && !through) return AT_L1;
   ServedBy by = ref_beyond_l1(h, address, size_B, through);
   return hit ? AT_L1 : by;
}

static inline ServedBy ref_fetch(RefHierarchy* h, uint64_t address, uint32_t size_B)
{
   if (ref_access(&h->i1, address, size_B, false) == 0) return AT_L1;
   return ref_beyond_l1(h, address, size_B, false);
}

#endif
