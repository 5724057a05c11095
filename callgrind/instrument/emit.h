// SPDX-License-Identifier: GPL-3.0-or-later
//
// The block that is being instrumented; emit_fetch.h, emit_data.h and emit_exit.h add to it.
//
//    Emit e = {.out = out, .in = in, .layout = layout, .block = block};
//    Site* s = emit_site(&e, SITE_READ, 8);
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
   Bool draft;       // not checks, but what emit_draft.h makes
   Bool interpreter; // of CPython: its function that executes code
   IRExpr*
      stale; // not 0: the block is to be entered, which its first fetch does; NULL: it has been
   Bool inverted; // VEX negated the last conditional branch: its exit is the fall-through
   Addr next;     // address after the current instruction
   // The segment so far.
   UInt ir, reads, writes, bus, branches;
   Addr last_line;       // code line fetched last
   Addr last_page;       // ... and page, with a TLB of code
   Bool fetch_by_helper; // lines of the block share sets of I1, or I1 is asked for each fetch
   IRExpr* time;         // of the block's fetches; NULL before the first
   ULong draft_step;     // with drafts, what the time advances by in the segment
   UInt time_site;       // with TLBs, index of the site whose time it is
   CodeLine* noted_line; // line of the last instructions of the segment, with cache use
   UInt noted_instrs;    // ... how many they are
   ULong noted_mask;     // ... and which bytes of the line they have
   IRExpr* begun;        // with cycles, RecentBlocks.begun, the block's own execution included
   Site* data_site;      // of the last data access
   Site* pending_read;   // a read whose check has not been emitted yet
   IRExpr* pending_ea;
   UInt segment_first;  // site
   IRExpr* last_ranges; // address; NULL: not loaded yet
   // With sampling, the run of accesses that is being emitted.
   IRExpr* due;         // an access of the run is due; NULL: no run is open
   IRConst* run_length; // how many accesses the run has, to be filled in at its end
   UInt run_first;      // its first site
   UShort run_accesses;
   IRTemp
      sp_at; // what the stack pointer was last read or set to in the block; IRTemp_INVALID: neither
   // SP as its value at block start plus a known number, by temporary.
   Long* sp_delta;
   Bool* sp_known;
   Bool sp_written, sp_may_rise;
} Emit;

// The block has been entered: with debugging options and in the checked build, checks that it was.
void emit_entered_check(Emit* e);
// A new site of the block, at the current instruction.
Site* emit_site(Emit* e, SiteKind kind, UInt size_B);
// The cache that instructions are fetched from.
CodeCache* emit_code_cache(void);
// The time of the site's access, with TLBs: see engine/translate.h.  Sites are asked for in order.
IRExpr* emit_site_time(Emit* e, const Site* s);

#endif
