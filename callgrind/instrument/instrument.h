// SPDX-License-Identifier: GPL-3.0-or-later
//
// Instrumentation: adds counting, cache checks and call tracking to each translated block.
//
// For each block the generated code
//   1. makes sure that block->cost_centre has the counters of the current context (one compare),
//      and, with a timeline and a jump back, asks whether something is due (another one),
//   2. tests whether each new code line is in I1, compares each data access with the hot line of
//      its D1 set, and calls an entry point for the others,
//   3. adds up executions and totals once per segment, a stretch that ends at an exit,
//   4. calls the call graph at exits that may leave the function, and only there.
// The first translation of most blocks is a draft: it has one call per segment for 1 to 3 (emit_draft.h, drafts.h).
#ifndef XG_CALLGRIND_INSTRUMENT_INSTRUMENT_H
#define XG_CALLGRIND_INSTRUMENT_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/model.h"

// The tool's instrumentation callback.
IRSB* instrument(VgCallbackClosure* closure, IRSB* in, const VexGuestLayout* layout,
                 const VexGuestExtents* extents, const VexArchInfo* arch, IRType guest_word,
                 IRType host_word);
// The translation of the code at `address` has been discarded.
void instrument_discarded(Addr address, VexGuestExtents extents);

// Blocks executed so far; counted with --dump-every-bb only.
extern ULong instrument_block_count;
// Whether to instrument at all; changed by control.c.
extern Bool instrument_on;

#endif
