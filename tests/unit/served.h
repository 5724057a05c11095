// SPDX-License-Identifier: GPL-3.0-or-later
//
// What serves an access, in one number, as the reference models say it: AT_L1 to AT_MEMORY, or
// AT_MEMORY_WB.
//
//    assert_int_equal(served_by(hierarchy_data(&h, &request, NULL)), ref_data(...));
#ifndef XG_TESTS_UNIT_SERVED_H
#define XG_TESTS_UNIT_SERVED_H

#include "cachesim/cache.h"
#include "cachesim/miss_class.h"

// L3 by name; the layers count levels from L2.
#define CACHE_L3 ((CacheRole)(CACHE_L2 + 1))
#define LEVEL_L3 (LEVEL_L2 + 1)
#define CLASS_L3 ((ClassLevel)(CLASS_L2 + 1))
#define AT_L3 ((ServedBy)(AT_L2 + 1))

// Memory, and a dirty line was written back for it.
#define AT_MEMORY_WB ((ServedBy)(AT_MEMORY + 1))

static inline ServedBy served_by(Served s)
{
   XG_ASSERT(s.by == AT_MEMORY || !s.wrote_back);
   return s.by + (ServedBy)s.wrote_back;
}

#endif
