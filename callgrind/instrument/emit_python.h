// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tells python/frames.h what CPython's interpreter does, in the blocks of its function that executes code.
//
//    if (interpreter_has(block)) emit_python_block(out, block, layout);    // before the block's key is compared
//    emit_python_return(out, layout);                                      // where that function returns
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_PYTHON_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_PYTHON_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/model.h"

// At the start of a block.
void emit_python_block(IRSB* out, const Block* b, const VexGuestLayout* layout);
// At the end of one that returns, before the engine is told of the return.
void emit_python_return(IRSB* out, const VexGuestLayout* layout);
// At the start, and at a return, of a block that is not instrumented otherwise.
void emit_python_idle_entry(IRSB* out, Addr start, const VexGuestLayout* layout);
void emit_python_idle_return(IRSB* out, Addr start, const VexGuestLayout* layout);

#endif
