// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tells ownership/allocators.h of entries and returns of functions that allocate or free.
//
//    emit_allocators_entry(out, block, layout);    // at the start of a block
//    emit_allocators_return(out, layout);          // at the end of one that returns
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_ALLOCATORS_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_ALLOCATORS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/model.h"

// At the start of a block: if it is the entry of such a function.
void emit_allocators_entry(IRSB* out, const Block* b, const VexGuestLayout* layout);
// At the end of a block that returns, before the engine is told of the return.
void emit_allocators_return(IRSB* out, const VexGuestLayout* layout);
// At the start, and at a return, of a block that is not instrumented otherwise.
void emit_allocators_idle_entry(IRSB* out, Addr start, const VexGuestLayout* layout);
void emit_allocators_idle_return(IRSB* out, const VexGuestLayout* layout);

#endif
