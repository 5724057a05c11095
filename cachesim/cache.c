// SPDX-License-Identifier: GPL-3.0-or-later
// A set-associative LRU cache of a hierarchy; see cache.h.
#include "cachesim/cache.h"

#include "cachesim/code_cache.h"
#include "cachesim/place_inl.h"

static uint64_t n_ways(const Cache* c)
{
   return c->sets * c->ways;
}

static void* fresh_array(uint64_t n, size_t element_B)
{
   return host_map_zeroed(n * element_B);
}

static void free_array(void* p, uint64_t n, size_t element_B)
{
   if (p) host_unmap(p, n * element_B);
}

void cache_init(Cache* c, const Geometry* g, bool line_use)
{
   *c = (Cache){.level = c->level,
                .sets = geometry_sets(g),
                .ways = g->ways,
                .line_shift = (uint32_t)__builtin_ctzll(g->line_B),
                .words = g->line_B > MASK_WORD_B ? g->line_B / MASK_WORD_B : 1,
                .geometry = *g};
   c->set_mask = c->sets - 1;
   c->power_of_two = (c->sets & c->set_mask) == 0;
   uint64_t n = n_ways(c);
   c->tags = fresh_array(n, sizeof *c->tags);
   if (!line_use) return;
   XG_ASSERT(n < DETACHED);
   c->tag_state = WAY_MASK;
   c->lines = fresh_array(n + 1, sizeof *c->lines);
   if (c->words > 1) c->masks = fresh_array((n + 1) * c->words, sizeof *c->masks);
}

void cache_slice(Cache* c, uint32_t slices)
{
   XG_ASSERT(slices && c->sets % slices == 0);
   if (slices == 1) return;
   c->sets_of_slice = c->sets / slices;
   c->power_of_two = false;
}

// docs/cache-model.md, "Slices": bits of all parts of the number decide, as in real processors, whose hashes are of
// physical addresses and mostly not published.
static uint64_t slice_of(uint64_t number, uint64_t slices)
{
   const uint64_t hash = number * 0x9E3779B97F4A7C15ULL;
   return (hash >> 32) % slices;
}

uint64_t cache_set_in_slice(const Cache* c, uint64_t number)
{
   const uint64_t of_slice = c->sets_of_slice;
   return slice_of(number, c->sets / of_slice) * of_slice + number % of_slice;
}

void cache_free(Cache* c)
{
   uint64_t n = n_ways(c);
   free_array(c->tags, n, sizeof *c->tags);
   free_array(c->lines, n + 1, sizeof *c->lines);
   free_array(c->lower, n, sizeof *c->lower);
   free_array(c->masks, (n + 1) * c->words, sizeof *c->masks);
   free_array(c->owners, n + 1, sizeof *c->owners);
   *c = (Cache){0};
}

void cache_keep_owners(Cache* c)
{
   c->owners = fresh_array(n_ways(c) + 1, sizeof *c->owners);
}

static void clear_hot_slots(Cache* c)
{
   for (uint64_t s = 0; c->hot && s < c->sets; s++)
      c->hot[s] = (HotSlot){.line = NO_LINE, .index = n_ways(c)};
}

void cache_use_hot_slots(Cache* c, HotSlot* hot)
{
   c->hot = hot;
   clear_hot_slots(c);
}

void cache_keep_lower(Cache* c)
{
   c->lower = fresh_array(n_ways(c), sizeof *c->lower);
}

void cache_link(Cache* c, Cache* next)
{
   c->next = next;
   c->beside = next->above;
   next->above = c;
}

void cache_connect(Cache* c, Cache* next)
{
   if (c->lines) cache_keep_lower(c);
   cache_link(c, next);
}

// --- line use -----------------------------------------------------------------------------

void cache_count_hot(Cache* c, uint64_t address, uint32_t size_B)
{
   HotSlot* slot = cache_hot_slot(c, address);
   slot->count++;
   slot->mask |= line_use_bits(address & (c->geometry.line_B - 1), size_B);
}

void cache_add_use(Cache* c, uint32_t index, uint64_t line, uint32_t line_B, uint64_t n,
                   const uint64_t* mask)
{
   c->lines[index].count += n;
   uint64_t offset_B = line & (c->geometry.line_B - 1);
   uint64_t* to = cache_mask(c, index) + offset_B / MASK_WORD_B;
   for (uint32_t w = 0; w * MASK_WORD_B < line_B; w++)
      to[w] |= mask[w] << offset_B % MASK_WORD_B;
}

// A line whose use is to be completed with that of lines above.
typedef struct {
   Cache* cache;
   uint32_t index;
} LineRef;

// Adds the fetches from the line at `address` that it has not noted yet.
static void add_unnoted(const CodeCache* u, uint64_t address, LineRef to)
{
   if (!u->unnoted) return;
   const CodeFetches f = u->unnoted();
   if (f.line == address)
      cache_add_use(to.cache, to.index, address, u->geometry.line_B, f.count, &f.mask);
}

// Adds what lines above the line at `index` of c have counted and not added to it yet.
static void add_use_above(Cache* c, uint32_t index, uint64_t line, LineRef to, bool detach)
{
   uint64_t end = line + c->geometry.line_B;
   for (Cache* u = c->above; u; u = u->beside)
      for (uint64_t a = line; a < end; a += u->geometry.line_B) {
         uint32_t i = cache_find(u, a);
         if (i == DETACHED || u->lower[i] != index) continue;
         if (u->hot) cache_flush_hot_slot(u, cache_hot_slot(u, a));
         cache_add_use(to.cache, to.index, a, u->geometry.line_B, u->lines[i].count,
                       cache_mask(u, i));
         if (u->above || u->code_above) add_use_above(u, i, a, to, false);
         if (detach) u->lower[i] = DETACHED;
      }
   for (CodeCache* u = c->code_above; u; u = u->beside)
      for (uint64_t a = line; a < end; a += u->geometry.line_B) {
         CodeLine* l = code_cache_known_line(u, a);
         if (l && XG_UNLIKELY(u->follows != NULL)) code_cache_follow(u, a);
         if (!l || !l->used || l->lower != index) continue;
         cache_add_use(to.cache, to.index, a, u->geometry.line_B, l->count, l->mask);
         add_unnoted(u, a, to);
         if (detach) l->lower = DETACHED;
      }
}

void cache_detach_above(Cache* c, uint32_t index, uint64_t line)
{
   add_use_above(c, index, line, (LineRef){c, index}, true);
}

void cache_add_use_below(Cache* c, uint64_t index, uint64_t line)
{
   if (c->next && c->lower[index] != DETACHED)
      cache_add_use(c->next, c->lower[index], line, c->geometry.line_B, c->lines[index].count,
                    cache_mask(c, index));
}

void cache_clear_use(Cache* c, uint64_t index)
{
   c->lines[index] = (LineUse){0};
   for (uint32_t w = 0; c->masks && w < c->words; w++) c->masks[index * c->words + w] = 0;
}

uint64_t cache_take_free_way(Cache* c, uint64_t base)
{
   uint64_t taken[WAYS_MAX / 64 + 1], *set = c->tags + base;
   for (uint32_t i = 0; i <= c->ways / 64; i++) taken[i] = 0;
   for (uint32_t i = 1; i < c->ways && set[i]; i++) {
      uint64_t way = set[i] & WAY_MASK;
      taken[way / 64] |= 1ULL << way % 64;
   }
   uint32_t word = 0;
   while (taken[word] == ~0ULL) word++;
   uint64_t way = word * 64 + (uint32_t)__builtin_ctzll(~taken[word]);
   set[0] |= way;
   return base + way;
}

void cache_clear(Cache* c)
{
   clear_hot_slots(c);
   if (c->policy) policy_state_clear(c->policy);
   for (uint64_t i = 0, n = n_ways(c); i < n; i++) {
      uint64_t tag = c->tags[i];
      if (!tag) continue; // leave memory alone that has not been used
      c->tags[i] = 0;
      if (c->lines) cache_clear_use(c, i / c->ways * c->ways + (tag & WAY_MASK));
   }
}

uint32_t cache_find(const Cache* c, uint64_t address)
{
   uint64_t position = place_find(c, address);
   if (position == NOWHERE) return DETACHED;
   return (uint32_t)(cache_set(c, address) * c->ways + (c->tags[position] & WAY_MASK));
}

// --- all lines ----------------------------------------------------------------------------

bool cache_next_line(const Cache* c, uint64_t* position, uint64_t* found)
{
   for (uint64_t n = n_ways(c); *position < n;) {
      *found = (*position)++;
      if (c->tags[*found] & TAG_VALID) return true;
   }
   return false;
}

Eviction cache_take_line(Cache* c, uint64_t position)
{
   uint64_t tag = c->tags[position], set = position / c->ways;
   c->tags[position] = 0;
   if (!c->lines) return (Eviction){0};
   uint64_t index = set * c->ways + (tag & WAY_MASK);
   if (c->hot && c->hot[set].index == index) {
      cache_flush_hot_slot(c, &c->hot[set]);
      c->hot[set] = (HotSlot){.line = NO_LINE, .index = n_ways(c)};
   }
   uint64_t line = cache_tag_line(c, tag);
   cache_add_use_below(c, index, line);
   Eviction e = cache_eviction(c, index, line);
   cache_clear_use(c, index);
   return e;
}

// Whether the line at position base + i of `tags` is one that may be there.
static bool line_is_valid(const Cache* c, uint64_t base, uint32_t i)
{
   const uint64_t* set = c->tags + base;
   uint64_t way = set[i] & WAY_MASK, line = cache_tag_line(c, set[i]);
   bool lru = place_in_order_of_use(c);
   if (!(set[i] & TAG_VALID) || (lru && i && !set[i - 1])) return false;
   if (!c->lines ? way != 0 : lru ? way >= c->ways : way != i) return false;
   if (cache_set(c, line) * c->ways != base) return false;
   for (uint32_t j = 0; j < i; j++) {
      if (!set[j]) continue;
      if (cache_tag_line(c, set[j]) == line) return false;
      if (c->lines && (set[j] & WAY_MASK) == way) return false;
   }
   return true;
}

// Whether the way at `index` of the set at `base` has a line, or no use.
static bool way_is_valid(const Cache* c, uint64_t base, uint64_t index)
{
   for (uint32_t i = 0; i < c->ways; i++)
      if (c->tags[base + i] && place_index(c, base + i) == index) return true;
   const LineUse* use = &c->lines[index];
   return !use->count && !use->mask && !use->target.counters;
}

bool cache_set_is_valid(const Cache* c, uint64_t set)
{
   uint64_t base = set * c->ways;
   for (uint32_t i = 0; i < c->ways; i++) {
      if (c->tags[base + i] && !line_is_valid(c, base, i)) return false;
      if (c->lines && !way_is_valid(c, base, base + i)) return false;
   }
   return true;
}

static void check_hot_slot(const Cache* c, uint64_t set)
{
   const HotSlot* slot = &c->hot[set];
   uint64_t first = set * c->ways;
   if (!c->policy && c->lines && c->tags[first])
      XG_ASSERT(slot->index == place_index(c, first));
   if (slot->line == NO_LINE) return;
   uint64_t position = place_find(c, slot->line);
   XG_ASSERT(position != NOWHERE && place_set(c, position) == set);
   XG_ASSERT(place_is_quiet(c, position));
   XG_ASSERT(!c->lines || slot->index == place_index(c, position));
}

void cache_check(const Cache* c)
{
   for (uint64_t s = 0; s < c->sets; s++) {
      XG_ASSERT(cache_set_is_valid(c, s));
      if (c->hot) check_hot_slot(c, s);
   }
   uint64_t position = 0, at;
   while (c->lines && c->next && cache_next_line(c, &position, &at)) {
      uint32_t lower = c->lower[place_index(c, at)];
      XG_ASSERT(lower == DETACHED
                || lower == cache_find(c->next, cache_tag_line(c, c->tags[at])));
   }
}

void cache_check_levels(const Cache* upper, const Cache* ll, LlPolicy policy)
{
   uint64_t position = 0, at;
   while (cache_next_line(upper, &position, &at)) {
      uint64_t line = cache_line(ll, cache_tag_line(upper, upper->tags[at]));
      bool is_there = place_find(ll, line) != NOWHERE;
      if (policy == LL_INCLUSIVE) XG_ASSERT(is_there);
      if (policy == LL_EXCLUSIVE) XG_ASSERT(!is_there);
   }
}
