// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the timeline as JSON: a part of the file xgrind.data (docs/data-format.md).
//
//    timeline_finish();
//    TimelineReport* r = timeline_data_new(false);
//    timeline_data_number(r, &numbers);      // when the objects that it has are listed
//    timeline_data_write(&json, r, layout, &numbers);
//    timeline_data_free(r);
#ifndef XG_WRITERS_TIMELINE_DATA_H
#define XG_WRITERS_TIMELINE_DATA_H

#include "writers/data_numbers.h"
#include "writers/profile.h"

typedef struct TimelineReport TimelineReport;

// Looks up the lines of all samples; simulation: whose accesses they have.
TimelineReport* timeline_data_new(uint32_t simulation);
void timeline_data_free(TimelineReport* r);
// Whether a sample lies in this object.
bool timeline_data_has(const TimelineReport* r, const MemObject* o);
// Adds the functions that samples refer to.
void timeline_data_number(TimelineReport* r, DataNumbers* numbers);
// The events are those of the layout.
void timeline_data_write(Json* j, const TimelineReport* r, const ProfileLayout* layout,
                         const DataNumbers* numbers);

#endif
