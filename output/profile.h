// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the profile in Callgrind's format (docs/manual.md, "The profile file").
//
//    profile_write(&writer, &graph, &layout, &part);   // the costs are taken out of the graph
#ifndef XG_OUTPUT_PROFILE_H
#define XG_OUTPUT_PROFILE_H

#include "base/writer.h"
#include "callgraph/callgraph.h"

typedef struct {
   uint8_t event[EV_COUNT]; // events in the order of their columns
   uint32_t n_events;
   bool by_line, by_instr; // positions
   bool compress_strings, compress_pos;
   bool inlined; // inlined functions are functions
} ProfileLayout;

typedef struct {
   uint32_t thread;  // places of this thread only; 0: all
   bool keep;        // do not reset what is written
   uint64_t* totals; // [EV_COUNT] out: sum of self costs written
} ProfilePart;

// Writes the body: functions with their costs and calls.  What is written is reset to zero.
void profile_write_body(Writer* w, CallGraph* g, const ProfileLayout* layout,
                        ProfilePart* part);
// Writes "<prefix> n1 n2 ...": a cost in the columns of the layout, without trailing zeros.
void profile_write_cost(Writer* w, const ProfileLayout* layout, const char* prefix,
                        const uint64_t* cost);
// Number of blocks executed since the last part, where costs were collected.
uint64_t profile_count_blocks(const CallGraph* g);
// Sets all costs of a thread (0: all) to zero.
void profile_zero(CallGraph* g, uint32_t thread);

#endif
