// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the profile in Callgrind's format (docs/manual.md, "The profile file").
//
//    ProfilePart part = {.thread = 0, .totals = totals};
//    profile_begin_part(&graph, &part);     // says what it has
//    profile_write_body(&writer, &graph, &layout, &part, NULL);
//    bool ok = writer_finish(&writer);
//    profile_end_part(&graph, &part, ok);   // takes the costs out of the graph if they are written
#ifndef XG_WRITERS_PROFILE_H
#define XG_WRITERS_PROFILE_H

#include "base/writer.h"
#include "callgraph/callgraph.h"
#include "writers/costly_code.h"
#include "writers/part_blocks.h"

typedef struct {
   uint8_t event[EV_COUNT]; // events in the order of their columns
   uint32_t n_events;
   bool by_line, by_instr; // positions
   bool compress_strings, compress_pos;
   bool inlined;        // inlined functions are functions
   bool loops;          // so are loops
   uint32_t simulation; // whose costs these are
} ProfileLayout;

// What is counted in a column.
XG_INLINE Event profile_counted(const ProfileLayout* l, uint32_t column)
{
   const Event e = (Event)l->event[column];
   return event_in(e, l->simulation);
}

typedef struct {
   uint32_t thread;   // contexts of this thread only; 0: all
   uint64_t* totals;  // [EV_COUNT] out of profile_begin_part(): sum of self costs
   PartBlocks blocks; // from profile_begin_part() to profile_end_part()
} ProfilePart;

// Finds out what the part has, before which all costs are flushed.  Until profile_end_part()
// (profile_reset.h) nothing may be counted.
void profile_begin_part(const CallGraph* g, ProfilePart* part);
// Writes the body: functions with their costs and calls.  costly: what self costs by line are added to;
// NULL: nothing.
void profile_write_body(Writer* w, CallGraph* g, const ProfileLayout* layout,
                        const ProfilePart* part, CostlyCode* costly);
// Writes "<prefix> n1 n2 ...": a cost in the columns of the layout, without trailing zeros.  rest: as for
// event_shown(), of costs that add up.
void profile_write_cost(Writer* w, const ProfileLayout* layout, const char* prefix,
                        const uint64_t* cost, ShownRest* rest);
#endif
