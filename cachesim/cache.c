// SPDX-License-Identifier: GPL-3.0-or-later
// A set-associative LRU cache of a hierarchy; see cache.h.
#include "cachesim/cache.h"

#include "cachesim/classifier.h"
#include "cachesim/code_cache.h"
#include "cachesim/lru_inl.h"
#include "cachesim/policy_cache.h"

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

void cache_connect(Cache* c, Cache* next)
{
   if (c->lines) cache_keep_lower(c);
   c->next = next;
   c->beside = next->above;
   next->above = c;
}

// --- line use -----------------------------------------------------------------------------

void cache_count(Cache* c, uint64_t index, uint64_t offset_B, uint64_t size_B)
{
   c->lines[index].count++;
   line_use_set_bits(cache_mask(c, index), offset_B, size_B);
}

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
         if (!l || !l->used || l->lower != index) continue;
         cache_add_use(to.cache, to.index, a, u->geometry.line_B, l->count, l->mask);
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

Eviction cache_eviction(const Cache* c, uint64_t index, uint64_t line)
{
   const LineUse* use = &c->lines[index];
   return (Eviction){.target = use->target,
                     .line = line,
                     .count = use->count,
                     .line_B = c->geometry.line_B,
                     .unused_B = line_use_unused_B(cache_mask(c, index), c->geometry.line_B),
                     .owner = c->owners ? c->owners[index] : 0,
                     .level = c->level,
                     .prefetched = use->prefetched};
}

void cache_clear_use(Cache* c, uint64_t index)
{
   c->lines[index] = (LineUse){0};
   for (uint32_t w = 0; c->masks && w < c->words; w++) c->masks[index * c->words + w] = 0;
}

uint64_t cache_take_free_way(uint64_t* set, uint32_t ways)
{
   uint32_t n = 1;
   while (n < ways && set[n]) n++;
   return set[0] |= n - 1; // the others have the ways before it
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

// A line has been loaded, in place of the one with the tag `old`; returns its index.
static uint64_t replace(Cache* c, uint64_t base, uint64_t old, LineChanges* changes)
{
   uint64_t index = base + (old & WAY_MASK);
   if (old) {
      uint64_t line = cache_tag_line(c, old);
      cache_detach_above(c, (uint32_t)index, line);
      cache_add_use_below(c, index, line);
      line_changes_evict(changes, cache_eviction(c, index, line), &c->lines[index].target);
   } else {
      index = base + (cache_take_free_way(c->tags + base, c->ways) & WAY_MASK);
   }
   cache_clear_use(c, index);
   if (c->lower) c->lower[index] = DETACHED;
   LineLoad load = {&c->lines[index].target, cache_owner(c, index), c->level};
   line_changes_load(changes, load);
   return index;
}

// --- requests -----------------------------------------------------------------------------

// The part of a request that lies in one line.
typedef struct {
   uint64_t line;
   uint64_t index; // of its way, with line use
   bool hit;
   bool wrote_back; // a dirty line was evicted for it
} LinePart;

static LinePart reference(Cache* c, uint64_t line, bool write, LineChanges* changes)
{
   uint64_t base = cache_set(c, line) * c->ways, *set = c->tags + base;
   HotSlot* slot = c->hot ? cache_hot_slot(c, line) : NULL;
   if (slot && c->lines) cache_flush_hot_slot(c, slot);
   LruMove m = lru_move(set, c->ways, cache_key(line >> c->line_shift), c->tag_state);
   LinePart part = {.line = line, .index = base + (m.old & WAY_MASK), .hit = m.hit};
   if (!m.hit) {
      part.wrote_back = m.old & TAG_DIRTY;
      set[0] &= ~TAG_DIRTY;
      if (c->lines) part.index = replace(c, base, m.old, changes);
   }
   if (write && c->keeps_dirty) set[0] |= TAG_DIRTY;
   if (slot) {
      slot->line = line;
      slot->index = part.index;
   }
   XG_CHECK(part.hit || cache_set_is_valid(c, cache_set(c, line)));
   return part;
}

static void prefetch(Cache* c, uint64_t address, LineChanges* changes)
{
   uint64_t wanted;
   if (!prefetch_observe(c->prefetcher, address, &wanted)) return;
   LinePart p = reference(c, cache_line(c, wanted), false, changes);
   if (p.hit) return;
   if (c->lines) c->lines[p.index].prefetched = true;
   if (!c->next) return;
   cache_request(c->next, &(Request){wanted, 1, false}, changes);
   if (c->lines) c->lower[p.index] = cache_find(c->next, p.line);
}

// True if a later part of the request has evicted this one: in a cache of very few lines.
static bool is_evicted(const LinePart* p, const LinePart* end)
{
   for (const LinePart* later = p + 1; later < end; later++)
      if (later->index == p->index) return true;
   return false;
}

// Attaches what has been loaded, and counts accesses.
static void note_use(Cache* c, const Request* r, const LinePart* part, const LinePart* end)
{
   for (const LinePart* p = part; p < end; p++) {
      if (is_evicted(p, end)) continue;
      if (!p->hit && c->next) c->lower[p->index] = cache_find(c->next, p->line);
      if (c->level > 1 || (c->hot && p == part)) continue;
      uint64_t from = p == part ? r->address : p->line, line_end = p->line + c->geometry.line_B;
      uint64_t to = p + 1 == end ? r->address + r->size_B : line_end;
      cache_count(c, p->index, from - p->line, to - from);
   }
}

Served cache_request(Cache* c, const Request* r, LineChanges* changes)
{
   if (XG_UNLIKELY(c->policy != NULL)) return policy_request(c, r, changes);
   if (c->prefetcher) prefetch(c, r->address, changes);
   if (c->classifier) classifier_begin(c->classifier);
   LinePart part[LINES_PER_REQUEST];
   uint32_t n = 0;
   bool hit = true, wrote_back = false;
   uint64_t last = cache_line(c, r->address + r->size_B - 1);
   for (uint64_t line = cache_line(c, r->address);; line += c->geometry.line_B) {
      LinePart p = reference(c, line, r->write, changes);
      if (c->classifier) classifier_reference(c->classifier, line, p.hit);
      hit &= p.hit;
      wrote_back |= p.wrote_back;
      if (c->lines) {
         XG_ASSERT(n < LINES_PER_REQUEST);
         part[n++] = p;
      }
      if (line == last) break;
   }
   Served s = {hit ? (ServedBy)(c->level - 1) : AT_MEMORY, .wrote_back = wrote_back};
   if (c->next && (!hit || (r->write && c->write_through))) {
      Served next = cache_request(c->next, r, changes);
      if (!hit) s = next; // nobody waits for a write that passes through
   }
   if (c->lines) note_use(c, r, part, part + n);
   return s;
}

uint32_t cache_find(const Cache* c, uint64_t address)
{
   uint64_t key = cache_key(address >> c->line_shift);
   uint64_t base = cache_set(c, address) * c->ways;
   for (const uint64_t* t = c->tags + base; t < c->tags + base + c->ways; t++)
      if ((*t & ~(WAY_MASK | TAG_DIRTY | TAG_PREFETCHED)) == key)
         return (uint32_t)(base + (*t & WAY_MASK));
   return DETACHED;
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

bool cache_line_is_valid(const Cache* c, uint64_t base, uint32_t i)
{
   const uint64_t* set = c->tags + base;
   if (!(set[i] & TAG_VALID) || (i && !set[i - 1] && !c->policy)) return false;
   uint64_t line = cache_tag_line(c, set[i]);
   if (cache_set(c, line) * c->ways != base) return false;
   for (uint32_t j = 0; j < i; j++) {
      if (!set[j]) continue;
      if (cache_tag_line(c, set[j]) == line) return false;
      if (c->lines && (set[j] & WAY_MASK) == (set[i] & WAY_MASK)) return false;
   }
   return true;
}

bool cache_set_is_valid(const Cache* c, uint64_t set)
{
   uint64_t base = set * c->ways;
   uint32_t n = 0;
   for (uint32_t i = 0; i < c->ways; i++) {
      if (!c->tags[base + i]) continue;
      if (!cache_line_is_valid(c, base, i)) return false;
      n++;
   }
   for (uint32_t i = 0; i < n; i++)
      if ((c->tags[base + i] & WAY_MASK) >= (c->lines ? n : 1)) return false;
   for (uint32_t way = n; c->lines && way < c->ways; way++) {
      const LineUse* use = &c->lines[base + way];
      if (use->count || use->mask || use->target.counters) return false;
   }
   return true;
}

static void check_hot_slot(const Cache* c, uint64_t set)
{
   uint64_t tag = c->tags[set * c->ways];
   const HotSlot* slot = &c->hot[set];
   XG_ASSERT(slot->line == NO_LINE || (tag && slot->line == cache_tag_line(c, tag)));
   XG_ASSERT(!c->lines || !tag || slot->index == set * c->ways + (tag & WAY_MASK));
}

void cache_check(const Cache* c)
{
   if (c->policy) policy_check(c);
   for (uint64_t s = 0; !c->policy && s < c->sets; s++) {
      XG_ASSERT(cache_set_is_valid(c, s));
      if (c->hot) check_hot_slot(c, s);
   }
   uint64_t position = 0, at;
   while (c->lines && c->next && cache_next_line(c, &position, &at)) {
      uint32_t lower = c->lower[at / c->ways * c->ways + (c->tags[at] & WAY_MASK)];
      XG_ASSERT(lower == DETACHED
                || lower == cache_find(c->next, cache_tag_line(c, c->tags[at])));
   }
}
