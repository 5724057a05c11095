// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of a cache of a hierarchy; see cache.h.
//
// request() says what a request does, of any cache.  It is compiled twice: `standard`, a constant in
// each use, is true for a cache without a PolicyState.  All that such a cache has not then falls away,
// and LRU looks a line up and places it in one pass.
#include "cachesim/classifier.h"
#include "cachesim/lru_inl.h"
#include "cachesim/place_inl.h"

// A request on its way down.
typedef struct {
   const Request* r;
   bool prefetch; // a prefetcher above or a prefetch instruction asks: no access of the program
   bool filled;   // a cache above loads the line
   // Bytes of the access that no cache above holds, from the first to before the last: the access
   // counts as use of the first line that holds them.  Both zero: there are none.
   uint32_t from, end;
} Ask;

// Where a line is, or is placed.
typedef struct {
   uint64_t position; // in Cache.tags
   uint64_t index;    // of its way, with line use
   uint64_t old;      // tag that it takes the place of; 0: none
   bool hit;
} LinePlace;

// The part of a request that lies in one line.
typedef struct {
   uint64_t line;
   uint64_t position, index; // as in LinePlace, when it was asked for
   uint64_t changes;         // of the cache by then
   bool hit;
   bool loaded;     // after a miss
   bool wrote_back; // a dirty line was evicted for it
   bool in_victims; // a miss that the exclusive LL serves
   bool observed;   // by the prefetcher
   bool prefetched; // the first hit of a prefetched line
} LinePart;

static Served ask(Cache* c, const Ask* a, LineChanges* changes);

// --- hot slots ----------------------------------------------------------------------------

// The set that holds `line` is about to change: it has no hot line until the request has ended.
// Returns its slot, if there is one.
XG_INLINE HotSlot* cool(Cache* c, uint64_t line)
{
   if (!c->hot) return NULL;
   HotSlot* slot = cache_hot_slot(c, line);
   if (c->lines) cache_flush_hot_slot(c, slot);
   slot->line = NO_LINE;
   return slot;
}

// The line has been accessed, and is at this position: makes it the hot one of its set if it may be.
static void make_hot(Cache* c, uint64_t line, uint64_t position)
{
   HotSlot* slot = cache_hot_slot(c, line);
   slot->index = position == NOWHERE ? c->sets * c->ways : place_index(c, position);
   slot->line = position != NOWHERE && place_is_quiet(c, position) ? line : NO_LINE;
}

// --- places -------------------------------------------------------------------------------

// LRU: makes the line the first of its set, in place of the one used longest ago if it was absent.
XG_INLINE LinePlace move_to_front(Cache* c, uint64_t line)
{
   uint64_t base = cache_set(c, line) * c->ways;
   LruMove m =
      lru_move(c->tags + base, c->ways, cache_key(line >> c->line_shift), c->tag_state);
   LinePlace p = {base, base + (m.old & WAY_MASK), m.old, m.hit};
   if (m.hit) return p;
   c->tags[base] &= ~TAG_DIRTY;
   if (XG_UNLIKELY(!m.old) && c->lines) p.index = cache_take_free_way(c, base);
   return p;
}

// A line that is at a position is used.
XG_INLINE LinePlace use(Cache* c, uint64_t line, uint64_t position)
{
   uint64_t set = cache_set(c, line), base = set * c->ways, tag = c->tags[position];
   LinePlace p = {position, base + (tag & WAY_MASK), .hit = true};
   if (!place_in_order_of_use(c)) {
      replacer_hit(&c->policy->replacer, set, (uint32_t)(position - base));
      return p;
   }
   for (; p.position > base; p.position--) c->tags[p.position] = c->tags[p.position - 1];
   c->tags[base] = tag;
   return p;
}

// Looks a line up, which is used if it is there.
XG_INLINE LinePlace look_up(Cache* c, uint64_t line)
{
   uint64_t position = place_find(c, line);
   return position == NOWHERE ? (LinePlace){NOWHERE} : use(c, line, position);
}

// Places a line that is absent.
static LinePlace place(Cache* c, uint64_t line)
{
   if (place_in_order_of_use(c)) return move_to_front(c, line);
   Replacer* replacer = &c->policy->replacer;
   uint64_t set = cache_set(c, line), base = set * c->ways;
   uint32_t way = 0;
   while (way < c->ways && c->tags[base + way]) way++;
   if (way == c->ways) way = replacer_victim(replacer, set);
   uint64_t old = c->tags[base + way];
   c->tags[base + way] = cache_key(line >> c->line_shift) | (c->lines ? way : 0);
   replacer_loaded(replacer, set, way);
   return (LinePlace){base + way, base + way, old};
}

// Removes a tag; those behind it move up if they are in order of use.
static void remove_tag(Cache* c, uint64_t position)
{
   uint64_t last = place_base(c, position) + c->ways - 1;
   for (; place_in_order_of_use(c) && position < last; position++)
      c->tags[position] = c->tags[position + 1];
   c->tags[position] = 0;
   c->policy->changes++;
}

// --- lines leave --------------------------------------------------------------------------

static void evict_above(const Cache* c, uint64_t line, uint64_t line_B, LineChanges* changes);

// The line with this tag is evicted; index: of its way.
static void leave(Cache* c, uint64_t tag, uint64_t index, LineChanges* changes)
{
   uint64_t line = cache_tag_line(c, tag);
   if (c->policy && c->policy->inclusive) evict_above(c, line, c->geometry.line_B, changes);
   if (!c->lines) return;
   if (c->above || c->code_above) cache_detach_above(c, (uint32_t)index, line);
   cache_add_use_below(c, index, line);
   line_changes_evict(changes, cache_eviction(c, index, line), &c->lines[index].target);
   cache_clear_use(c, index);
}

void cache_evict(Cache* c, uint64_t line, LineChanges* changes)
{
   uint64_t position = place_find(c, line);
   if (position == NOWHERE) return;
   cool(c, line);
   leave(c, c->tags[position], place_index(c, position), changes);
   remove_tag(c, position);
}

// Evicts what the caches above hold of a line of c.
static void evict_above(const Cache* c, uint64_t line, uint64_t line_B, LineChanges* changes)
{
   for (Cache* u = c->above; u; u = u->beside) {
      evict_above(u, line, line_B, changes);
      for (uint64_t offset_B = 0; offset_B < line_B; offset_B += u->geometry.line_B)
         cache_evict(u, line + offset_B, changes);
   }
}

// --- lines enter --------------------------------------------------------------------------

// A line has been placed: the one that was there leaves, its own use begins.
XG_INLINE void enter(Cache* c, LinePlace p, LineChanges* changes)
{
   if (p.old && (c->lines || c->policy)) leave(c, p.old, p.index, changes);
   if (!c->lines) return;
   if (c->lower) c->lower[p.index] = DETACHED;
   LineLoad load = {&c->lines[p.index].target, cache_owner(c, p.index), c->level};
   line_changes_load(changes, load);
}

// --- use of a line ------------------------------------------------------------------------

// Bytes of an access.
typedef struct {
   uint64_t from, end;
} Bytes;

// The bytes of the line that no cache above holds.
XG_INLINE Bytes direct_bytes(const Cache* c, const Ask* a, uint64_t line)
{
   // Differences only: the access may be to the last bytes of memory and to the first ones.
   uint64_t line_B = c->geometry.line_B, start = a->r->address;
   Bytes b = {start - line < line_B ? 0 : line - start, line + line_B - start};
   if (b.from < a->from) b.from = a->from;
   if (b.end > a->end) b.end = a->end;
   return b;
}

XG_INLINE void count_direct(Cache* c, const Ask* a, uint64_t index, uint64_t line)
{
   Bytes b = direct_bytes(c, a, line);
   if (b.from < b.end) cache_count(c, index, a->r->address + b.from - line, b.end - b.from);
}

// --- exclusive LL -------------------------------------------------------------------------

// Moves the record of a line to another place.
static void move_record(Cache* from, uint64_t i, Cache* to, uint64_t j, LineChanges* changes)
{
   to->lines[j] = from->lines[i];
   for (uint32_t w = 0; w < from->words; w++) cache_mask(to, j)[w] = cache_mask(from, i)[w];
   if (to->owners) to->owners[j] = from->owners[i];
   LineLoad load = {&to->lines[j].target, cache_owner(to, j), to->level};
   line_changes_move(changes, &from->lines[i].target, &load);
   cache_clear_use(from, i);
}

// Where a record waits whose line is neither in L2 nor in LL.
static uint64_t waiting(const Cache* records)
{
   return records->sets * records->ways;
}

// L2 has evicted the line whose record is at `index`: puts it into LL.
static void put_into_victims(Cache* l2, uint64_t line, uint64_t index, LineChanges* changes)
{
   Cache *ll = l2->policy->victims, *records = l2->next;
   LinePlace p = place(ll, line);
   if (p.old) leave(ll, p.old, p.index, changes);
   if (!ll->lines) return;
   move_record(records, index, ll, p.index, changes);
   records->tags[index] = 0;
}

// Takes a line that L2 loads out of LL, if it is there; its record waits behind those of L2.
static bool take_from_victims(Cache* l2, uint64_t line, LineChanges* changes)
{
   Cache* ll = l2->policy->victims;
   uint64_t position = place_find(ll, line);
   if (position == NOWHERE) {
      replacer_missed(&ll->policy->replacer, cache_set(ll, line));
      return false;
   }
   if (ll->lines)
      move_record(ll, place_index(ll, position), l2->next, waiting(l2->next), changes);
   remove_tag(ll, position);
   return true;
}

// A write that loads nothing into L2 is one to the exclusive LL, if the line is there.
static bool write_to_victims(Cache* l2, const Ask* a, uint64_t line)
{
   Cache* ll = l2->policy->victims;
   LinePlace p = look_up(ll, line);
   if (!p.hit)
      replacer_missed(&ll->policy->replacer, cache_set(ll, line));
   else if (ll->lines)
      count_direct(ll, a, p.index, line);
   return p.hit;
}

// L2 has loaded a line: its record begins, or goes on.
static void begin_record(Cache* l2, const LinePlace* p, bool goes_on, LineChanges* changes)
{
   Cache* records = l2->next;
   records->tags[p->index] =
      (l2->tags[p->position] & ~(WAY_MASK | TAG_PREFETCHED)) | p->index % l2->ways;
   l2->lower[p->index] = (uint32_t)p->index;
   if (goes_on) {
      move_record(records, waiting(records), records, p->index, changes);
   } else {
      cache_clear_use(records, p->index);
      LineLoad load = {&records->lines[p->index].target, cache_owner(records, p->index),
                       records->level};
      line_changes_load(changes, load);
   }
}

// L2 loads a line, which LL may have had, and LL gets the one that was in its place.
static void exchange(Cache* l2, const LinePlace* p, bool had, LineChanges* changes)
{
   if (p->old) put_into_victims(l2, cache_tag_line(l2, p->old), p->index, changes);
   if (l2->lines) begin_record(l2, p, had, changes);
}

// --- one line -----------------------------------------------------------------------------

// A write that misses loads nothing, unless a cache above loads the line.
static bool passes_by(const Cache* c, const Ask* a)
{
   return a->r->write && !a->filled && c->policy->chosen.no_write_allocate;
}

// A line that a cache with a policy has not: what happens before it is loaded.  False: it is not.
static bool may_load(Cache* c, const Ask* a, LinePart* p, LineChanges* changes)
{
   const PolicyState* s = c->policy;
   p->observed = !a->prefetch;
   replacer_missed(&c->policy->replacer, cache_set(c, p->line));
   if (passes_by(c, a)) {
      p->in_victims = s->victims && write_to_victims(c, a, p->line);
      return false;
   }
   if (s->loading) s->loading(s->loading_for, p->line, a->r->write);
   if (s->victims) p->in_victims = take_from_victims(c, p->line, changes);
   return true;
}

// The first hit of a line that a prefetcher has loaded.
static void hit_prefetched(Cache* c, const LinePlace* p, LinePart* part)
{
   c->tags[p->position] &= ~TAG_PREFETCHED;
   if (c->lines) c->lines[p->index].prefetched = false;
   part->observed = part->prefetched = true;
}

XG_INLINE LinePart reference(Cache* c, const Ask* a, uint64_t line, LineChanges* changes,
                             bool standard)
{
   LinePart part = {.line = line};
   HotSlot* slot = cool(c, line);
   LinePlace p = standard ? move_to_front(c, line) : look_up(c, line);
   part.hit = p.hit;
   if (!standard && p.hit && !a->prefetch && c->tags[p.position] & TAG_PREFETCHED)
      hit_prefetched(c, &p, &part);
   if (!p.hit) {
      if (!standard) {
         if (!may_load(c, a, &part, changes)) return part;
         p = place(c, line);
      }
      part.loaded = true;
      part.wrote_back = p.old & TAG_DIRTY;
      enter(c, p, changes);
      if (!standard && c->policy->victims) exchange(c, &p, part.in_victims, changes);
   }
   if (a->r->write && c->keeps_dirty) c->tags[p.position] |= TAG_DIRTY;
   part.position = p.position, part.index = p.index;
   if (!standard) {
      part.changes = ++c->policy->changes;
   } else if (slot) {
      slot->line = line;
      slot->index = p.index;
   }
   XG_CHECK(part.hit || cache_set_is_valid(c, cache_set(c, line)));
   return part;
}

// --- lines of a request, once all that it causes has happened ----------------------------------

// Whether nothing has changed since the line was asked for.
XG_INLINE bool is_unchanged(const Cache* c, const LinePart* p, const LinePart* end,
                            bool standard)
{
   return standard ? p + 1 == end : (p->hit || p->loaded) && p->changes == c->policy->changes;
}

// Its index, or DETACHED: a line may have been evicted by the same request.
XG_INLINE uint32_t index_now(const Cache* c, const LinePart* p, const LinePart* end,
                             bool standard)
{
   return is_unchanged(c, p, end, standard) ? (uint32_t)p->index : cache_find(c, p->line);
}

// Attaches what has been loaded.
XG_INLINE void attach(Cache* c, const LinePart* part, const LinePart* end, bool standard)
{
   if (!c->next || (!standard && c->policy->victims)) return;
   for (const LinePart* p = part; p < end; p++) {
      uint32_t index = p->loaded ? index_now(c, p, end, standard) : DETACHED;
      if (index != DETACHED) c->lower[index] = cache_find(c->next, p->line);
   }
}

// ... at a line that the request has loaded, and evicted again.
static void count_own(const Cache* c, const Ask* a, uint64_t line, LineChanges* changes)
{
   Bytes b = direct_bytes(c, a, line);
   if (b.from < b.end) line_changes_use_own(changes, c->level, false, line, b.end - b.from);
}

// Counts the access.
XG_INLINE void count_access(Cache* c, const Ask* a, const LinePart* part, const LinePart* end,
                            LineChanges* changes, bool standard)
{
   const bool caller_counts = c->hot && a->r->size_B <= c->geometry.line_B;
   for (const LinePart* p = part; p < end; p++) {
      uint32_t index = index_now(c, p, end, standard);
      if (XG_UNLIKELY(index == DETACHED)) {
         if (p->loaded) count_own(c, a, p->line, changes);
      } else if (!caller_counts || p != part) {
         count_direct(c, a, index, p->line);
      }
   }
}

// --- prefetchers --------------------------------------------------------------------------

static void prefetch_line(Cache* c, uint64_t line, LineChanges* changes)
{
   if (place_find(c, line) != NOWHERE) return;
   Ask a = {.r = &(Request){line, 1, false}, .prefetch = true, .filled = true};
   LinePart p = reference(c, &a, line, changes, false);
   c->tags[p.position] |= TAG_PREFETCHED;
   if (c->lines) c->lines[p.index].prefetched = true;
   if (!c->next || c->policy->victims) return;
   ask(c->next, &a, changes);
   if (c->lines) attach(c, &p, &p + 1, false);
}

// The cache's own prefetcher observes lines of a request.
static void prefetch(Cache* c, const Ask* a, const LinePart* part, const LinePart* end,
                     LineChanges* changes)
{
   LinePrefetcher* prefetcher = &c->policy->prefetcher;
   uint64_t wanted;
   for (const LinePart* p = part; p < end; p++)
      if (p->observed && line_prefetch_observe(prefetcher, p->line, &wanted))
         prefetch_line(c, wanted, changes);
   if (line_prefetch_observe_instr(prefetcher, a->r->instr, a->r->address, &wanted))
      prefetch_line(c, wanted, changes);
}

// Callgrind's prefetcher, in the last level.
static void prefetch_as_callgrind(Cache* c, uint64_t address, LineChanges* changes)
{
   uint64_t wanted;
   if (!prefetch_observe(c->prefetcher, address, &wanted)) return;
   Ask a = {.r = &(Request){wanted, 1, false}, .prefetch = true};
   LinePart p = reference(c, &a, cache_line(c, wanted), changes, !c->policy);
   if (p.loaded && c->lines) c->lines[p.index].prefetched = true;
}

// --- miss classes -------------------------------------------------------------------------

// The exclusive LL, which L2 asks.
XG_INLINE Cache* victims_of(const Cache* c, bool standard)
{
   return standard ? NULL : c->policy->victims;
}

// A request of the program begins.
XG_INLINE void begin_classes(const Cache* c, bool standard)
{
   if (c->classifier) classifier_begin(c->classifier);
   const Cache* victims = victims_of(c, standard);
   if (victims && victims->classifier) classifier_begin(victims->classifier);
}

// It has referenced a line.
XG_INLINE void classify(const Cache* c, const LinePart* p, bool standard)
{
   if (c->classifier) classifier_reference(c->classifier, p->line, p->hit);
   const Cache* victims = victims_of(c, standard);
   if (victims && victims->classifier && !p->hit)
      classifier_reference(victims->classifier, p->line, p->in_victims);
}

// --- all ----------------------------------------------------------------------------------

// Asks the next level for a request of which c has handled these parts.
static Served ask_next(const Cache* c, const Ask* a, const LinePart* part, const LinePart* end,
                       LineChanges* changes)
{
   Ask next = *a;
   next.from = next.end = 0;
   for (const LinePart* p = part; p < end; p++) {
      Bytes b = direct_bytes(c, a, p->line);
      next.filled |= p->loaded;
      if (p->hit || p->loaded || b.from >= b.end) continue;
      if (!next.end) next.from = (uint32_t)b.from;
      next.end = (uint32_t)b.end;
   }
   return ask(c->next, &next, changes);
}

XG_INLINE Served request(Cache* c, const Ask* a, LineChanges* changes, bool standard)
{
   const Request* r = a->r;
   const bool by_program =
      !a->prefetch; // known where this is compiled, but for prefetchers of caches
   if (c->prefetcher && by_program) prefetch_as_callgrind(c, r->address, changes);
   if (by_program) begin_classes(c, standard);
   LinePart part[LINES_PER_REQUEST];
   uint32_t n = 0;
   // Words: of a byte on the stack the compiler loads the whole word, which waits for the store of the byte.
   uint64_t all_hit = true, all_in_victims = true, prefetch_hits = 0;
   bool any_observed = false;
   Served s = {(ServedBy)(c->level - 1)};
   uint64_t last = cache_line(c, r->address + r->size_B - 1);
   for (uint64_t line = cache_line(c, r->address);; line += c->geometry.line_B) {
      LinePart p = reference(c, a, line, changes, standard);
      if (by_program) classify(c, &p, standard);
      all_hit &= p.hit;
      all_in_victims &= p.hit || p.in_victims;
      any_observed |= p.observed;
      s.wrote_back |= p.wrote_back;
      prefetch_hits += p.prefetched;
      if (!standard || c->lines) {
         XG_ASSERT(n < LINES_PER_REQUEST);
         part[n++] = p;
      }
      if (line == last) break;
   }
   if (!all_hit) s.by = victims_of(c, standard) && all_in_victims ? AT_LL : AT_MEMORY;
   if (c->next && !victims_of(c, standard) && (!all_hit || (r->write && c->write_through))) {
      Served next = !standard     ? ask_next(c, a, part, part + n, changes)
                    : !by_program ? cache_prefetch(c->next, r, changes)
                                  : cache_request(c->next, r, changes);
      prefetch_hits += next.prefetch_hits;
      if (!all_hit) s = next; // nobody waits for a write that passes through
   }
   if (c->lines) attach(c, part, part + n, standard);
   if (any_observed && c->policy->chosen.prefetch) prefetch(c, a, part, part + n, changes);
   if (c->lines && a->end) count_access(c, a, part, part + n, changes, standard);
   for (const LinePart* p = part; !standard && c->hot && p < part + n; p++)
      make_hot(c, p->line,
               is_unchanged(c, p, part + n, false) ? p->position : place_find(c, p->line));
   s.prefetch_hits = (uint8_t)prefetch_hits;
   return s;
}

static Served ask(Cache* c, const Ask* a, LineChanges* changes)
{
   return request(c, a, changes, false);
}

// Below level 1 a cache of level 1 asks, which holds the lines.
XG_INLINE Ask first_ask(const Cache* c, const Request* r)
{
   return (Ask){.r = r, .end = c->level == LEVEL_L1 ? r->size_B : 0};
}

// The most frequent access, in short.
bool cache_plain_hit(Cache* c, const Request* r)
{
   uint64_t line = cache_line(c, r->address), offset_B = r->address - line;
   if (offset_B + r->size_B > c->geometry.line_B || (r->write && c->write_through))
      return false;
   uint64_t position = place_find(c, line);
   if (position == NOWHERE || c->tags[position] & TAG_PREFETCHED) return false;
   HotSlot* slot = cool(c, line);
   LinePlace p = use(c, line, position);
   if (slot)
      make_hot(c, line, p.position);
   else if (c->lines)
      cache_count(c, p.index, offset_B, r->size_B);
   if (c->classifier) classifier_request(c->classifier, line, true);
   return true;
}

static Served request_with_policy(Cache* c, const Request* r, LineChanges* changes)
{
   if (c->level == LEVEL_L1 && cache_plain_hit(c, r)) return (Served){AT_L1};
   Ask a = first_ask(c, r);
   return ask(c, &a, changes);
}

Served cache_request(Cache* c, const Request* r, LineChanges* changes)
{
   if (XG_UNLIKELY(c->policy != NULL)) return request_with_policy(c, r, changes);
   Ask a = first_ask(c, r);
   return request(c, &a, changes, true);
}

Served cache_prefetch(Cache* c, const Request* r, LineChanges* changes)
{
   const Ask a = {.r = r, .prefetch = true};
   return c->policy ? ask(c, &a, changes) : request(c, &a, changes, true);
}
