// SPDX-License-Identifier: GPL-3.0-or-later
//
// Line use: how a cache line is used while it is resident (Inclusive paper, section 1), that is,
// how often it is accessed, and which of its bytes.
//
// Contract: caches count line use and hand out an Eviction for each line that they evict; what it
// costs, and to whom it is charged, is up to the caller, who also says who loads a line.
// Ownership: the pointers of a CostTarget belong to the caller; caches only keep them.
//
//    line_use_set_bits(mask, offset_B, size_B);          // an access
//    LineChanges changes = {0};
//    hierarchy_data(&h, &request, &changes);
//    for (uint32_t i = 0; i < changes.n_evicted; i++) ... changes.evicted[i] ...
//    for (uint32_t i = 0; i < changes.n_loaded; i++) *changes.loaded[i].target = ...
#ifndef XG_CACHESIM_LINE_USE_H
#define XG_CACHESIM_LINE_USE_H

#include "base/host.h"

enum { MASK_WORD_B = 64 }; // bytes of a line that one word of a mask covers

// What the use of an evicted line is charged to.  All zero: to nobody.
typedef struct {
   uint64_t* counters;  // of the instruction that loaded the line
   void* backdate_node; // of the calls that led to it
} CostTarget;

// The use of a resident line; all zero in ways without a line.
typedef struct {
   CostTarget target;
   uint64_t mask;           // bytes accessed, if one word is enough: see cache_mask()
   uint64_t prefetched : 1; // loaded by the prefetcher
   uint64_t count : 63;     // accesses; on top, so that an addition needs no mask
} LineUse;
// Two of them share a cache line of the host.
_Static_assert(sizeof(LineUse) == 32, "LineUse");

// A line that was evicted, and how it had been used.
typedef struct {
   CostTarget target;
   uint64_t line; // its address; with Callgrind's arithmetic the low 32 bits, but in I1
   uint64_t count;
   uint32_t line_B, unused_B; // its bytes, and those never accessed
   uint32_t owner;            // the line's owner, by the caller's numbering
   uint8_t level;             // of the cache: LEVEL_*
   bool prefetched;
   bool is_code; // a line of an I1
   bool is_own;  // loaded by the access that evicts it, in a cache of very few lines
} Eviction;

// A line that was loaded.
typedef struct {
   CostTarget* target; // to be filled in
   uint32_t* owner;    // to be filled in, too; NULL: not asked for
   uint8_t level;
} LineLoad;

// What an access has done to lines.  A level loads at most LINES_PER_REQUEST lines, and one for each
// prefetch of its own and of the levels above.  An inclusive LL evicts at most as many, and for each the
// levels above all that they hold of it: of a line of 512 bytes in lines of 16 bytes, 128, or, with
// one size of lines, four for each of 64 cores.
enum { LINES_PER_REQUEST = 3, LINE_CHANGES_MAX = 4096 };
typedef struct {
   uint32_t n_evicted, n_loaded;
   Eviction evicted[LINE_CHANGES_MAX];
   LineLoad loaded[LINE_CHANGES_MAX];
} LineChanges;

// The line whose target was at `from` has been moved: if it was loaded by this access, it is `load` now.
void line_changes_move(LineChanges* c, const CostTarget* from, const LineLoad* load);
// The line with this target is not loaded any more; returns whether this access had loaded it.
bool line_changes_unload(LineChanges* c, const CostTarget* target);
// An access has used size_B bytes of a line that it has loaded and evicted again, if it has: in a cache of very few lines.
void line_changes_use_own(LineChanges* c, uint8_t level, bool is_code, uint64_t line,
                          uint64_t size_B);
// The number of a line's bytes that its mask leaves out.
uint32_t line_use_unused_B(const uint64_t* mask, uint32_t line_B);

// Notes that a line is loaded, and clears its target.
XG_INLINE void line_changes_load(LineChanges* c, LineLoad load)
{
   XG_ASSERT(c->n_loaded < LINE_CHANGES_MAX);
   *load.target = (CostTarget){0};
   c->loaded[c->n_loaded++] = load;
}

// Notes the eviction of the line with this target.  Inlined, so that an Eviction is written where it stays: a copy
// of fields of several sizes waits for them.
XG_INLINE void line_changes_evict(LineChanges* c, Eviction e, const CostTarget* target)
{
   XG_ASSERT(c->n_evicted < LINE_CHANGES_MAX);
   e.is_own = line_changes_unload(c, target);
   c->evicted[c->n_evicted++] = e;
}

// Bits of the mask word for size_B bytes from offset_B < 64; what is beyond the word falls off.
XG_INLINE uint64_t line_use_bits(uint64_t offset_B, uint64_t size_B)
{
   uint64_t bytes = size_B >= MASK_WORD_B ? ~0ULL : (1ULL << size_B) - 1;
   return bytes << offset_B;
}

// Notes size_B bytes from offset_B in a mask of several words.
XG_INLINE void line_use_set_bits(uint64_t* mask, uint64_t offset_B, uint64_t size_B)
{
   while (size_B) {
      uint64_t in_word_B = offset_B % MASK_WORD_B;
      uint64_t n_B = size_B < MASK_WORD_B - in_word_B ? size_B : MASK_WORD_B - in_word_B;
      mask[offset_B / MASK_WORD_B] |= line_use_bits(in_word_B, n_B);
      offset_B += n_B;
      size_B -= n_B;
   }
}

#endif
