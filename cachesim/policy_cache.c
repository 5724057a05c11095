// SPDX-License-Identifier: GPL-3.0-or-later
// Caches with policies; see policy_cache.h.
#include "cachesim/policy_cache.h"

#include "cachesim/classifier.h"

#define NOWHERE UINT64_MAX // position of no line

void policy_state_init(PolicyState* s, Cache* c, const CachePolicy* policy, uint64_t start)
{
   *s = (PolicyState){.chosen = *policy};
   replacer_init(&s->replacer, policy->replacement, c->sets, c->ways, start);
   line_prefetch_init(&s->prefetcher, policy->prefetch, c->line_shift);
   c->policy = s;
}

void policy_state_free(PolicyState* s)
{
   replacer_free(&s->replacer);
}

void policy_state_clear(PolicyState* s)
{
   replacer_clear(&s->replacer);
   line_prefetch_init(&s->prefetcher, s->prefetcher.kind, s->prefetcher.line_shift);
}

// --- positions ----------------------------------------------------------------------------

static bool in_order_of_use(const Cache* c)
{
   return c->policy->replacer.kind == REPLACE_LRU;
}

// Position in Cache.tags.
static uint64_t find(const Cache* c, uint64_t line)
{
   uint64_t key = cache_key(line >> c->line_shift), base = cache_set(c, line) * c->ways;
   for (uint64_t i = base; i < base + c->ways; i++)
      if ((c->tags[i] & ~(WAY_MASK | TAG_DIRTY | TAG_PREFETCHED)) == key) return i;
   return NOWHERE;
}

// Set of a position; divisions would take a good part of the time.
static uint64_t set_at(const Cache* c, uint64_t position)
{
   bool power_of_two = (c->ways & (c->ways - 1)) == 0;
   return XG_LIKELY(power_of_two) ? position >> __builtin_ctz(c->ways) : position / c->ways;
}

// First position of the set of a position.
static uint64_t base_at(const Cache* c, uint64_t position)
{
   return set_at(c, position) * c->ways;
}

// Index of the way of the line at a position, with line use.
static uint64_t index_at(const Cache* c, uint64_t position)
{
   return base_at(c, position) + (c->tags[position] & WAY_MASK);
}

static uint32_t way_at(const Cache* c, uint64_t position)
{
   return (uint32_t)(position - base_at(c, position));
}

// The lowest way that no line of the set has, with line use and tags in order of use.
static uint32_t free_way(const Cache* c, uint64_t base)
{
   uint64_t taken[WAYS_MAX / 64 + 1];
   for (uint32_t i = 0; i <= c->ways / 64; i++) taken[i] = 0;
   for (uint64_t i = base; i < base + c->ways && c->tags[i]; i++) {
      uint64_t way = c->tags[i] & WAY_MASK;
      taken[way / 64] |= 1ULL << way % 64;
   }
   uint32_t word = 0;
   while (taken[word] == ~0ULL) word++;
   return word * 64 + (uint32_t)__builtin_ctzll(~taken[word]);
}

// Moves the tag at a position to the front of its set.
static void move_to_front(Cache* c, uint64_t position)
{
   uint64_t base = base_at(c, position), tag = c->tags[position];
   for (uint64_t i = position; i > base; i--) c->tags[i] = c->tags[i - 1];
   c->tags[base] = tag;
}

// Removes a tag; those behind it move up if they are in order of use.
static void remove_tag(Cache* c, uint64_t position)
{
   uint64_t last = base_at(c, position) + c->ways - 1;
   for (; in_order_of_use(c) && position < last; position++)
      c->tags[position] = c->tags[position + 1];
   c->tags[position] = 0;
}

// Puts a line into its set, where a way is free; returns its position.
static uint64_t put_tag(Cache* c, uint64_t line)
{
   uint64_t set = cache_set(c, line), position = set * c->ways;
   uint32_t way = 0;
   if (in_order_of_use(c)) {
      if (c->lines) way = free_way(c, position);
      move_to_front(c, position + c->ways - 1);
   } else {
      while (c->tags[position]) position++;
      way = way_at(c, position);
   }
   c->tags[position] = cache_key(line >> c->line_shift) | (c->lines ? way : 0);
   replacer_loaded(&c->policy->replacer, set, way_at(c, position));
   return position;
}

// Position of the line to be evicted for another one, or NOWHERE if a way is free.
static uint64_t victim(Cache* c, uint64_t line)
{
   uint64_t set = cache_set(c, line), base = set * c->ways, last = base + c->ways - 1;
   if (in_order_of_use(c)) return c->tags[last] ? last : NOWHERE;
   for (uint64_t i = base; i <= last; i++)
      if (!c->tags[i]) return NOWHERE;
   return base + replacer_victim(&c->policy->replacer, set);
}

// --- hot slots ----------------------------------------------------------------------------

static uint64_t no_index(const Cache* c)
{
   return c->sets * c->ways;
}

// The set that holds `line` is about to change: it has no hot line until the request has ended.
static void cool(Cache* c, uint64_t line)
{
   if (!c->hot) return;
   HotSlot* slot = cache_hot_slot(c, line);
   if (c->lines) cache_flush_hot_slot(c, slot);
   slot->line = NO_LINE;
}

// Whether another hit on the line at a position changes nothing.
static bool is_quiet(const Cache* c, uint64_t position)
{
   if (c->tags[position] & TAG_PREFETCHED) return false;
   if (in_order_of_use(c)) return way_at(c, position) == 0;
   return replacer_is_quiet(&c->policy->replacer, set_at(c, position), way_at(c, position));
}

// The line has been accessed, and is at this position: makes it the hot one of its set if it may be.
static void make_hot(Cache* c, uint64_t line, uint64_t position)
{
   cool(c, line);
   HotSlot* slot = cache_hot_slot(c, line);
   slot->index = position == NOWHERE ? no_index(c) : index_at(c, position);
   if (position != NOWHERE && is_quiet(c, position)) slot->line = line;
}

// --- lines leave --------------------------------------------------------------------------

static void evict(Cache* c, uint64_t position, LineChanges* changes);

// Evicts what the caches above hold of a line of c.
static void evict_above(const Cache* c, uint64_t line, uint64_t line_B, LineChanges* changes)
{
   for (Cache* u = c->above; u; u = u->beside) {
      evict_above(u, line, line_B, changes);
      for (uint64_t offset_B = 0; offset_B < line_B; offset_B += u->geometry.line_B) {
         uint64_t position = find(u, line + offset_B);
         if (position != NOWHERE) evict(u, position, changes);
      }
   }
}

static void evict(Cache* c, uint64_t position, LineChanges* changes)
{
   uint64_t line = cache_tag_line(c, c->tags[position]), index = index_at(c, position);
   cool(c, line);
   if (c->policy->inclusive) evict_above(c, line, c->geometry.line_B, changes);
   if (c->lines) {
      cache_detach_above(c, (uint32_t)index, line);
      cache_add_use_below(c, index, line);
      line_changes_evict(changes, cache_eviction(c, index, line), &c->lines[index].target);
      cache_clear_use(c, index);
   }
   remove_tag(c, position);
}

void policy_invalidate(Cache* c, uint64_t line, LineChanges* changes)
{
   uint64_t position = find(c, line);
   if (position != NOWHERE) evict(c, position, changes);
}

// --- exclusive LL -------------------------------------------------------------------------

// Moves the record of a line to another place.
static void move_record(Cache* from, uint64_t i, Cache* to, uint64_t j, LineChanges* changes)
{
   to->lines[j] = from->lines[i];
   for (uint32_t w = 0; w < from->words; w++) cache_mask(to, j)[w] = cache_mask(from, i)[w];
   if (to->owners) to->owners[j] = from->owners[i];
   LineLoad load = {&to->lines[j].target, cache_owner(to, j), to->level};
   line_changes_move(changes, &from->lines[i].target, load);
   cache_clear_use(from, i);
}

// L2 has evicted the line whose record is at `index`: puts it into LL.
static void put_into_victims(Cache* l2, uint64_t line, uint64_t index, LineChanges* changes)
{
   Cache *ll = l2->policy->victims, *records = l2->next;
   uint64_t old = victim(ll, line);
   if (old != NOWHERE) evict(ll, old, changes);
   uint64_t position = put_tag(ll, line);
   if (!ll->lines) return;
   move_record(records, index, ll, index_at(ll, position), changes);
   records->tags[index] = 0;
}

// Takes a line that L2 loads out of LL, if it is there; its record waits behind those of L2.
static bool take_from_victims(Cache* l2, uint64_t line, LineChanges* changes)
{
   Cache* ll = l2->policy->victims;
   uint64_t position = find(ll, line);
   if (position == NOWHERE) {
      replacer_missed(&ll->policy->replacer, cache_set(ll, line));
      return false;
   }
   if (ll->lines)
      move_record(ll, index_at(ll, position), l2->next, no_index(l2->next), changes);
   remove_tag(ll, position);
   return true;
}

// L2 has loaded the line at `position`: its record begins, or goes on.
static void begin_record(Cache* l2, uint64_t position, bool goes_on, LineChanges* changes)
{
   Cache* records = l2->next;
   uint64_t index = index_at(l2, position);
   records->tags[index] =
      (l2->tags[position] & ~(WAY_MASK | TAG_PREFETCHED)) | index % l2->ways;
   l2->lower[index] = (uint32_t)index;
   if (goes_on) {
      move_record(records, no_index(records), records, index, changes);
   } else {
      cache_clear_use(records, index);
      LineLoad load = {&records->lines[index].target, cache_owner(records, index),
                       records->level};
      line_changes_load(changes, load);
   }
}

// --- lines enter --------------------------------------------------------------------------

typedef struct {
   uint64_t position;
   bool wrote_back; // a dirty line was evicted for it
   bool moved_up;   // it was in the exclusive LL
} Loaded;

static Loaded load(Cache* c, uint64_t line, bool write, LineChanges* changes)
{
   Loaded l = {0};
   if (c->policy->loading) c->policy->loading(c->policy->loading_for, line, write);
   bool exclusive = c->policy->victims != NULL;
   cool(c, line);
   if (exclusive) l.moved_up = take_from_victims(c, line, changes);
   uint64_t old = victim(c, line);
   if (old != NOWHERE) {
      uint64_t tag = c->tags[old], index = index_at(c, old);
      l.wrote_back = tag & TAG_DIRTY;
      evict(c, old, changes);
      if (exclusive) put_into_victims(c, cache_tag_line(c, tag), index, changes);
   }
   l.position = put_tag(c, line);
   if (!c->lines) return l;
   uint64_t index = index_at(c, l.position);
   cache_clear_use(c, index);
   if (c->lower) c->lower[index] = DETACHED;
   LineLoad load = {&c->lines[index].target, cache_owner(c, index), c->level};
   line_changes_load(changes, load);
   if (exclusive) begin_record(c, l.position, l.moved_up, changes);
   return l;
}

// --- requests -----------------------------------------------------------------------------

// A request on its way down.
typedef struct {
   Request r;
   bool prefetch; // a prefetcher above asks, not the program
   bool filled;   // a cache above loads the line
   // Bytes of the access that no cache above holds, from the first to the last, if there are any:
   // the access counts as use of the first line that holds them.
   bool direct;
   uint64_t first, last;
} Ask;

// The part of a request that lies in one line.
typedef struct {
   uint64_t line;
   bool hit;
   bool loaded;     // after a miss
   bool wrote_back; // a dirty line was evicted for it
   bool in_victims; // a miss that the exclusive LL serves
   bool observed;   // by the prefetcher
   bool prefetched; // the first hit of a prefetched line
} LinePart;

static Served ask(Cache* c, const Ask* a, LineChanges* changes);

// The line at a position is hit; returns its position.
static uint64_t hit(Cache* c, uint64_t position)
{
   uint64_t base = base_at(c, position);
   cool(c, cache_tag_line(c, c->tags[position]));
   replacer_hit(&c->policy->replacer, set_at(c, position), way_at(c, position));
   if (!in_order_of_use(c)) return position;
   move_to_front(c, position);
   return base;
}

// The bytes of the line that no cache above holds; false if there are none.
static bool direct_bytes(const Cache* c, const Ask* a, uint64_t line, uint64_t* first,
                         uint64_t* last)
{
   uint64_t line_end = line + c->geometry.line_B - 1;
   *first = a->first > line ? a->first : line;
   *last = a->last < line_end ? a->last : line_end;
   return a->direct && *first <= *last;
}

static void count_direct(Cache* c, const Ask* a, uint64_t index, uint64_t line)
{
   uint64_t first, last;
   if (direct_bytes(c, a, line, &first, &last))
      cache_count(c, index, first - line, last - first + 1);
}

// A write that loads nothing into L2 is one to the exclusive LL, if the line is there.
static bool write_to_victims(Cache* l2, const Ask* a, uint64_t line)
{
   Cache* ll = l2->policy->victims;
   uint64_t position = find(ll, line);
   if (position == NOWHERE) {
      replacer_missed(&ll->policy->replacer, cache_set(ll, line));
      return false;
   }
   position = hit(ll, position);
   if (ll->lines) count_direct(ll, a, index_at(ll, position), line);
   return true;
}

static LinePart reference(Cache* c, const Ask* a, uint64_t line, LineChanges* changes)
{
   PolicyState* s = c->policy;
   uint64_t position = find(c, line);
   LinePart p = {.line = line, .hit = position != NOWHERE};
   if (p.hit) {
      position = hit(c, position);
      if (!a->prefetch && c->tags[position] & TAG_PREFETCHED) {
         c->tags[position] &= ~TAG_PREFETCHED;
         if (c->lines) c->lines[index_at(c, position)].prefetched = false;
         p.observed = p.prefetched = true;
      }
   } else {
      p.observed = !a->prefetch;
      replacer_missed(&s->replacer, cache_set(c, line));
      if (a->r.write && !a->filled && s->chosen.no_write_allocate) {
         p.in_victims = s->victims && write_to_victims(c, a, line);
         return p;
      }
      Loaded l = load(c, line, a->r.write, changes);
      position = l.position;
      p.loaded = true;
      p.wrote_back = l.wrote_back;
      p.in_victims = l.moved_up;
   }
   if (a->r.write && c->keeps_dirty) c->tags[position] |= TAG_DIRTY;
   return p;
}

// Asks the next level for a request of which c has handled these parts.
static Served ask_next(const Cache* c, const Ask* a, const LinePart* part, const LinePart* end,
                       LineChanges* changes)
{
   Ask next = *a;
   next.direct = false;
   for (const LinePart* p = part; p < end; p++) {
      uint64_t first, last;
      next.filled |= p->loaded;
      if (p->hit || p->loaded || !direct_bytes(c, a, p->line, &first, &last)) continue;
      if (!next.direct) next.first = first;
      next.last = last;
      next.direct = true;
   }
   return ask(c->next, &next, changes);
}

// Attaches what has been loaded; a line may have been evicted by the same request.
static void attach(Cache* c, const LinePart* part, const LinePart* end)
{
   if (!c->next || c->policy->victims) return;
   for (const LinePart* p = part; p < end; p++) {
      uint32_t index = p->loaded ? cache_find(c, p->line) : DETACHED;
      if (index != DETACHED) c->lower[index] = cache_find(c->next, p->line);
   }
}

// Counts the access, once all that it causes has happened.
static void count_access(Cache* c, const Ask* a, const LinePart* part, const LinePart* end)
{
   for (const LinePart* p = part; p < end; p++) {
      if (c->hot && p == part) continue; // the caller does
      uint32_t index = cache_find(c, p->line);
      if (index != DETACHED) count_direct(c, a, index, p->line);
   }
}

// --- prefetching --------------------------------------------------------------------------

static void prefetch_line(Cache* c, uint64_t line, LineChanges* changes)
{
   if (find(c, line) != NOWHERE) return;
   replacer_missed(&c->policy->replacer, cache_set(c, line));
   uint64_t position = load(c, line, false, changes).position;
   c->tags[position] |= TAG_PREFETCHED;
   if (c->lines) c->lines[index_at(c, position)].prefetched = true;
   if (!c->next || c->policy->victims) return;
   ask(c->next, &(Ask){.r = {line, 1, false}, .prefetch = true, .filled = true}, changes);
   uint32_t index = c->lines ? cache_find(c, line) : DETACHED;
   if (index != DETACHED) c->lower[index] = cache_find(c->next, line);
}

static void prefetch(Cache* c, const Ask* a, const LinePart* part, const LinePart* end,
                     LineChanges* changes)
{
   LinePrefetcher* prefetcher = &c->policy->prefetcher;
   uint64_t wanted;
   bool any = false;
   for (const LinePart* p = part; p < end; p++) {
      any |= p->observed;
      if (p->observed && line_prefetch_observe(prefetcher, p->line, &wanted))
         prefetch_line(c, wanted, changes);
   }
   if (any && line_prefetch_observe_instr(prefetcher, a->r.instr, a->r.address, &wanted))
      prefetch_line(c, wanted, changes);
}

// Callgrind's prefetcher, in the last level.
static void prefetch_as_callgrind(Cache* c, uint64_t address, LineChanges* changes)
{
   uint64_t wanted;
   if (!prefetch_observe(c->prefetcher, address, &wanted)) return;
   uint64_t line = cache_line(c, wanted), position = find(c, line);
   if (position != NOWHERE) {
      hit(c, position);
      return;
   }
   replacer_missed(&c->policy->replacer, cache_set(c, line));
   position = load(c, line, false, changes).position;
   if (c->lines) c->lines[index_at(c, position)].prefetched = true;
}

// --- all ----------------------------------------------------------------------------------

// A request of the program begins; an exclusive LL is asked by L2.
static void begin_classes(const Cache* c)
{
   if (c->classifier) classifier_begin(c->classifier);
   const Cache* victims = c->policy->victims;
   if (victims && victims->classifier) classifier_begin(victims->classifier);
}

// It has referenced a line.
static void classify(const Cache* c, const LinePart* p)
{
   if (c->classifier) classifier_reference(c->classifier, p->line, p->hit);
   const Cache* victims = c->policy->victims;
   if (victims && victims->classifier && !p->hit)
      classifier_reference(victims->classifier, p->line, p->in_victims);
}

static Served ask(Cache* c, const Ask* a, LineChanges* changes)
{
   const Request* r = &a->r;
   if (!a->prefetch) begin_classes(c);
   if (c->prefetcher && !a->prefetch) prefetch_as_callgrind(c, r->address, changes);
   LinePart part[LINES_PER_REQUEST];
   uint32_t n = 0;
   bool all_hit = true, all_in_victims = true;
   Served s = {(ServedBy)(c->level - 1)};
   uint64_t last = cache_line(c, r->address + r->size_B - 1);
   for (uint64_t line = cache_line(c, r->address);; line += c->geometry.line_B) {
      LinePart p = reference(c, a, line, changes);
      if (!a->prefetch) classify(c, &p);
      all_hit &= p.hit;
      all_in_victims &= p.hit || p.in_victims;
      s.wrote_back |= p.wrote_back;
      s.prefetch_hits += p.prefetched;
      XG_ASSERT(n < LINES_PER_REQUEST);
      part[n++] = p;
      if (line == last) break;
   }
   if (c->policy->victims) {
      if (!all_hit) s.by = all_in_victims ? AT_LL : AT_MEMORY;
   } else if (c->next && (!all_hit || (r->write && c->write_through))) {
      Served next = ask_next(c, a, part, part + n, changes);
      s.prefetch_hits += next.prefetch_hits;
      s.wrote_back =
         next.wrote_back && !all_hit; // nobody waits for a write that passes through
      if (!all_hit) s.by = next.by;
   } else if (!all_hit) {
      s.by = AT_MEMORY;
   }
   if (c->lines) attach(c, part, part + n);
   if (c->policy->chosen.prefetch) prefetch(c, a, part, part + n, changes);
   if (c->lines) count_access(c, a, part, part + n);
   for (uint32_t i = 0; c->hot && i < n; i++) make_hot(c, part[i].line, find(c, part[i].line));
   return s;
}

// The most frequent access in level 1: it hits a line, and nothing else happens.  False: it is
// another one, and nothing has happened.
static bool plain_hit(Cache* c, const Request* r)
{
   uint64_t line = cache_line(c, r->address), offset_B = r->address - line;
   if (offset_B + r->size_B > c->geometry.line_B || (r->write && c->write_through))
      return false;
   uint64_t position = find(c, line);
   if (position == NOWHERE || c->tags[position] & TAG_PREFETCHED) return false;
   position = hit(c, position);
   if (c->hot)
      make_hot(c, line, position);
   else if (c->lines)
      cache_count(c, index_at(c, position), offset_B, r->size_B);
   if (c->classifier) {
      classifier_begin(c->classifier);
      classifier_reference(c->classifier, line, true);
   }
   return true;
}

Served policy_request(Cache* c, const Request* r, LineChanges* changes)
{
   if (c->level == LEVEL_L1 && plain_hit(c, r)) return (Served){AT_L1};
   // Below level 1 a CodeCache asks, which holds the lines.
   bool direct = c->level == LEVEL_L1;
   uint64_t last = r->address + r->size_B - 1;
   return ask(c, &(Ask){.r = *r, .direct = direct, .first = r->address, .last = last}, changes);
}

// --- invariants ---------------------------------------------------------------------------

static void check_set(const Cache* c, uint64_t set)
{
   uint64_t base = set * c->ways;
   for (uint32_t i = 0; i < c->ways; i++) {
      uint64_t tag = c->tags[base + i];
      if (!tag) continue;
      XG_ASSERT(cache_line_is_valid(c, base, i));
      XG_ASSERT(!in_order_of_use(c) || i == 0 || c->tags[base + i - 1]);
      if (!c->lines)
         XG_ASSERT(!(tag & WAY_MASK));
      else
         XG_ASSERT(in_order_of_use(c) ? (tag & WAY_MASK) < c->ways : (tag & WAY_MASK) == i);
   }
   for (uint64_t index = base; c->lines && index < base + c->ways; index++) {
      bool used = false;
      for (uint32_t i = 0; i < c->ways; i++)
         used |= c->tags[base + i] && index_at(c, base + i) == index;
      const LineUse* use = &c->lines[index];
      XG_ASSERT(used || !(use->count || use->mask || use->target.counters));
   }
}

static void check_hot_slot(const Cache* c, uint64_t set)
{
   const HotSlot* slot = &c->hot[set];
   if (slot->line == NO_LINE) return;
   uint64_t position = find(c, slot->line);
   XG_ASSERT(position != NOWHERE && set_at(c, position) == set && is_quiet(c, position));
   XG_ASSERT(!c->lines || slot->index == index_at(c, position));
}

void policy_check(const Cache* c)
{
   for (uint64_t set = 0; set < c->sets; set++) {
      check_set(c, set);
      if (c->hot) check_hot_slot(c, set);
   }
}

void policy_check_levels(const Cache* upper, const Cache* ll, LlPolicy policy)
{
   uint64_t position = 0, at;
   while (cache_next_line(upper, &position, &at)) {
      bool is_there =
         find(ll, cache_line(ll, cache_tag_line(upper, upper->tags[at]))) != NOWHERE;
      if (policy == LL_INCLUSIVE) XG_ASSERT(is_there);
      if (policy == LL_EXCLUSIVE) XG_ASSERT(!is_there);
   }
}
