// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drafts: the generated code of a block's first translation, which stores addresses and calls engine/draft.h
// once a segment.
//
// The state is where other tools have shadow registers: a store there takes 7 bytes of code.
//
//    e.draft = true;
//    emit_draft_fetch(&e, &(DraftFetch){line, NULL, true});
//    emit_draft_access(&e, site, ea, guard);
//    emit_draft_use(&e, line, 3, mask);
//    emit_draft_segment(&e, any);
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_DRAFT_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_DRAFT_H

#include "callgrind/instrument/emit.h"
#include "engine/draft.h"

// Offset of the state in what a thread's registers are in.
Int emit_draft_state(const VexGuestLayout* layout);

// A fetch, by the site made last.
void emit_draft_fetch(Emit* e, const DraftFetch* f);
// An access; guard (may be NULL) says whether it happens.
void emit_draft_access(Emit* e, const Site* s, IRExpr* ea, IRExpr* guard);
// A branch, the last one of the segment: whether it is taken, or where to.
void emit_draft_branch(Emit* e, const Site* s, IRExpr* way);
// The segment's instructions use a code line.
void emit_draft_use(Emit* e, CodeLine* line, UInt count, ULong mask);
// The segment ends; counts: it is one of the block's segments.
void emit_draft_segment(Emit* e, Bool counts);

// Memory is about to be written: with memory objects, what the segment has read so far is run now, as the walk of an
// object knows a pointer by what the line has in it (engine/walks/walks.h).
void emit_draft_before_store(Emit* e);

#endif
