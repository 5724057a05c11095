// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the timeline as JSON: a part of the file xgrind.data (docs/data-format.md).
//
//    timeline_finish();
//    TimelineReport* r = timeline_data_new();
//    timeline_data_write_functions(w, r, number_of, functions);   // in the list of functions
//    timeline_data_write(w, r, layout, is_listed);
//    timeline_data_free(r);
#ifndef XG_OUTPUT_TIMELINE_DATA_H
#define XG_OUTPUT_TIMELINE_DATA_H

#include "output/profile.h"
#include "output/sharing_data.h"

typedef struct TimelineReport TimelineReport;

// Looks up the lines of all samples.
TimelineReport* timeline_data_new(void);
void timeline_data_free(TimelineReport* r);
// Whether a sample lies in this object.
bool timeline_data_has(const TimelineReport* r, const MemObject* o);
// Adds the functions that samples refer to.
void timeline_data_write_functions(Writer* w, TimelineReport* r, FunctionNumber* number_of,
                                   void* functions);
// The events are those of the layout; is_listed says which objects the file has, in their order.
void timeline_data_write(Writer* w, TimelineReport* r, const ProfileLayout* layout,
                         bool (*is_listed)(const MemObject* o));

#endif
