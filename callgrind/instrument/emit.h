// SPDX-License-Identifier: GPL-3.0-or-later
//
// What instrument.c, emit_fetch.c, emit_data.c and emit_exit.c share: the block being instrumented.
//
//    Emit e = {.out = out, .in = in, .layout = layout, .block = block};
//    emit_fetch(&e, address, 4);
//    emit_read(&e, ea, 8);
//    emit_segment(&e);
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "cachesim/code_cache.h"
#include "callgraph/model.h"

// State of the instrumentation of one block.
typedef struct {
   IRSB* out;
   const IRSB* in;
   const VexGuestLayout* layout;
   Block* block;
   UInt n_instrs, n_sites, n_exits, n_segments;
   Bool inverted; // VEX negated the last conditional branch: its exit is the fall-through
   Addr next;     // address behind the current instruction
   // The segment so far.
   UInt ir, reads, writes, bus, branches;
   Addr last_line;       // code line fetched last
   Bool fetch_by_helper; // lines of the block share sets of I1
   IRExpr* time;         // of the block's fetches; NULL before the first
   CodeLine* run_line;   // line of the last instructions of the segment, with cache use
   UInt run_instrs;      // ... how many they are
   ULong run_mask;       // ... and which bytes of the line they have
   Site* pending_read;   // a read whose check has not been emitted yet
   IRExpr* pending_ea;
   UInt segment_first;  // site
   IRExpr* last_ranges; // address; NULL: not loaded yet
   // With sampling, the run of accesses that is being emitted.
   IRExpr* due;         // an access of the run is due; NULL: no run is open
   IRConst* run_length; // how many accesses the run has, to be filled in at its end
   UInt run_first;      // its first site
   UShort run_accesses;
   // SP as its value at block start plus a known number, by temporary.
   Long* sp_delta;
   Bool* sp_known;
   Bool sp_written, sp_may_rise;
} Emit;

// A new site of the block, at the current instruction.
Site* emit_site(Emit* e, SiteKind kind, UInt size_B);

// --- emit_fetch.c

// The cache that instructions are fetched from.
CodeCache* emit_code_cache(void);
// An instruction is fetched.
void emit_fetch(Emit* e, Addr address, UInt size_B);
// Notes the use that an instruction makes of its code lines; it is passed on at the segment's end.
void emit_note_fetch(Emit* e, Addr address, UInt size_B);
void emit_fetches_noted(Emit* e);

// --- emit_data.c

// The instruction reads or writes; guard says whether it does.
void emit_read(Emit* e, IRExpr* ea, UInt size_B);
void emit_write(Emit* e, IRExpr* ea, UInt size_B);
void emit_guarded(Emit* e, IRExpr* ea, UInt size_B, IRExpr* guard, Bool write);
// A read waits for the end of its instruction or the next access: a write of the same place
// run_accesses it into a modify, which counts as a write.
void emit_pending_read(Emit* e);
// The segment ends, and what has been gathered of its accesses.
void emit_accesses_end(Emit* e);

// --- emit_exit.c

// Ends the segment: counts it.
void emit_segment(Emit* e);
// A side exit, with this index of so many; the block's end.
void emit_side_exit(Emit* e, const IRStmt* st, UInt index, UInt n_side_exits);
void emit_final_exit(Emit* e, UInt n_side_exits);

#endif
