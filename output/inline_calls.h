// SPDX-License-Identifier: GPL-3.0-or-later
//
// How often inlined code was entered (the rules are in inlines.h).
//
//    inlines_count_calls(&inlines);   // when all costs of the context are added
#ifndef XG_OUTPUT_INLINE_CALLS_H
#define XG_OUTPUT_INLINE_CALLS_H

#include "output/inlines.h"

// Sets calls and entries of the listed instances.
void inlines_count_calls(Inlines* s);

#endif
