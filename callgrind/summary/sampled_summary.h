// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the end of a run says of sampled sets: how many there were, and how exact counts of misses are.
//
//    HChar text[SAMPLED_SUMMARY_B];
//    sampled_summary_text(text, totals);
//    // "1 set of 16 simulated: data's D1 misses 1,000 ± 1.23 %, LL 100 ± 0.50 %"
#ifndef XG_CALLGRIND_SUMMARY_SAMPLED_SUMMARY_H
#define XG_CALLGRIND_SUMMARY_SAMPLED_SUMMARY_H

#include "pub_tool_basics.h"

#include "base/event.h"

enum { SAMPLED_SUMMARY_B = 512 };

// totals: of the run, by Event.
const HChar* sampled_summary_text(HChar text[SAMPLED_SUMMARY_B], const uint64_t* totals);

#endif
