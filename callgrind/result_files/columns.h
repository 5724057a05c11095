// SPDX-License-Identifier: GPL-3.0-or-later
//
// The columns of the profile: which events and positions it has.
//
//    columns_init();                              // once options are known
//    const ProfileLayout* layout = columns_layout();
#ifndef XG_CALLGRIND_RESULT_FILES_COLUMNS_H
#define XG_CALLGRIND_RESULT_FILES_COLUMNS_H

#include "pub_tool_basics.h"

#include "writers/profile.h"

void columns_init(void);
const ProfileLayout* columns_layout(void);
// Whether the event is one.
Bool columns_have(Event e);
// How many counters the sites of a block have; guarded: whether it has a guarded access.
UInt columns_counters(Bool guarded);
// How many of the first events costs need to have.
UInt columns_width(void);
// Whether L2, TLBs or prefetchers have columns.
Bool columns_extend_hierarchy(void);

#endif
