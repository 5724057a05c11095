// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes of caches for people: 48 KiB, 1.5 MiB.
//
//    HChar text[SIZE_TEXT_B];
//    VG_(umsg)("D1 %s", size_text(text, 49152));
#ifndef XG_CALLGRIND_FILES_SIZE_TEXT_H
#define XG_CALLGRIND_FILES_SIZE_TEXT_H

#include "pub_tool_basics.h"

enum { SIZE_TEXT_B = 32 };

// In units of 1024; where that leaves a rest, to a tenth, rounded down.
const HChar* size_text(HChar text[SIZE_TEXT_B], ULong bytes);

#endif
