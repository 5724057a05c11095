// SPDX-License-Identifier: GPL-3.0-or-later
//
// A sample of the sets of all caches: a stripe of a hierarchy is what the sets of all its levels whose
// indices have the same low bits have together, and one stripe in so many is simulated.
//
// Contract: all bytes of a line of any level are of one stripe, as are all lines of a set.  So a line that is
// simulated takes its whole way through the levels, and meets there all the lines that it would meet if
// all sets were.  Of each run of `one_in` stripes one is in the sample, at a place that a hash of the run's
// number gives, so that steps of any power of two meet the sample as often as chance would have it.
// The stripes of the sample form groups of equal size, whose differences tell how exact it is.
//
// The structure is a plain value; messages are constants.
//
//    const char* error = set_sample_error(16, &d1, between, &ll);
//    set_sample_init(&s, 16, &d1, between, &ll);
//    if (set_sample_has(&s, address)) ... set_sample_group(&s, address) ...
#ifndef XG_CACHESIM_SET_SAMPLE_H
#define XG_CACHESIM_SET_SAMPLE_H

#include "base/host.h"
#include "cachesim/geometry.h"

// A group's number; groups; stripes; and stripes of the sample that tell at least something of its error.
enum { NOT_SAMPLED = 0xFF, SAMPLE_GROUPS_MAX = 16, STRIPES_MAX = 512, SAMPLED_STRIPES_MIN = 2 };

// Invariants: `stripes` is a power of two, `stripes` / `one_in` of group[] are not NOT_SAMPLED.
typedef struct {
   uint32_t one_in;     // stripes of which one is simulated: a power of two
   uint32_t line_shift; // log2 of the longest line in bytes
   uint32_t stripes, groups;
   uint8_t group[STRIPES_MAX]; // that a stripe is of, or NOT_SAMPLED
} SetSample;

// Stripes that these caches have; of size 0, a level is not there.
uint64_t set_sample_stripes(const Geometry* d1, const Geometry between[LEVELS_BETWEEN],
                            const Geometry* ll);
// NULL, or the reason why one stripe in `one_in` cannot be simulated, as a sentence that can follow "...: ".
const char* set_sample_error(uint32_t one_in, const Geometry* d1,
                             const Geometry between[LEVELS_BETWEEN], const Geometry* ll);
// Chooses the sample, where there is no such reason.
void set_sample_init(SetSample* s, uint32_t one_in, const Geometry* d1,
                     const Geometry between[LEVELS_BETWEEN], const Geometry* ll);
// Whether an access of up to size_B bytes may touch the sample if its address has these low bits, but for
// those below `shift`.
bool set_sample_may_touch(const SetSample* s, uint64_t address, uint32_t shift,
                          uint32_t size_B);
// Standard error of the sum over all stripes, estimated from the sums over the groups that are scaled to all stripes.
double set_sample_error_of(const SetSample* s, const uint64_t* scaled);

// The group of the stripe that has this address, or NOT_SAMPLED.
XG_INLINE uint32_t set_sample_group(const SetSample* s, uint64_t address)
{
   return s->group[address >> s->line_shift & (s->stripes - 1)];
}

XG_INLINE bool set_sample_has(const SetSample* s, uint64_t address)
{
   return set_sample_group(s, address) != NOT_SAMPLED;
}

#endif
