// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers like random ones, the same in every run of a test: xorshift64 (Marsaglia, Xorshift RNGs, 2003).
#ifndef XG_TESTS_UNIT_XORSHIFT_H
#define XG_TESTS_UNIT_XORSHIFT_H

#include <stdint.h>

static uint64_t seed = 88172645463325252ULL;

static inline uint64_t next_random(void)
{
   seed ^= seed << 13;
   seed ^= seed >> 7;
   return seed ^= seed << 17;
}

#endif
