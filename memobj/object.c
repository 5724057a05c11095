// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of memory objects; see object.h.
#include "memobj/object.h"

const char* const object_kind_name[OBJECT_KINDS] = {"unknown", "code", "static", "heap",
                                                    "mmap",    "brk",  "stack"};
