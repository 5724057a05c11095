// SPDX-License-Identifier: GPL-3.0-or-later
//
// What use is made of a cache line while it is resident (Inclusive paper, section 1): how often it
// is accessed, and which of its bytes.
//
//    line_use_set_bits(mask, offset_B, size_B);       // an access
//    Eviction end = ...                                // at eviction: what it came to
#ifndef XG_CACHESIM_LINE_USE_H
#define XG_CACHESIM_LINE_USE_H

#include "base/host.h"

enum { MASK_WORD_B = 64, LINE_NONE = -1 }; // bytes of a line that one word of a mask stands for

// On whose account a line was loaded; the cache keeps both pointers for the caller.
typedef struct {
   uint64_t* counters;  // counters of the loading instruction, NULL: nobody's
   void* backdate_node; // its call chain
} CostTarget;

// Two of these share a cache line of the host.
typedef struct {
   CostTarget loader;
   uint64_t mask;           // bytes accessed, if one word will do: see use_cache_mask()
   uint64_t resident : 1;   // holds a line at all
   uint64_t dirty : 1;      // LL with write-back
   uint64_t prefetched : 1; // LL: brought in by the prefetcher
   uint64_t count : 61;     // accesses; on top, so that an addition needs no mask
} LineUse;

// A line's time is over; what use was made of it.
typedef struct {
   CostTarget loader;
   uint64_t count;
   uint32_t line_B, unused_B; // its bytes, and those never accessed
   uint32_t owner;            // whose else it was, as the caller numbers them
   uint8_t level;             // 1 or 2
   bool prefetched;
   bool is_own; // it was loaded by the very access that ends it, in a cache of very few lines
} Eviction;

// What an access has done to lines, besides where it was served: the caller charges those that
// have ended and fills in the loaders of the new ones.  Either happens at most twice in each of
// two levels, and once for the prefetcher; a fetch of 16-byte lines may touch three.
enum { LINE_CHANGES_MAX = 8 };
typedef struct {
   CostTarget* loader;
   uint32_t* owner; // NULL: not asked for
   uint8_t level;
} LineLoad;

typedef struct {
   uint32_t n_evicted, n_loaded;
   Eviction evicted[LINE_CHANGES_MAX];
   LineLoad loaded[LINE_CHANGES_MAX];
} LineChanges;

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

// Bytes of a line that its mask leaves out.  In 32 groups, Callgrind's arithmetic, a group counts
// as used if one byte of it is.
uint32_t line_use_unused_B(const uint64_t* mask, uint32_t line_B, bool in_32_groups);

#endif
