// SPDX-License-Identifier: GPL-3.0-or-later
//
// The code that costs most, as the files of the profile have it: self costs by function and line, so that
// what is said of a run is what its profile says.
//
// A metric is a sum of events, each with a weight: estimated cycles, or one event alone.
//
// Ownership: the CostlyCode and the array of weights belong to the caller.
//
//    costly_code_init(&h, weights, n);            // const uint64_t weights[n][EV_COUNT]
//    costly_code_add(&h, function, file, line, cost);
//    costly_code_merge(&all, &h);                 // the part is in place
//    CostlyPlace top = costly_code_top(&h, 0);       // of the first metric
#ifndef XG_WRITERS_COSTLY_CODE_H
#define XG_WRITERS_COSTLY_CODE_H

#include "base/map.h"
#include "callgraph/model.h"

enum { COSTLY_METRICS_MAX = 16 };

typedef struct CostlyLine CostlyLine;
typedef struct LeftOut LeftOut;

typedef struct {
   const uint64_t (*weights)[EV_COUNT];
   uint32_t n_metrics;
   Map lines; // CostlyLine, by function, and file and line
   CostlyLine* first;
   LeftOut* left_out;
   uint64_t sums[EV_COUNT]; // of all lines
   ShownRest rest;
} CostlyCode;

// The function with most of a metric, and its line with most of it.
typedef struct {
   const Function* function; // NULL: nothing has been counted
   const SourceFile* file;
   uint32_t line; // 0: not known
   uint64_t cost; // of the function
} CostlyPlace;

void costly_code_init(CostlyCode* h, const uint64_t (*weights)[EV_COUNT], uint32_t n_metrics);
// What a cost is by a metric.
uint64_t costly_code_metric(const CostlyCode* h, uint32_t metric, const uint64_t* cost);
// A self cost of a line of a function.
void costly_code_add(CostlyCode* h, const Function* function, const SourceFile* file,
                     uint32_t line, const uint64_t* cost);
// Leaves a cost of a function out of the search for the code that costs most; sums stay.
void costly_code_leave_out(CostlyCode* h, const Function* function, const uint64_t* cost);
// Adds all that another one with the same metrics has.
void costly_code_merge(CostlyCode* h, const CostlyCode* more);
// Forgets everything.
void costly_code_clear(CostlyCode* h);
// A metric's sum, and where most of it is.
uint64_t costly_code_total(const CostlyCode* h, uint32_t metric);
// A metric by number of the function, below n, all of it; the caller gives it to host_free().
uint64_t* costly_code_by_function(const CostlyCode* h, uint32_t metric, uint32_t n);
// The function of this number; NULL: none of its code is here.
const Function* costly_code_function(const CostlyCode* h, uint32_t number);
CostlyPlace costly_code_top(const CostlyCode* h, uint32_t metric);

#endif
