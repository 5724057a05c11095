// SPDX-License-Identifier: GPL-3.0-or-later
// Set-associative LRU cache; see set_cache.h.
#include "cachesim/set_cache.h"

#include "cachesim/set_cache_inl.h"

static uint32_t log2_of(uint64_t power)
{
   return (uint32_t)__builtin_ctzll(power);
}

void set_cache_init(SetCache* c, const Geometry* g)
{
   c->geometry = *g;
   c->sets = geometry_sets(g);
   c->ways = g->ways;
   c->line_shift = log2_of(g->line_B);
   c->set_mask = (c->sets & (c->sets - 1)) == 0 ? c->sets - 1 : 0;
   c->tags = host_alloc("cachesim.tags", c->sets * c->ways * sizeof *c->tags);
   set_cache_clear(c);
}

void set_cache_free(SetCache* c)
{
   host_free(c->tags);
   c->tags = NULL;
}

void set_cache_clear(SetCache* c)
{
   for (uint64_t i = 0; i < c->sets * c->ways; i++) c->tags[i] = TAG_EMPTY;
}

bool set_cache_touch(SetCache* c, uint64_t address)
{
   uint64_t* set = c->tags + set_cache_set(c, address) * c->ways;
   return lru_touch(set, c->ways, set_cache_line(c, address));
}

int set_cache_touch_wb(SetCache* c, uint64_t address, bool write)
{
   uint64_t* set = c->tags + set_cache_set(c, address) * c->ways;
   uint64_t line = set_cache_line(c, address);
   uint64_t previous = set[0];
   uint32_t i = 0;
   while ((previous & ~TAG_DIRTY) != line) {
      if (++i == c->ways) {
         set[0] = line | (write ? TAG_DIRTY : 0);
         return previous & TAG_DIRTY ? 2 : 1;
      }
      uint64_t t = set[i];
      set[i] = previous;
      previous = t;
   }
   set[0] = previous | (write ? TAG_DIRTY : 0);
   return 0;
}

void set_cache_check(const SetCache* c)
{
   for (uint64_t s = 0; s < c->sets; s++) {
      const uint64_t* set = c->tags + s * c->ways;
      for (uint32_t i = 0; i < c->ways; i++) {
         if (set[i] == TAG_EMPTY) continue;
         XG_ASSERT(set_cache_set(c, set[i]) == s);
         for (uint32_t j = 0; j < i; j++)
            XG_ASSERT((set[i] & ~TAG_DIRTY) != (set[j] & ~TAG_DIRTY));
      }
   }
}
