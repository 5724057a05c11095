// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers at random, the same ones in each run. The caller keeps the state, which begins with any number.
#ifndef XG_CALIBRATE_RANDOM_H
#define XG_CALIBRATE_RANDOM_H

#include <stdint.h>

// The next 32 bits: the upper half of a linear congruence modulo 2^64, whose lower bits repeat soon.
static inline uint64_t random_bits(uint64_t* state)
{
   *state = *state * 6364136223846793005 + 1442695040888963407;
   return *state >> 32;
}

// The next number below n, which is at most 2^32.
static inline uint64_t random_below(uint64_t* state, uint64_t n)
{
   return random_bits(state) * n >> 32;
}

// The next bit: the uppermost one.
static inline uint8_t random_bit(uint64_t* state)
{
   return random_bits(state) >> 31;
}

#endif
