// SPDX-License-Identifier: GPL-3.0-or-later
//
// What serves an access, in one number, as the reference models say it: AT_L1 to AT_MEMORY, or
// AT_MEMORY_WB.
//
//    assert_int_equal(served_by(hierarchy_data(&h, &request, NULL)), ref_data(...));
#ifndef XG_TESTS_UNIT_SERVED_H
#define XG_TESTS_UNIT_SERVED_H

#include "cachesim/cache.h"

// Memory, and a dirty line was written back for it.
#define AT_MEMORY_WB ((ServedBy)(AT_MEMORY + 1))

static inline ServedBy served_by(Served s)
{
   XG_ASSERT(s.by == AT_MEMORY || !s.wrote_back);
   return s.by + (ServedBy)s.wrote_back;
}

#endif
