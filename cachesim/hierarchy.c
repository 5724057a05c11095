// SPDX-License-Identifier: GPL-3.0-or-later
// The cache hierarchy; see hierarchy.h.
#include "cachesim/hierarchy.h"

#include "cachesim/callgrind_arithmetic.h"

// The cache with this role; NULL: I1.
static Cache* cache_of(Hierarchy* h, CacheRole role)
{
   Cache* const cache[N_CACHES] = {NULL, &h->d1, &h->l2, &h->ll};
   return cache[role];
}

static bool power_of_two(uint64_t n)
{
   return (n & (n - 1)) == 0;
}

bool hierarchy_can_be_hot(const Geometry* d1, bool line_use)
{
   uint64_t sets = geometry_sets(d1);
   if (!power_of_two(sets) || sets > HOT_SETS_MAX) return false;
   // A slot has room for one word of mask.  With one set, the second line of an access may evict
   // the first, whose use would then be counted in a slot that no longer holds it.
   return !line_use || (d1->line_B <= MASK_WORD_B && sets > 1);
}

static bool is_fast(const Hierarchy* h)
{
   const HierarchyConfig* c = &h->config;
   bool one_size = c->i1.line_B == c->ll.line_B && c->d1.line_B == c->ll.line_B
                   && (!hierarchy_has_l2(c) || c->l2.line_B == c->ll.line_B);
   return h->d1.hot && !c->write_back && !c->prefetch && !h->callgrind
          && (!c->line_use || one_size);
}

static void connect(Hierarchy* h)
{
   bool l2 = hierarchy_has_l2(&h->config);
   code_cache_connect(&h->i1, l2 ? &h->l2 : &h->ll);
   cache_connect(&h->d1, l2 ? &h->l2 : &h->ll);
   if (l2) cache_connect(&h->l2, &h->ll);
   if (h->config.prefetch) h->ll.prefetcher = &h->prefetcher;
   if (!h->config.write_back) return;
   h->d1.write_through = true;
   h->l2.write_through = true;
   h->ll.keeps_dirty = true;
   h->ll.tag_state |= TAG_DIRTY;
}

void hierarchy_init(Hierarchy* h, const HierarchyConfig* config, HotSlot* hot)
{
   *h = (Hierarchy){
      .config = *config, .d1.level = LEVEL_L1, .l2.level = LEVEL_L2, .ll.level = LEVEL_LL};
   code_cache_init(&h->i1, &config->i1, config->line_use);
   for (CacheRole r = CACHE_D1; r < N_CACHES; r++) {
      Cache* c = cache_of(h, r);
      const Geometry* g = r == CACHE_D1   ? &config->d1
                          : r == CACHE_L2 ? &config->l2
                                          : &config->ll;
      if (!g->size_B) continue;
      cache_init(c, g, config->line_use);
      if (config->line_use && config->owners) cache_keep_owners(c);
   }
   if (hierarchy_can_be_hot(&config->d1, config->line_use)) cache_use_hot_slots(&h->d1, hot);
   prefetch_init(&h->prefetcher, h->ll.line_shift);
   if (config->callgrind_arithmetic) callgrind_arithmetic_init(h);
   h->fast = is_fast(h);
   if (!h->callgrind) connect(h); // Callgrind's arithmetic connects the levels in its own way
}

void hierarchy_free(Hierarchy* h)
{
   code_cache_free(&h->i1);
   for (CacheRole r = CACHE_D1; r < N_CACHES; r++) cache_free(cache_of(h, r));
}

void hierarchy_clear(Hierarchy* h)
{
   code_cache_clear(&h->i1);
   for (CacheRole r = CACHE_D1; r < N_CACHES; r++) cache_clear(cache_of(h, r));
   prefetch_clear(&h->prefetcher);
}

// --- accesses -----------------------------------------------------------------------------

ServedBy hierarchy_data(Hierarchy* h, const Request* r, LineChanges* changes)
{
   if (XG_UNLIKELY(h->callgrind)) return callgrind_data(h, r, changes);
   return cache_request(&h->d1, r, changes);
}

void hierarchy_count_hot(Hierarchy* h, uint64_t address, uint32_t size_B)
{
   if (h->d1.hot && h->config.line_use) cache_count_hot(&h->d1, address, size_B);
}

ServedBy hierarchy_fetch(Hierarchy* h, const Request* r, LineChanges* changes)
{
   if (XG_UNLIKELY(h->callgrind))
      return callgrind_fetch(h, code_cache_line(&h->i1, r->address), r, true, changes);
   return code_cache_request(&h->i1, r, changes);
}

ServedBy hierarchy_fetch_missed(Hierarchy* h, CodeLine* first, const Request* r,
                                LineChanges* changes)
{
   if (XG_UNLIKELY(h->callgrind)) return callgrind_fetch(h, first, r, false, changes);
   return code_cache_missed(&h->i1, first, r, changes);
}

// --- all lines ----------------------------------------------------------------------------

// A resident line.
typedef struct {
   Cache* cache;      // NULL: I1
   uint64_t position; // in Cache.tags or in CodeCache.resident
} FoundLine;

static bool next_code_line(const CodeCache* c, uint64_t* position, uint64_t* found)
{
   for (uint64_t n = c->sets * c->ways; *position < n;) {
      *found = (*position)++;
      if (c->resident[*found]) return true;
   }
   return false;
}

static bool next_line(Hierarchy* h, LineCursor* at, FoundLine* found)
{
   for (; at->cache < N_CACHES; *at = (LineCursor){at->cache + 1, 0}) {
      found->cache = cache_of(h, (CacheRole)at->cache);
      if (found->cache ? cache_next_line(found->cache, &at->position, &found->position)
                       : next_code_line(&h->i1, &at->position, &found->position))
         return true;
   }
   return false;
}

bool hierarchy_evict_next(Hierarchy* h, LineCursor* cursor, Eviction* e)
{
   FoundLine f;
   if (!next_line(h, cursor, &f)) {
      hierarchy_clear(h); // the prefetcher's streams
      return false;
   }
   if (XG_UNLIKELY(h->callgrind))
      *e = callgrind_take_line(h, f.cache, f.position);
   else
      *e = f.cache ? cache_take_line(f.cache, f.position)
                   : code_cache_take_line(&h->i1, f.position);
   return true;
}

static uint64_t index_of(const FoundLine* f)
{
   const Cache* c = f->cache;
   return f->position / c->ways * c->ways + (c->tags[f->position] & WAY_MASK);
}

CostTarget* hierarchy_next_target(Hierarchy* h, LineCursor* cursor)
{
   FoundLine f;
   if (!next_line(h, cursor, &f)) return NULL;
   return f.cache ? &f.cache->lines[index_of(&f)].target : &h->i1.resident[f.position]->target;
}

void hierarchy_set_owner(Hierarchy* h, uint32_t owner)
{
   LineCursor cursor = {0};
   for (FoundLine f; h->config.owners && next_line(h, &cursor, &f);)
      if (f.cache)
         f.cache->owners[index_of(&f)] = owner;
      else
         h->i1.resident[f.position]->owner = owner;
}

void hierarchy_check(const Hierarchy* h)
{
   XG_ASSERT(!h->fast || !h->callgrind);
   code_cache_check(&h->i1);
   if (h->callgrind) return;
   cache_check(&h->d1);
   cache_check(&h->l2);
   cache_check(&h->ll);
}
