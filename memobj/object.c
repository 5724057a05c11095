// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of memory objects; see object.h.
#include "memobj/object.h"

const char* const object_kind_name[OBJECT_KINDS] = {
   [OBJECT_UNKNOWN] = "unknown", [OBJECT_CODE] = "code", [OBJECT_STATIC] = "static",
   [OBJECT_HEAP] = "heap",       [OBJECT_MMAP] = "mmap", [OBJECT_BRK] = "brk",
   [OBJECT_STACK] = "stack"};

MemRange range_none = {.n_watchers = RANGE_WATCHERS_MAX};
MemRange range_all = {.watched_B = UINT64_MAX, .n_watchers = RANGE_WATCHERS_MAX};
