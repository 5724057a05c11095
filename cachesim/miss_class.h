// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a request has missed a cache.
//
//    cold            it is the first reference of the line to this cache since the caches were empty
//    capacity        a fully associative LRU cache of as many lines would have missed, too
//    conflict        it would have hit
//    true sharing    another core has taken the line away, and has written what is accessed now
//    false sharing   another core has taken the line away, and has written other bytes only
//
// Contract: each miss has one class, that of the first line of the request that missed.  The last two
// need several cores, and come before capacity and conflict.
//
//    counters[MISSES_OF_D1 + MISS_CONFLICT]++;
#ifndef XG_CACHESIM_MISS_CLASS_H
#define XG_CACHESIM_MISS_CLASS_H

#include "cachesim/policy.h"

typedef enum {
   MISS_COLD,
   MISS_CAPACITY,
   MISS_CONFLICT,
   MISS_TRUE_SHARING,
   MISS_FALSE_SHARING,
   MISS_CLASSES,
   NOT_MISSED = MISS_CLASSES
} MissClass;

// The classes that one core alone can have.
enum { MISS_CLASSES_OF_ONE_CORE = MISS_TRUE_SHARING };

// The caches whose misses have classes.
typedef enum {
   CLASS_D1,
   CLASS_L2,
   CLASS_LL = CLASS_L2 + LEVELS_BETWEEN,
   CLASS_LEVELS
} ClassLevel;

#endif
