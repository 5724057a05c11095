// SPDX-License-Identifier: GPL-3.0-or-later
//
// Estimated cycles of a block: tells cycles/flow.h of its code, and adds to generated code what counts them.
//
//    block_flow_begin(&e, &shape, again);       // at the block's start; notes in generated code that it runs
//    block_flow_statement(&e, st, first_site);  // for each statement, once its accesses have their sites
//    block_flow_segment(&e);                    // at the end of a segment
//    block_flow_end(&e);                        // fills in what segments add
#ifndef XG_CALLGRIND_INSTRUMENT_BLOCK_FLOW_H
#define XG_CALLGRIND_INSTRUMENT_BLOCK_FLOW_H

#include "callgrind/arch/prefetch_code.h"
#include "callgrind/instrument/emit.h"
#include "callgrind/instrument/shape.h"

// is_again: the block had a draft, whose branches and costs the translation goes on with.
void block_flow_begin(Emit* e, const Shape* shape, Bool is_again);
// first_site: the index that the first site of its accesses has.
void block_flow_statement(Emit* e, const IRStmt* st, UInt first_site);
// A prefetch instruction, after the statement that marks it.
void block_flow_prefetch(const Site* s, const PrefetchCode* p);
// A branch depends on `depends`, its condition or target: generated code notes which way it goes, or where to.
void block_flow_branch(Emit* e, Site* s, const IRExpr* depends, IRExpr* taken);
void block_flow_indirect(Emit* e, Site* s, IRExpr* target);
void block_flow_segment(Emit* e);
void block_flow_end(Emit* e);

#endif
