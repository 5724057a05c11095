// SPDX-License-Identifier: GPL-3.0-or-later
//
// How exact counts of sampled sets are, in words: a relative standard error, from sums over groups of sets.
//
//    HChar text[SAMPLED_ERROR_B];
//    sampled_error_text(text, total, sums);     // "1.23 %"
//    sampled_error_write_header(&w, totals);    // of a part of the profile
#ifndef XG_CALLGRIND_RESULT_FILES_SAMPLED_ERROR_H
#define XG_CALLGRIND_RESULT_FILES_SAMPLED_ERROR_H

#include "pub_tool_basics.h"

#include "base/writer.h"
#include "cachesim/set_sample.h"

enum { SAMPLED_ERROR_B = 32 };

// The error of a total, relative to it, or "0 %" if that is 0; sums: of what groups of sets have of it.
const HChar* sampled_error_text(HChar text[SAMPLED_ERROR_B], ULong total,
                                const uint64_t sums[SAMPLE_GROUPS_MAX]);
// desc: lines of a part: what is sampled, the errors of its totals, and the sums by group that they come from.
// Nothing without sampled sets.
void sampled_error_write_header(Writer* w, const uint64_t* totals);

#endif
