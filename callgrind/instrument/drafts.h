// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which blocks get a draft (engine/draft.h), and when it is replaced.
//
// Contract: translations are discarded where the core has stopped running the program's code and has not looked
// up what it will run next.  A discarded one's block is kept, with all that was counted, and the next translation is of
// that block, if it is of the same code.
//
//    Block* b = drafts_take_kept(block, code_B);    // NULL: a new one is needed
//    e.draft = drafts_begin(b, &shape, layout);
//    drafts_stop_code(tid);                         // generated code has stopped
#ifndef XG_CALLGRIND_INSTRUMENT_DRAFTS_H
#define XG_CALLGRIND_INSTRUMENT_DRAFTS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "callgraph/model.h"
#include "callgrind/instrument/shape.h"

// The block, if its draft was made from the code that is there now, of this many bytes, and has been discarded for
// another translation; else NULL.
Block* drafts_take_kept(Block* b, UInt code_B);
// Whether the translation that begins is to be a draft.
Bool drafts_begin(Block* b, const Shape* shape, const VexGuestLayout* layout);
// Whether the block, whose translation is discarded, will be translated again as it is.
Bool drafts_keep(Block* b);
// A thread begins.
void drafts_begin_thread(ThreadId tid);
// What the thread executes faults: a signal is about to be delivered, or it has ended the program.
void drafts_fault(ThreadId tid);
// A thread has stopped executing code of the program.
void drafts_stop_code(ThreadId tid);

#endif
