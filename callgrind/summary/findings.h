// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a run has found, in a line for each thing that it was asked about (docs/manual.md, "The end of a
// run").
//
// Contract: all parts are in place, or a snapshot has been written.  Numbers are those of the result files;
// what is said of functions is about self costs, of all parts together.
//
//    findings_add(&lines);
#ifndef XG_CALLGRIND_SUMMARY_FINDINGS_H
#define XG_CALLGRIND_SUMMARY_FINDINGS_H

#include "callgrind/summary/end_lines.h"
#include "callgrind/summary/metrics.h"

enum { SHARE_B = 32 };

void findings_add(EndLines* l);

// --- for data_findings.c and store_findings.c ----------------------------------------------

// A share in percent: "61.2 %", below one percent "0.12 %".
const HChar* finding_share(HChar text[SHARE_B], ULong part, ULong whole);
// Adds "HEAD: SHARE in NAME (FILE:LINE)", or HEAD alone if there is none of the metric.  shorter: a head to
// take if the name has no room; or NULL.
void finding_add_in_function(EndLines* l, const HChar* head, const HChar* shorter, Metric m);
// Of what the result files about data have: memory objects, miss curves, the timeline.
void findings_add_data(EndLines* l);

#endif
