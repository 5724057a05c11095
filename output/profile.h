// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the profile in Callgrind's format (docs/manual.md, "The profile file").
//
//    ProfilePart part = {.thread = 0, .totals = totals};
//    profile_write_body(&writer, &graph, &layout, &part);
//    bool ok = writer_finish(&writer);
//    profile_end_part(&graph, &part, ok);   // takes the costs out of the graph if they are written
#ifndef XG_OUTPUT_PROFILE_H
#define XG_OUTPUT_PROFILE_H

#include "base/writer.h"
#include "callgraph/callgraph.h"
#include "output/costly_code.h"
#include "output/part_blocks.h"

typedef struct {
   uint8_t event[EV_COUNT]; // events in the order of their columns
   uint32_t n_events;
   bool by_line, by_instr; // positions
   bool compress_strings, compress_pos;
   bool inlined; // inlined functions are functions
} ProfileLayout;

typedef struct {
   uint32_t thread;    // contexts of this thread only; 0: all
   uint64_t* totals;   // [EV_COUNT] out: sum of self costs written
   CostlyCode* costly; // that they are added to, too; NULL: none
   PartBlocks blocks;  // from profile_write_body() to profile_end_part()
} ProfilePart;

// Writes the body: functions with their costs and calls.  The graph keeps them until
// profile_end_part() (profile_reset.h), before which nothing may be counted.
void profile_write_body(Writer* w, CallGraph* g, const ProfileLayout* layout,
                        ProfilePart* part);
// Writes "<prefix> n1 n2 ...": a cost in the columns of the layout, without trailing zeros.
void profile_write_cost(Writer* w, const ProfileLayout* layout, const char* prefix,
                        const uint64_t* cost);
#endif
