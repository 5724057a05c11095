// SPDX-License-Identifier: GPL-3.0-or-later
//
// Values of options: what text means, and what stands for it.
//
// Contract: option_*() return NULL and set *value, or a sentence that says what was expected; then
// *value is unchanged.  The sentence is overwritten by the next call.
//
//    const HChar* error = option_number("17", 0, 100, &n);
//    if (error) VG_(fmsg)("Bad option %s: %s\n", arg, error);
#ifndef XG_CALLGRIND_OPTIONS_OPTION_VALUES_H
#define XG_CALLGRIND_OPTIONS_OPTION_VALUES_H

#include "pub_tool_basics.h"

#include "cachesim/geometry.h"
#include "cachesim/tlb_geometry.h"
#include "callgrind/processor/figures.h"

enum { OPTION_DIGITS_MAX = 18 }; // of numbers; with more, strtoll10 may come to another one

const HChar* option_bool(const HChar* text, Bool* value);
const HChar* option_number(const HChar* text, Long min, Long max, Long* value);
// One of a list, "a|b|c", numbered from 0.
const HChar* option_choice(const HChar* text, const HChar* list, Int* value);
const HChar* option_geometry(const HChar* text, Geometry* value);
const HChar* option_tlb(const HChar* text, TlbGeometry* value);
const HChar* option_figures(const HChar* text, const Figures* value);
const HChar* option_prefetchers(const HChar* text, Processor* value);

// Writes the word of a list, "a|b|c", that stands for a number.
void option_choice_text(const HChar* list, Int value, HChar* text, Int size);

#endif
