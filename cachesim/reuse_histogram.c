// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms of reuse distances; see reuse_histogram.h.
#include "cachesim/reuse_histogram.h"

enum { SMALL_SIZES = 7, FIRST_OCTAVE = 3, LAST_OCTAVE = 31, BUCKET_COLD = REUSE_BUCKETS - 1 };

// --- sizes --------------------------------------------------------------------------------

// 2^octave times the quarter-th quarter power of two, rounded.
static uint64_t quarter_power(uint32_t octave, uint32_t quarter)
{
   // Times 2^62.
   static const uint64_t powers[] = {4611686018427387904ULL, 5484249825272419512ULL,
                                     6521908912666391106ULL, 7755900482342532474ULL};
   return ((powers[quarter] >> (61 - octave)) + 1) >> 1;
}

uint64_t reuse_size(uint32_t i)
{
   if (i < SMALL_SIZES) return i + 1;
   return quarter_power(FIRST_OCTAVE + (i - SMALL_SIZES) / 4, (i - SMALL_SIZES) % 4);
}

uint32_t reuse_bucket(uint64_t distance)
{
   if (distance == REUSE_COLD) return BUCKET_COLD;
   if (distance <= SMALL_SIZES) return (uint32_t)distance;
   uint32_t octave = 63 - (uint32_t)__builtin_clzll(distance);
   if (octave > LAST_OCTAVE) return REUSE_SIZES;
   uint32_t bucket = SMALL_SIZES + 4 * (octave - FIRST_OCTAVE) + 1;
   for (uint32_t quarter = 1; quarter < 4; quarter++)
      bucket += distance >= quarter_power(octave, quarter);
   return bucket;
}

// --- counting -----------------------------------------------------------------------------

static ReuseRow* row_of(ReuseHistogram* h, Arena* arena, uint32_t bucket)
{
   h->used[bucket / 64] |= 1ULL << bucket % 64;
   if (!h->row[bucket]) h->row[bucket] = arena_alloc(arena, sizeof(ReuseRow));
   return h->row[bucket];
}

void reuse_histogram_add(ReuseHistogram* h, Arena* arena, const ReuseAccess* a)
{
   row_of(h, arena, reuse_bucket(a->distance))->weight[a->group] += a->weight;
   h->recorded++;
}

// The first bucket with accesses from this one on; REUSE_BUCKETS: none.
static uint32_t next_used(const ReuseHistogram* h, uint32_t bucket)
{
   for (; bucket < REUSE_BUCKETS; bucket = (bucket / 64 + 1) * 64) {
      uint64_t bits = h->used[bucket / 64] >> bucket % 64;
      if (bits) return bucket + (uint32_t)__builtin_ctzll(bits);
   }
   return REUSE_BUCKETS;
}

void reuse_histogram_clear(ReuseHistogram* h)
{
   for (uint32_t b = next_used(h, 0); b < REUSE_BUCKETS; b = next_used(h, b + 1))
      *h->row[b] = (ReuseRow){0};
   host_memset(h->used, 0, sizeof h->used);
   h->recorded = 0;
}

void reuse_histogram_add_all(ReuseHistogram* to, Arena* arena, const ReuseHistogram* from)
{
   for (uint32_t b = next_used(from, 0); b < REUSE_BUCKETS; b = next_used(from, b + 1)) {
      ReuseRow* row = row_of(to, arena, b);
      for (int g = 0; g < REUSE_GROUPS; g++) row->weight[g] += from->row[b]->weight[g];
   }
   to->recorded += from->recorded;
}

uint64_t reuse_histogram_accesses(const ReuseHistogram* h)
{
   uint64_t sum = 0;
   for (uint32_t b = next_used(h, 0); b < REUSE_BUCKETS; b = next_used(h, b + 1))
      for (int g = 0; g < REUSE_GROUPS; g++) sum += h->row[b]->weight[g];
   return sum;
}

uint32_t reuse_histogram_sizes(const ReuseHistogram* h)
{
   uint32_t last = 0;
   for (uint32_t b = next_used(h, 0); b < BUCKET_COLD; b = next_used(h, b + 1)) last = b;
   return last < REUSE_SIZES ? last + 1 : REUSE_SIZES;
}
