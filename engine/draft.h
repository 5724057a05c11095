// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drafts: what the first translation of a block calls.
//
// Most blocks of a program run a few times, and translating them takes longer than running them.  A block's
// draft is a translation with little code: for each segment it stores the addresses of the data accesses, and
// calls a function here, which makes all that other translations make in generated code or by entry points,
// with the same results.  A block that has run DRAFT_RUNS times is listed, to be translated again.
// Measured with `ls` (4,470 blocks), cache use: 1.6 times nulgrind's time without drafts, 1.1 with them.
//
// Contract: drafts_apply() says for which options of the engine there are drafts.  Segments are described once, and
// executed by their numbers.  The state of a segment with data accesses belongs to the thread that runs: between
// segments number is 0 and addresses are DRAFT_NOT_YET.  An access under a condition that does not hold is
// not stored.  If a segment is not finished, as an access faults, draft_fault() makes its accesses so far;
// it is not counted.
//
// Ownership: drafts and segments live as long as the engine.
//
//    Draft* d = draft_new(block, code, code_B);
//    uint32_t n = draft_add_segment(&segment, fetches, n_fetches, uses, n_uses);
//    state->number = n; state->address[i] = ...;
//    draft_run_accesses(state);
//    for (Block* b; (b = drafts_next_hot()) != NULL;) ... // translate it again
#ifndef XG_ENGINE_DRAFT_H
#define XG_ENGINE_DRAFT_H

#include "engine/cycles.h"
#include "engine/engine.h"

#define DRAFT_NOT_YET UINT64_MAX // no access goes there: not even one byte would fit

// A fetch of the segment: a site that asks I1.  If `line` is NULL, the helper does: entry_points.fetch.
typedef struct {
   CodeLine *line,
      *other;         // of its first byte, and of its last one if that is another line, or NULL
   CodeLine* page;    // of its first byte, which the TLB of code is asked for; NULL: it is not
   bool two_pages;    // ... as well as for the one of its last byte
   bool first_is_new; // the block has not fetched from `line` before
} DraftFetch;

// The use of a code line that the segment's instructions make, with line use.
typedef struct {
   CodeLine* line;
   uint64_t count, mask;
   uint32_t site; // before which it is noted
} DraftUse;

typedef struct {
   Block* block;
   uint64_t
      time_step; // that I1's time advances by: in a block's first segment with caches, else 0
   uint32_t ir, reads, writes, bus;
   uint16_t index;                // of the segment in its block
   uint16_t first_site, end_site; // of fetches and accesses
   bool begins;                   // it is the block's first one
   bool counts;                   // as one of the block's segments
   uint32_t n_uses;
   DraftFetch* fetches; // of the segment's sites that are fetches, in their order
   DraftUse* uses;
} DraftSegment;
_Static_assert(sizeof(DraftSegment) == 64, "a run reads one line of the host's memory");

// A block's draft.
typedef struct Draft {
   CyclesSegments cycles; // with estimated cycles
   bool asks_timeline;    // at its start, whether a sample is due
   uint32_t code_B;
   uint8_t code[]; // of the program, as it was translated
} Draft;

// The state of a thread's segment with data accesses.
typedef struct {
   uint64_t number;    // of the segment that has stored accesses, 0: none
   uint64_t address[]; // of each site, from the segment's first one
} DraftState;

// Forgets all segments; by engine_init().
void drafts_init(void);
// Whether blocks have drafts with this configuration.
bool drafts_apply(const EngineConfig* config);
// Makes a draft of the block, from this code of the program.
Draft* draft_new(Block* block, const void* code, uint32_t code_B, uint32_t runs);
// Whether this is the code that the draft was made from.
bool draft_is_of(const Draft* draft, const void* code, uint32_t code_B);
// The number that draft_add_segment() will return next.
uint32_t draft_next_number(void);
// Keeps a copy of what a segment does; returns its number, from 1.
uint32_t draft_add_segment(const DraftSegment* segment, uint32_t n_fetches);
// Empties a thread's state, which has room for this many addresses.
void draft_clear(DraftState* state, uint32_t n);

// A segment without data accesses has been executed; called by generated code.
void draft_run(uint64_t number);
// The segment of the state has been executed, likewise.
void draft_run_accesses(DraftState* state);
// The running segment of the state, if there is one, will not be finished.
void draft_fault(DraftState* state);
// The block's code has to do something else from now on: if it is no draft any more, it is listed, too.
void draft_ask_again(Block* block);
// Takes a block off the list of those that are to be translated again; NULL: it is empty.
Block* drafts_next_hot(void);

#endif
