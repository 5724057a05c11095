// SPDX-License-Identifier: GPL-3.0-or-later
//
// The header of a profile file: all lines before the first function.
//
//    ProfileHeader h = {.trigger = "Client Request", .part = 1, .thread = 1, .summary = sum,
//                       .layout = columns_layout()};
//    profile_header_write(&w, &h);
#ifndef XG_CALLGRIND_RESULT_FILES_PROFILE_HEADER_H
#define XG_CALLGRIND_RESULT_FILES_PROFILE_HEADER_H

#include "pub_tool_basics.h"

#include "writers/profile.h"

typedef struct {
   const HChar* trigger; // why the part is written; NULL: the program ends
   UInt part, thread;
   ULong first_block, last_block; // in how many blocks the part begins and ends
   const uint64_t* summary;       // [EV_COUNT], the costs of the part
   const ProfileLayout* layout;
   Bool has_machine; // with the options and caches, which are the same for all parts of a run
} ProfileHeader;

// The head of a file: format, process and command.
void profile_header_write_file(Writer* w);
// The header of a part; with --combine-dumps without the head of its file.
void profile_header_write(Writer* w, const ProfileHeader* h);

#endif
