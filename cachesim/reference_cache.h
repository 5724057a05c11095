// SPDX-License-Identifier: GPL-3.0-or-later
//
// A fully associative cache with LRU replacement, to which another one of as many lines is compared: a
// miss there that hits here is a conflict.
//
// Contract: every reference is told, in order; each takes constant time.
//
// Ownership: the ReferenceCache belongs to the caller, its arrays to the cache.
//
//    ReferenceCache c;
//    reference_cache_init(&c, 512);
//    bool hit = reference_cache_touch(&c, line);
#ifndef XG_CACHESIM_REFERENCE_CACHE_H
#define XG_CACHESIM_REFERENCE_CACHE_H

#include "cachesim/line_index.h"

// The neighbours of a line in the order of last use.
typedef struct {
   uint32_t newer, older; // entry, or NO_ENTRY at the ends
} ReferenceLinks;

// Invariants: the entries in use form a list from `newest` to `oldest`, in order of last use; those that
// were taken out are on the list `unused`, linked by `older`; those from `n_touched` on never were in use.
typedef struct {
   LineIndex index;
   ReferenceLinks* links; // by entry
   uint32_t newest, oldest, unused;
   uint64_t n, n_used, n_touched; // entries
} ReferenceCache;

// An empty cache of n lines, at least 1.
void reference_cache_init(ReferenceCache* c, uint64_t n);
void reference_cache_free(ReferenceCache* c);
// References a line, which is loaded if it is absent.  Returns whether it was there.
bool reference_cache_touch(ReferenceCache* c, uint64_t line);
// Takes a line out, if it is there.
void reference_cache_remove(ReferenceCache* c, uint64_t line);
void reference_cache_clear(ReferenceCache* c);
// Panics if an invariant is broken.
void reference_cache_check(const ReferenceCache* c);

#endif
