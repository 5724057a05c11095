// SPDX-License-Identifier: GPL-3.0-or-later
//
// A fully associative cache with LRU replacement, to which another one of as many lines is compared: a
// miss there that hits here is a conflict.
//
// Contract: every reference is told, in order; each takes constant time.
//
// Ownership: the ShadowCache belongs to the caller, its arrays to the cache.
//
//    ShadowCache c;
//    shadow_cache_init(&c, 512);
//    bool hit = shadow_cache_touch(&c, line);
#ifndef XG_CACHESIM_SHADOW_CACHE_H
#define XG_CACHESIM_SHADOW_CACHE_H

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
} ShadowCache;

// An empty cache of n lines, at least 1.
void shadow_cache_init(ShadowCache* c, uint64_t n);
void shadow_cache_free(ShadowCache* c);
// References a line, which is loaded if it is absent.  Returns whether it was there.
bool shadow_cache_touch(ShadowCache* c, uint64_t line);
// Takes a line out, if it is there.
void shadow_cache_remove(ShadowCache* c, uint64_t line);
void shadow_cache_clear(ShadowCache* c);
// The line will be referenced soon: has the host load where its search starts, and later, its entry.
XG_INLINE void shadow_cache_prefetch_start(const ShadowCache* c, uint64_t line)
{
   __builtin_prefetch(line_index_list(&c->index, line), 1);
}
XG_INLINE void shadow_cache_prefetch(const ShadowCache* c, uint64_t line)
{
   uint32_t e = *line_index_list(&c->index, line) - 1;
   if (e == NO_ENTRY) return;
   __builtin_prefetch(&c->index.lines[e]);
   __builtin_prefetch(&c->links[e], 1);
}
// Panics if an invariant is broken.
void shadow_cache_check(const ShadowCache* c);

#endif
