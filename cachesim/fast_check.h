// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks of a fast path against cache_request(), in the checked build.
//
// Contract: fast_check_before() copies a set before a fast path references a line there, and
// fast_check_after() has cache_request() reference the line in the copy: hit or miss, the evicted line,
// the order of the set, and the way of the line must be those that the fast path has found.
//
//    fast_check_before(c, address);
//    LruMove m = move(c->tags + base, c->ways, key, kept);
//    fast_check_after(c, address, m.hit, line_use ? &m.old : NULL);
#ifndef XG_CACHESIM_FAST_CHECK_H
#define XG_CACHESIM_FAST_CHECK_H

#include "cachesim/cache.h"

#if XG_DEBUG_CHECKS
void fast_check_before(const Cache* c, uint64_t address);
// old: the tag found or evicted, with line use, else NULL.
void fast_check_after(const Cache* c, uint64_t address, bool hit, const uint64_t* old);
#else
#define fast_check_before(c, address) (void)0
#define fast_check_after(c, address, hit, old) (void)0
#endif

#endif
