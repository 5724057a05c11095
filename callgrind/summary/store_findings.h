// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a run has found about stores in vain, for findings.c.
//
//    store_findings_add(&lines, sums);     // of the profile's costs
#ifndef XG_CALLGRIND_SUMMARY_STORE_FINDINGS_H
#define XG_CALLGRIND_SUMMARY_STORE_FINDINGS_H

#include "pub_tool_basics.h"

#include "base/event.h"
#include "callgrind/summary/end_lines.h"

void store_findings_add(EndLines* l, const uint64_t* sums);

#endif
