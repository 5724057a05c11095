// SPDX-License-Identifier: GPL-3.0-or-later
//
// The code that costs most, as the files of the profile have it: self costs by function and line, added
// up while parts are written, so that what is said of a run is what its profile says.
//
// A measure is a sum of events, each with a weight: estimated cycles, or one event alone.  What a part
// adds counts for the time being, until it is kept or dropped: a part that could not be written stays in
// the counters, and is written again.
//
// Ownership: the HotCode belongs to the caller, the array of weights to them, too.
//
//    hot_code_init(&h, weights, n);            // const uint64_t weights[n][EV_COUNT]
//    hot_code_add(&h, function, file, line, cost);
//    hot_code_keep(&h);                        // the part is in place
//    HotPlace top = hot_code_top(&h, 0);       // of the first measure
#ifndef XG_OUTPUT_HOT_CODE_H
#define XG_OUTPUT_HOT_CODE_H

#include "base/map.h"
#include "callgraph/model.h"

enum { HOT_MEASURES_MAX = 8 };

typedef struct HotLine HotLine;

typedef struct {
   const uint64_t (*weights)[EV_COUNT];
   uint32_t n_measures;
   Map lines; // HotLine, by function, and file and line
   HotLine* first;
   uint64_t kept[EV_COUNT], pending[EV_COUNT]; // sums of all lines
} HotCode;

// The function with most of a measure, and its line with most of it.
typedef struct {
   const Function* function; // NULL: nothing has been counted
   const SourceFile* file;
   uint32_t line; // 0: not known
   uint64_t cost; // of the function
} HotPlace;

void hot_code_init(HotCode* h, const uint64_t (*weights)[EV_COUNT], uint32_t n_measures);
// A self cost of a line of a function.
void hot_code_add(HotCode* h, const Function* function, const SourceFile* file, uint32_t line,
                  const uint64_t* cost);
// What has been added since the last call of one of these is in the profile; or is not.
void hot_code_keep(HotCode* h);
void hot_code_drop(HotCode* h);
// Forgets everything.
void hot_code_clear(HotCode* h);
// Of all that is kept or pending: the sums of events, ...
void hot_code_sums(const HotCode* h, uint64_t sums[EV_COUNT]);
// ... a measure's sum, and where most of it is.
uint64_t hot_code_total(const HotCode* h, uint32_t measure);
HotPlace hot_code_top(const HotCode* h, uint32_t measure);

#endif
