// SPDX-License-Identifier: GPL-3.0-or-later
//
// One set-associative cache with true LRU replacement; caches form a hierarchy.
//
// A cache handles a request for the lines that an access touches: it references all of them, and if
// one was absent it asks the next level for the whole request.  An access that straddles lines is
// one access and at most one miss of each level (docs/cache-model.md).  With write-back simulation,
// writes pass through to the last level, which remembers dirty lines.  A prefetcher observes the
// requests of its cache and loads lines into it.
//
// A cache may track how its lines are used (line_use.h).  Level 1 counts accesses.  A line of a
// further level is used through the lines above that were loaded from it: an evicted line adds its
// use to the line of the next level that it came from.  When that one is evicted first, the lines
// above add what they have so far, and are detached: later use of them is not the next level's.
//
// cache_request.c has all that a request does; of a cache with a policy other than the standard one
// (policy.h), with the parts of policy_state.h.
//
// Ownership: the Cache belongs to the caller, its arrays to the cache.  A Cache must not move,
// since others point to it.
//
//    Cache d1 = {.level = 1}, ll = {.level = 2};
//    cache_init(&d1, &geometry, false), cache_init(&ll, &ll_geometry, false);
//    cache_connect(&d1, &ll);
//    Served s = cache_request(&d1, &(Request){address, size_B, is_write}, NULL);
#ifndef XG_CACHESIM_CACHE_H
#define XG_CACHESIM_CACHE_H

#include "base/host.h"
#include "cachesim/geometry.h"
#include "cachesim/line_use.h"
#include "cachesim/policy.h"
#include "cachesim/prefetch.h"

// An access or a fetch as a cache sees it.
typedef struct {
   uint64_t address;
   uint32_t size_B; // at least 1
   bool write;
   uint64_t instr; // address of the instruction; 0: unknown, or not asked for
} Request;

// The farthest level that a request reached.
typedef enum {
   AT_L1,                          // all lines were in L1
   AT_L2,                          // a line missed L1, all were in L2
   AT_LL = AT_L2 + LEVELS_BETWEEN, // a line missed the levels above LL, all were in LL
   AT_MEMORY,                      // a line missed LL
} ServedBy;
// The levels of caches: LL has the number behind those of all levels that could be in front of it.
enum { LEVEL_L1 = 1, LEVEL_L2, LEVEL_LL = LEVEL_L2 + LEVELS_BETWEEN };
_Static_assert((int)AT_L1 == LEVEL_L1 - 1 && (int)AT_L2 == LEVEL_L2 - 1
                  && (int)AT_LL == LEVEL_LL - 1 && (int)AT_MEMORY == LEVEL_LL,
               "what a level serves");

// What a request did; functions return it in a register.
typedef struct {
   ServedBy by;
   bool wrote_back; // AT_MEMORY: a dirty line had to be written back for it
   bool
      upgraded : 1; // with several cores: a write to a line that its core had and others had, too
   bool
      from_core : 1; // ... another core alone had the line as it is, or loses it to this write
   uint8_t invalidated;   // ... lines of other cores that it invalidated
   uint8_t prefetch_hits; // prefetched lines that it was the first one to hit, at all levels
} Served;
_Static_assert(sizeof(Served) == 8, "Served");

// A tag: line number << TAG_NUMBER_SHIFT | TAG_PREFETCHED | TAG_DIRTY | TAG_VALID | way.  All zero: no
// line, so that fresh memory is an empty cache.  49 bits of a line number are enough: with lines of 16
// bytes, the smallest, they tell all canonical addresses of 48 bits apart, and of 64 bytes those of 55
// bits.
enum { WAY_BITS = 12, TAG_NUMBER_SHIFT = WAY_BITS + 3 };
#define TAG_NUMBERS (~0ULL >> TAG_NUMBER_SHIFT) // line numbers that a tag tells apart
#define WAY_MASK ((1ULL << WAY_BITS) - 1)       // way: only with line use, else zero
#define TAG_VALID (1ULL << WAY_BITS)
#define TAG_DIRTY (2ULL << WAY_BITS) // only with write-back, in the last level
// Loaded by the cache's LinePrefetcher, and not accessed yet.
#define TAG_PREFETCHED (4ULL << WAY_BITS)
_Static_assert(WAYS_MAX <= 1 << WAY_BITS, "ways");

typedef struct TlbEntry TlbEntry;

// The hot line of a set: the one used most recently, if another access to it would change nothing.
// Generated code compares with it, and with line use counts accesses to the line used most recently;
// the slot's use is added to the line's when another line takes its place.  A slot is as large as a
// cache line of the host, so that slots of 64-byte lines are found with a mask alone.  A slot may be
// cold: it holds no line, though its use is still that of a line.
typedef struct {
   uint64_t line;  // its address, or NO_LINE
   uint64_t mask;  // bytes accessed since then, bit 0 for the first
   uint64_t count; // accesses since then
   uint64_t index; // of the way of the line used most recently; sets * ways: it is not there
   // With a TLB of data (tlb.h); otherwise `page` is NULL.
   uint64_t used;  // time of the last access that generated code has found here
   TlbEntry* page; // of its line; NULL: none, then the slot is cold
   // With miss classes (timed_reference.h), which need `used`, too.
   uint64_t shadow; // entry of its line in the shadow cache, plus 1; 0: none
   uint64_t reserved;
} HotSlot;
_Static_assert(sizeof(HotSlot) == 64 && offsetof(HotSlot, line) == 0
                  && offsetof(HotSlot, mask) == 8 && offsetof(HotSlot, count) == 16,
               "HotSlot");
// A line that no program can access: its address is not canonical.
#define NO_LINE (1ULL << 63)

#define DETACHED UINT32_MAX // index of no line

typedef struct CodeCache CodeCache;
typedef struct Cache Cache;
typedef struct PolicyState PolicyState;
typedef struct Classifier Classifier;

// A cache.
//
// Invariants: the tags of a set are in order of last use, most recent first, and zero behind the
// last line; no line is in a set twice, and each is in the set of its number.
// With line use: n lines of a set have the ways 0 to n - 1; a line keeps its way while it is
// resident, and all arrays by way are indexed by set * ways + way.  LineUse of ways without a line
// is zero.  A line is attached to a resident line of the next level that contains it, or detached.
// Hot slots: hot[s].line is the first line of set s, or NO_LINE, and hot[s].index, with line use, its
// way.
// With a policy: policy_state.h says what is otherwise.
struct Cache {
   uint64_t* tags;    // [sets * ways]
   uint64_t set_mask; // sets - 1, if sets is a power of two
   uint64_t sets;
   uint64_t sets_of_slice;    // of a sliced cache; 0: it is none
   uint32_t ways, line_shift; // log2 of the line size in bytes
   HotSlot* hot;              // [sets]; NULL: none
   LineUse* lines;            // [sets * ways], and one for what is not there; NULL: line use is
                              // not tracked
   uint32_t* lower;           // [sets * ways]: index in `next` of what a line came from, or
                              // DETACHED; NULL: line use is not tracked, or the last level
   uint64_t* masks;    // [words] for each of `lines`; NULL: one word is enough, LineUse.mask
   uint32_t* owners;   // of each of `lines`, as in Eviction; NULL: not asked for
   uint32_t words;     // of a line's mask
   uint8_t level;      // LEVEL_*
   bool power_of_two;  // sets is one, and there are no slices
   bool write_through; // writes pass on to `next`, hit or miss
   bool keeps_dirty;   // write-back: lines written to are dirty
   uint64_t tag_state; // bits of a tag that are not the line's: see lru_move()
   Prefetcher* prefetcher; // of this level; NULL: none
   Cache* next;            // the level asked on a miss; NULL: memory
   Cache* above;           // caches whose next level this is, linked by `beside`
   CodeCache* code_above;
   Cache* beside;
   PolicyState* policy;    // NULL: the standard one
   Classifier* classifier; // of its misses; NULL: they have no classes
   Geometry geometry;
};

// Allocates an empty cache of a valid geometry; `level` is to be set before.  Memory of large
// caches is not touched until lines are loaded.
void cache_init(Cache* c, const Geometry* g, bool line_use);
void cache_free(Cache* c);
// Has the empty cache consist of so many slices, which divide its sets: a hash of a line's number says which one has it.
void cache_slice(Cache* c, uint32_t slices);
// Has the cache keep an owner for each line.
void cache_keep_owners(Cache* c);
// Sets the cache's array of hot slots, one per set.
void cache_use_hot_slots(Cache* c, HotSlot* hot);
// Allocates Cache.lower; for cache_connect() and callgrind_arithmetic.c.
void cache_keep_lower(Cache* c);
// Makes `next` the level that c asks on a miss; for the first time; and once more, or another one.
void cache_connect(Cache* c, Cache* next);
void cache_link(Cache* c, Cache* next);
// Empties the cache; line use is lost.
void cache_clear(Cache* c);

// Handles a request.  changes: what it does to lines, with line use, else NULL.  In level 1 it is
// counted as an access to its lines; the first one's is left to the caller if there are hot slots and the
// access is no larger than a line: see cache_count_hot().
Served cache_request(Cache* c, const Request* r, LineChanges* changes);
// A prefetch instruction asks for a byte of a line that is absent: the line is loaded, and nobody has used it.  It is no
// access, which prefetchers would observe and misses have classes of.
Served cache_prefetch(Cache* c, const Request* r, LineChanges* changes);
// With a policy, in level 1: makes an access that hits one line, and of which nothing else comes.  False: it is another
// one, and nothing has happened.
bool cache_plain_hit(Cache* c, const Request* r);
// With a policy: evicts a line, if it is there.
void cache_evict(Cache* c, uint64_t line, LineChanges* changes);
// Counts an access to the line that a hot slot holds, the first one of an access.
void cache_count_hot(Cache* c, uint64_t address, uint32_t size_B);
// Index of the line that holds `address`, or DETACHED; no reference.
uint32_t cache_find(const Cache* c, uint64_t address);
// The line is evicted: lines above that are attached to it add their use, and are detached.
void cache_detach_above(Cache* c, uint32_t index, uint64_t line);
// Adds use of a line of line_B bytes, to the line at `index` that it was loaded from.
void cache_add_use(Cache* c, uint32_t index, uint64_t line, uint32_t line_B, uint64_t count,
                   const uint64_t* mask);
// Adds the use of the line at `index` to that of the line that it was loaded from, if attached.
void cache_add_use_below(Cache* c, uint64_t index, uint64_t line);
// Forgets the use of the line at `index`.
void cache_clear_use(Cache* c, uint64_t index);
// LRU: gives the first line of the set at `base`, which was just placed there, the lowest free way;
// returns its index.
uint64_t cache_take_free_way(Cache* c, uint64_t base);
// Position in `tags` of the next line from *position on, which advances past it: true until there
// is none left.
bool cache_next_line(const Cache* c, uint64_t* position, uint64_t* found);
// Takes out the line at a position of cache_next_line(), with whatever was attached above it taken
// out before.  The cache is consistent again when all its lines have been taken out.
Eviction cache_take_line(Cache* c, uint64_t position);
// Whether the invariants of one set hold.
bool cache_set_is_valid(const Cache* c, uint64_t set);
// Panics if an invariant is broken.
void cache_check(const Cache* c);
// Panics if a line is in `upper` and not in the inclusive cache, or in the exclusive cache, too.
void cache_check_levels(const Cache* upper, const Cache* ll, LlPolicy policy);

// Address of the line that holds `address`.
XG_INLINE uint64_t cache_line(const Cache* c, uint64_t address)
{
   return address >> c->line_shift << c->line_shift;
}

// Index of the set of a line number in a sliced cache.
uint64_t cache_set_in_slice(const Cache* c, uint64_t number);

// Index of the set that holds `address`.  Addresses that no page can have, which programs try, too, are where the line of their tag is.
XG_INLINE uint64_t cache_set(const Cache* c, uint64_t address)
{
   uint64_t number = address >> c->line_shift;
   if (XG_LIKELY(c->power_of_two)) return number & c->set_mask;
   number &= TAG_NUMBERS;
   return XG_UNLIKELY(c->sets_of_slice) ? cache_set_in_slice(c, number) : number % c->sets;
}

// The tag of a line, without way and dirty bit.
XG_INLINE uint64_t cache_key(uint64_t line_number)
{
   return line_number << TAG_NUMBER_SHIFT | TAG_VALID;
}

// The number of the line with this tag; the sign completes canonical addresses. Another address loses bits in a tag.
XG_INLINE uint64_t cache_key_number(uint64_t tag)
{
   return (uint64_t)((int64_t)tag >> TAG_NUMBER_SHIFT);
}

// Address of the line with this tag.
XG_INLINE uint64_t cache_tag_line(const Cache* c, uint64_t tag)
{
   return cache_key_number(tag) << c->line_shift;
}

// Which bytes of the line at `index` have been accessed: `words` words.
XG_INLINE uint64_t* cache_mask(const Cache* c, uint64_t index)
{
   // One word is part of LineUse, so that a line costs one cache line of the host.
   return XG_LIKELY(!c->masks) ? &c->lines[index].mask : c->masks + index * c->words;
}

// Counts an access to size_B bytes of the line at `index`.
XG_INLINE void cache_count(Cache* c, uint64_t index, uint64_t offset_B, uint64_t size_B)
{
   LineUse* use = &c->lines[index];
   use->count++;
   if (XG_LIKELY(!c->masks))
      use->mask |= line_use_bits(offset_B, size_B);
   else
      line_use_set_bits(cache_mask(c, index), offset_B, size_B);
}

// Owner of the line at `index`, to be written to; NULL: owners are not asked for.
XG_INLINE uint32_t* cache_owner(const Cache* c, uint64_t index)
{
   return XG_LIKELY(!c->owners) ? NULL : &c->owners[index];
}

// Describes the line at `index` as evicted; line: its address.
XG_INLINE Eviction cache_eviction(const Cache* c, uint64_t index, uint64_t line)
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

// The slot of the set that holds `address`.
XG_INLINE HotSlot* cache_hot_slot(const Cache* c, uint64_t address)
{
   return &c->hot[cache_set(c, address)];
}

// Adds the use that a hot slot has counted to its line's, and starts again.
XG_INLINE void cache_flush_hot_slot(Cache* c, HotSlot* slot)
{
   LineUse* use = &c->lines[slot->index];
   use->count += slot->count;
   // The next line has the bytes of an access that are beyond this one.
   use->mask |= slot->mask & line_use_bits(0, c->geometry.line_B);
   slot->count = slot->mask = 0;
}

#endif
