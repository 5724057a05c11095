// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a block of code consists of, before it is instrumented.
//
//    Shape s = shape_of(in);
//    shape_choose_fetches(&s);
#ifndef XG_CALLGRIND_INSTRUMENT_SHAPE_H
#define XG_CALLGRIND_INSTRUMENT_SHAPE_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

// Upper bounds for the block's arrays, close ones since blocks are many; and whether VEX
// inverted the last branch.
typedef struct {
   UInt instrs, sites, exits;
   Bool inverted;
   Bool guarded;               // has guarded accesses
   Bool prefetches;            // has prefetch instructions that are simulated
   Bool sets_thread_pointer;   // as emit_thread_pointer.h has it
   Bool fetch_by_helper;       // as in Emit
   Int first;                  // first statement of guest code; before it stands VEX's preamble
   Addr next;                  // after the instruction looked at
   Addr first_line, last_line; // of the code, as far as looked at
} Shape;

// Ends the run at a kind of statement that it does not know, which would be counted as nothing.
Shape shape_of(const IRSB* in);
// Whether fetches are checked inline, which needs sites.
void shape_choose_fetches(Shape* s);

#endif
