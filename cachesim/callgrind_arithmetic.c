// SPDX-License-Identifier: GPL-3.0-or-later
// Callgrind's arithmetic; see callgrind_arithmetic.h.
#include "cachesim/callgrind_arithmetic.h"

#include "cachesim/lru_inl.h"

#define ADDRESS_MASK 0xFFFFFFFFULL // what Callgrind keeps of an address

void callgrind_arithmetic_init(Hierarchy* h)
{
   h->prefetcher.line_number_mask = ADDRESS_MASK;
   h->callgrind = h->config.write_back || h->config.line_use;
   if (h->config.line_use) cache_keep_lower(&h->d1);
}

static uint64_t* set_of(const Cache* c, uint64_t address)
{
   return c->tags + cache_set(c, address) * c->ways;
}

// What two parts of a request did together.
static Served both(Served a, Served b)
{
   return (Served){a.by > b.by ? a.by : b.by, .wrote_back = a.wrote_back || b.wrote_back};
}

// --- write-back without line use -------------------------------------------------------------

#define DIRTY 1ULL // in a tag of Callgrind's

// References one line of LL; returns where it was.
static Served reference_wb(Cache* c, uint64_t address, bool write)
{
   uint64_t *set = set_of(c, address), previous = set[0], dirty = write ? DIRTY : 0;
   uint64_t tag = address & ADDRESS_MASK & ~((c->sets << c->line_shift) - 1);
   for (uint32_t i = 0;;) {
      if ((previous & ~DIRTY) == tag) {
         set[0] = previous | dirty;
         return (Served){AT_LL};
      }
      if (++i == c->ways) {
         set[0] = tag | dirty;
         return (Served){AT_MEMORY, .wrote_back = previous & DIRTY};
      }
      uint64_t t = set[i];
      set[i] = previous;
      previous = t;
   }
}

static void prefetch_wb(Hierarchy* h, uint64_t address)
{
   uint64_t wanted;
   if (!h->config.prefetch || !prefetch_observe(&h->prefetcher, address, &wanted)) return;
   lru_move(set_of(&h->ll, wanted), h->ll.ways, wanted >> h->ll.line_shift, 0);
}

static Served request_wb(Hierarchy* h, const Request* r)
{
   prefetch_wb(h, r->address);
   Served s = {AT_LL};
   uint64_t last = cache_line(&h->ll, r->address + r->size_B - 1);
   for (uint64_t line = cache_line(&h->ll, r->address);; line += h->ll.geometry.line_B) {
      s = both(s, reference_wb(&h->ll, line, r->write));
      if (line == last) return s;
   }
}

// L1 is not connected to LL: what misses it is served by "memory".
static Served data_wb(Hierarchy* h, const Request* r)
{
   Served l1 = cache_request(&h->d1, r, NULL);
   if (l1.by == AT_L1 && !r->write) return l1;
   Served ll = request_wb(h, r);
   return l1.by == AT_L1 ? l1 : ll;
}

static Served fetch_wb(Hierarchy* h, CodeLine* first, const Request* r, bool is_fetch)
{
   Served l1 = is_fetch ? code_cache_request(&h->i1, r, NULL)
                        : code_cache_missed(&h->i1, first, r, NULL);
   return l1.by == AT_L1 ? l1 : request_wb(h, r);
}

// --- line use -----------------------------------------------------------------------------

enum { GROUPS = 32 }; // bits of a mask

static bool is_used(const uint64_t* mask, uint32_t byte)
{
   return mask[byte / MASK_WORD_B] >> byte % MASK_WORD_B & 1;
}

uint32_t callgrind_unused_B(const uint64_t* mask, uint32_t line_B)
{
   if (line_B <= GROUPS) return line_use_unused_B(mask, line_B);
   uint32_t unused_B = 0, group_B = line_B / GROUPS;
   for (uint32_t start = 0; start < line_B; start += group_B) {
      bool used = false;
      for (uint32_t i = 0; i < group_B; i++) used |= is_used(mask, start + i);
      if (!used) unused_B += group_B;
   }
   return unused_B;
}

// Adds use of an L1 line to a line of LL.  The bytes of a shorter line are stretched over the
// longer one.
static void add_use(Cache* ll, uint32_t index, uint64_t line, uint32_t line_B, uint64_t count,
                    const uint64_t* mask)
{
   uint32_t factor = ll->geometry.line_B / line_B;
   if (factor == 1) {
      cache_add_use(ll, index, line, line_B, count, mask);
      return;
   }
   ll->lines[index].count += count;
   for (uint32_t i = 0; i < line_B; i++)
      if (is_used(mask, i))
         line_use_set_bits(cache_mask(ll, index), (uint64_t)i * factor, factor);
}

static Eviction eviction(const Cache* c, uint64_t index, uint64_t line)
{
   Eviction e = cache_eviction(c, index, line);
   e.unused_B = callgrind_unused_B(cache_mask(c, index), c->geometry.line_B);
   return e;
}

static Eviction evict_d1(Hierarchy* h, uint64_t index, uint64_t line)
{
   const Cache* d1 = &h->d1;
   const LineUse* use = &d1->lines[index];
   if (!h->callgrind_drops && use->target.counters && d1->lower[index] != DETACHED)
      add_use(&h->ll, d1->lower[index], line, d1->geometry.line_B, use->count,
              cache_mask(d1, index));
   return eviction(d1, index, line);
}

static Eviction evict_i1(Hierarchy* h, const CodeLine* line)
{
   if (!h->callgrind_drops && line->target.counters && line->lower != DETACHED)
      add_use(&h->ll, line->lower, line->address, h->i1.geometry.line_B, line->count,
              line->mask);
   Eviction e = code_cache_eviction(&h->i1, line);
   e.unused_B = callgrind_unused_B(line->mask, h->i1.geometry.line_B);
   return e;
}

// What became of a reference.
typedef struct {
   uint64_t index; // of the line's way
   uint64_t old;   // tag of the line found or evicted; of an empty way without TAG_VALID
   bool hit;
} UseReference;

static UseReference reference(Cache* c, uint64_t address)
{
   uint64_t* set = set_of(c, address);
   // Fresh memory: each way needs its number before line zero can hit one.
   if (c->ways > 1 && set[0] == set[1])
      for (uint32_t way = 0; way < c->ways; way++) set[way] = way;
   uint64_t key = (address & ADDRESS_MASK) >> c->line_shift << TAG_NUMBER_SHIFT;
   LruMove m = lru_move(set, c->ways, key, WAY_MASK | TAG_VALID | TAG_DIRTY);
   if (!m.hit) set[0] = (set[0] | TAG_VALID) & ~TAG_DIRTY;
   return (UseReference){(uint64_t)(set - c->tags) + (m.old & WAY_MASK), m.old, m.hit};
}

static void load(Cache* c, uint64_t index, LineChanges* changes)
{
   cache_clear_use(c, index);
   line_changes_load(changes,
                     (LineLoad){&c->lines[index].target, cache_owner(c, index), c->level});
}

static Served reference_ll(Hierarchy* h, uint64_t address, bool write, LineChanges* changes,
                           uint64_t* index)
{
   Cache* ll = &h->ll;
   UseReference r = reference(ll, address);
   Served s = {r.hit ? AT_LL : AT_MEMORY};
   if (!r.hit) {
      s.wrote_back = r.old & TAG_VALID && r.old & TAG_DIRTY;
      if (r.old & TAG_VALID) {
         Eviction e = eviction(ll, r.index, cache_tag_line(ll, r.old));
         line_changes_evict(changes, e, &ll->lines[r.index].target);
      }
      load(ll, r.index, changes);
   }
   if (write && h->config.write_back) *set_of(ll, address) |= TAG_DIRTY;
   *index = r.index;
   return s;
}

static bool reference_d1(Hierarchy* h, uint64_t line, LineChanges* changes, uint64_t* index)
{
   Cache* d1 = &h->d1;
   HotSlot* slot = d1->hot ? cache_hot_slot(d1, line) : NULL;
   if (slot) cache_flush_hot_slot(d1, slot);
   UseReference r = reference(d1, line);
   if (!r.hit) {
      if (r.old & TAG_VALID) {
         Eviction e = evict_d1(h, r.index, cache_tag_line(d1, r.old));
         line_changes_evict(changes, e, &d1->lines[r.index].target);
      }
      load(d1, r.index, changes);
   }
   if (slot) {
      slot->line = line;
      slot->index = r.index;
   }
   *index = r.index;
   return r.hit;
}

static void prefetch_with_use(Hierarchy* h, const Request* r, LineChanges* changes)
{
   uint64_t wanted, index;
   if (!r->write || !h->config.write_back || !h->config.prefetch) return;
   if (!prefetch_observe(&h->prefetcher, r->address, &wanted)) return;
   if (reference_ll(h, wanted, false, changes, &index).by != AT_LL)
      h->ll.lines[index].prefetched = true;
}

static Served data_with_use(Hierarchy* h, const Request* r, LineChanges* changes)
{
   Cache* d1 = &h->d1;
   prefetch_with_use(h, r, changes);
   Served s = {AT_L1};
   uint64_t end = r->address + r->size_B, first = cache_line(d1, r->address);
   uint64_t index[LINES_PER_REQUEST], ll_index;
   uint32_t n = 0;
   for (uint64_t line = first; line < end; line += d1->geometry.line_B) {
      XG_ASSERT(n < LINES_PER_REQUEST);
      if (!reference_d1(h, line, changes, &index[n])) {
         s = both(s, reference_ll(h, line, r->write, changes, &ll_index));
         d1->lower[index[n]] = (uint32_t)ll_index;
      }
      n++;
   }
   for (uint32_t i = 0; i < n; i++) {
      bool evicted = false;
      for (uint32_t later = i + 1; later < n; later++) evicted |= index[later] == index[i];
      if (evicted || (i == 0 && d1->hot)) continue;
      uint64_t line = first + (uint64_t)i * d1->geometry.line_B;
      uint64_t from = i ? line : r->address;
      uint64_t to = i + 1 < n ? line + d1->geometry.line_B : end;
      d1->lines[index[i]].count++;
      line_use_set_bits(cache_mask(d1, index[i]), from - line, to - from);
   }
   return s;
}

static void load_i1(Hierarchy* h, CodeLine* line, LineChanges* changes)
{
   const CodeLine* old = code_cache_load(&h->i1, line);
   if (old) line_changes_evict(changes, evict_i1(h, old), &old->target);
   line->count = 0;
   for (uint32_t w = 0; w < h->i1.words; w++) line->mask[w] = 0;
   line_changes_load(changes, (LineLoad){&line->target, &line->owner, 1});
}

static Served fetch_with_use(Hierarchy* h, CodeLine* first, const Request* r, bool is_fetch,
                             LineChanges* changes)
{
   CodeCache* i1 = &h->i1;
   Served s = {AT_L1};
   uint64_t end = r->address + r->size_B, index;
   for (CodeLine* line = first;; line = code_cache_next(i1, line)) {
      bool missed = !line->used;
      if (missed) load_i1(h, line, changes);
      if (is_fetch) line->used = ++i1->now;
      if (missed) {
         s = both(s, reference_ll(h, line->address, false, changes, &index));
         line->lower = (uint32_t)index;
      }
      if (line->address + i1->geometry.line_B >= end) break;
   }
   if (!is_fetch) return s;
   for (CodeLine* line = first; line->address < end; line = code_cache_next(i1, line)) {
      if (!line->used) continue; // evicted by the next one: very few lines
      uint64_t from = line == first ? r->address : line->address;
      uint64_t line_end = line->address + i1->geometry.line_B;
      line->count++;
      line_use_set_bits(line->mask, from - line->address,
                        (line_end < end ? line_end : end) - from);
   }
   return s;
}

Eviction callgrind_take_line(Hierarchy* h, Cache* c, uint64_t position)
{
   Eviction e;
   if (!c) {
      e = evict_i1(h, h->i1.resident[position]);
      code_cache_take_line(&h->i1, position);
      return e;
   }
   uint64_t tag = c->tags[position], set = position / c->ways;
   uint64_t index = set * c->ways + (tag & WAY_MASK);
   if (c->hot) cache_flush_hot_slot(c, &c->hot[set]);
   e = c == &h->d1 ? evict_d1(h, index, cache_tag_line(c, tag))
                   : eviction(c, index, cache_tag_line(c, tag));
   cache_take_line(c, position);
   return e;
}

// --- both ---------------------------------------------------------------------------------

Served callgrind_data(Hierarchy* h, const Request* r, LineChanges* changes)
{
   return h->config.line_use ? data_with_use(h, r, changes) : data_wb(h, r);
}

Served callgrind_fetch(Hierarchy* h, CodeLine* first, const Request* r, bool is_fetch,
                       LineChanges* changes)
{
   return h->config.line_use ? fetch_with_use(h, first, r, is_fetch, changes)
                             : fetch_wb(h, first, r, is_fetch);
}
