// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the regions of the timeline as JSON: "regions" in the member "timeline" of the file xgrind.data
// (docs/data-format.md).
//
//    RegionsReport* r = timeline_regions_data_new();
//    for (uint32_t i = 0; i < r->n; i++) ... timeline_regions_data_sample(r, i) ...
//    timeline_regions_data_number(&numbers);
//    timeline_regions_data_write(&json, r, layout, &numbers, write_samples, context);
//    timeline_regions_data_free(r);
#ifndef XG_WRITERS_TIMELINE_REGIONS_DATA_H
#define XG_WRITERS_TIMELINE_REGIONS_DATA_H

#include "writers/data_numbers.h"
#include "writers/profile.h"

// Invariants: the samples of region i are those from first[i] to before first[i + 1], in ascending order
// of x.
typedef struct {
   const FoldSample** sample; // [n], of all regions
   uint32_t n;
   uint32_t first[TIMELINE_REGIONS_MAX + 1];
} RegionsReport;

// Writes the columns of n samples, from number `first` of all regions on.
typedef void WriteSamples(Json* j, const void* context, uint32_t first, uint32_t n,
                          const DataNumbers* numbers);

RegionsReport* timeline_regions_data_new(void);
void timeline_regions_data_free(RegionsReport* r);
const TimelineSample* timeline_regions_data_sample(const RegionsReport* r, uint32_t i);
// Adds the functions that regions are named by.
void timeline_regions_data_number(DataNumbers* numbers);
void timeline_regions_data_write(Json* j, const RegionsReport* r, const ProfileLayout* layout,
                                 const DataNumbers* numbers, WriteSamples* write_samples,
                                 const void* context);

#endif
