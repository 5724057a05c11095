// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes for people: 48 KiB, 1.5 MiB.
//
//    HChar text[SIZE_TEXT_B];
//    VG_(umsg)("D1 %s", size_text(text, 49152));
#ifndef XG_CALLGRIND_SUMMARY_SIZE_TEXT_H
#define XG_CALLGRIND_SUMMARY_SIZE_TEXT_H

#include "pub_tool_basics.h"

enum { SIZE_TEXT_B = 32 };

// Exactly, with at most two decimals, in the largest unit that allows this: 24.75 MiB, 1025 KiB.
const HChar* size_text(HChar text[SIZE_TEXT_B], ULong bytes);
// To a tenth of the largest unit, rounded down.
const HChar* size_text_rough(HChar text[SIZE_TEXT_B], ULong bytes);

#endif
