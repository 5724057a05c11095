// SPDX-License-Identifier: GPL-3.0-or-later
//
// The last stores, by words of memory: whether a load can have what it loads from the store buffer.  It can if one store has
// all of its bytes.  If several have them, or one has some, it waits until they are in L1.
//
// Of each word the last store that begins there is known, and in which block that was; a store of several words counts as
// one in each of them.  Words that lie RECENT_WORDS apart share a place.  A load is asked at the words that it begins
// with, by a comparison that generated code has, too: recent_range().
//
// Not found are loads whose bytes before their end alone another word's store has, and loads of less than a word that begin
// within a store and end behind it.
//
// Contract: RecentStores begins as zeros.  `begun` is RecentBlocks.begun while the access's block runs, not 0.
//
//    recent_store(&stores, address, 1, begun);
//    if (recent_suspects(&stores, address, 8)) {
//       FailedLoad f = recent_failed(&stores, address, 8);   // f.begun: 0 if there is nothing
//       if (recent_waits(&blocks, &processor, f.begun)) ...
//    }
#ifndef XG_CYCLES_RECENT_STORES_H
#define XG_CYCLES_RECENT_STORES_H

#include <stdbool.h>
#include <stdint.h>

#include "cycles/producers.h"

enum {
   RECENT_WORDS = 128, // twice what most store buffers hold; a power of two
   RECENT_WORD_B = 8,
   RECENT_ADDRESS_SHIFT = 3, // of a mark; below the address is how narrow the store is
   RECENT_PARTS_MAX = 4      // words of the largest access that is looked at
};

// A word's two entries do not lie 1 KiB apart: some processors would take one for the other.
typedef struct {
   uint64_t mark[RECENT_WORDS]; // 0: none
   uint64_t apart[RECENT_WORDS / 2];
   uint64_t begun[RECENT_WORDS];
} RecentStores;

// What is compared of a word of a load: the mark, minus that of the address or, if by_bits, the bits in which they
// differ; the load may fail if that lies in [first, first + n).
typedef struct {
   bool by_bits;
   uint32_t first, n;
} RecentRange;

typedef struct {
   uint64_t begun;  // when the last of the stores was made; 0: the load does not fail
   uint32_t pieces; // as many of such stores have its bytes
} FailedLoad;

// The place of an address's word.
static inline uint32_t recent_slot(uint64_t address)
{
   return address / RECENT_WORD_B % RECENT_WORDS;
}

// How many words an access begins with that are looked at.
static inline uint32_t recent_parts(uint32_t size_B)
{
   const uint32_t n = size_B / RECENT_WORD_B;
   return n < 1 ? 1 : n < RECENT_PARTS_MAX ? n : RECENT_PARTS_MAX;
}

// The power of two that is no more than a size: of other sizes are only numbers of 80 bits, and what has no narrow parts.
static inline uint32_t recent_log2(uint32_t size_B)
{
   const uint32_t most = RECENT_PARTS_MAX * RECENT_WORD_B;
   return 31 - (uint32_t)__builtin_clz(size_B < most ? size_B : most);
}

// How narrow a store is: 7 for a byte, one less for twice as many.
static inline uint32_t recent_narrowness(uint32_t size_B)
{
   return 7 - recent_log2(size_B);
}

static inline uint64_t recent_mark(uint64_t address, uint32_t size_B)
{
   return address << RECENT_ADDRESS_SHIFT | recent_narrowness(size_B);
}

// Stores of one byte have all that loads of one byte need.
static inline bool recent_may_fail(uint32_t size_B)
{
   return size_B > 1;
}

// A store that begins with the load and is as wide lies outside.  Loads of less than a word leave out stores that begin
// before them: mostly those are to their neighbours.
static inline RecentRange recent_range(uint32_t size_B)
{
   const uint32_t first = 8 - recent_log2(size_B);
   if (size_B >= RECENT_WORD_B)
      return (RecentRange){true, first, (RECENT_WORD_B << RECENT_ADDRESS_SHIFT) - first};
   return (RecentRange){false, first, (size_B << RECENT_ADDRESS_SHIFT) - first};
}

static inline bool recent_suspects_part(const RecentStores* r, uint64_t address,
                                        const RecentRange* range)
{
   const uint64_t mark = r->mark[recent_slot(address)], own = address << RECENT_ADDRESS_SHIFT;
   return (range->by_bits ? mark ^ own : mark - own) - range->first < range->n;
}

// Whether a load of more than one byte may fail.
static inline bool recent_suspects(const RecentStores* r, uint64_t address, uint32_t size_B)
{
   const RecentRange range = recent_range(size_B);
   for (uint32_t i = 0; i < recent_parts(size_B); i++)
      if (recent_suspects_part(r, address + RECENT_WORD_B * i, &range)) return true;
   return false;
}

static inline void recent_store(RecentStores* r, uint64_t address, uint32_t size_B,
                                uint64_t begun)
{
   for (uint32_t i = 0; i < recent_parts(size_B); i++) {
      const uint64_t at = address + RECENT_WORD_B * i;
      r->mark[recent_slot(at)] = recent_mark(at, size_B);
      r->begun[recent_slot(at)] = begun;
   }
}

// The stores that a suspect load fails by.  They are forgotten: what loads the same word again finds it in L1.
FailedLoad recent_failed(RecentStores* r, uint64_t address, uint32_t size_B);
// Whether a store of back then is still in the store buffer: neither as many stores as that holds were made since, nor as many
// instructions as the window has, by the blocks between.
bool recent_waits(const RecentBlocks* blocks, const Processor* p, uint64_t begun);

#endif
