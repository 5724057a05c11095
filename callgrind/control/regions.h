// SPDX-License-Identifier: GPL-3.0-or-later
//
// Marks that the program sets with include/xgrind.h: regions and labels, both listed in the head of
// each part of the profile.
//
// A region's cost is what its thread has executed from its begin to its end: the difference of the
// thread's totals.  A region that is open inside itself counts once.  With --separate-threads each
// thread has regions and labels of its own; else they are those of all.
//
//    if (regions_request(args)) ...                    // XGRIND_REGION_BEGIN("solve")
//    regions_flush();                                  // a part is about to be written
//    regions_write(&w, columns_layout(), thread);      // in its head
//    regions_begin_part(thread);                       // it is in place
#ifndef XG_CALLGRIND_CONTROL_REGIONS_H
#define XG_CALLGRIND_CONTROL_REGIONS_H

#include "pub_tool_basics.h"

#include "base/writer.h"
#include "writers/profile.h"

// A request of xgrind.h by the running thread; False if there is none of this number.
Bool regions_request(const UWord* args);
// Adds to the regions that are open what they have cost so far; before a part is written.
void regions_flush(void);
// Writes the lines of a part: of a thread, or 0: of all.
void regions_write(Writer* w, const ProfileLayout* layout, UInt thread);
// The part has been written: the next one begins.
void regions_begin_part(UInt thread);
// Forgets the costs of regions.
void regions_zero(UInt thread);
// The totals of threads are no longer comparable with those before; regions_flush() was called.
void regions_restart(void);
// Ends the regions of a thread that is over.
void regions_end_thread(UInt thread);

#endif
