// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names and lines of code that the program makes while it runs, as its runtime lists them in /tmp/perf-<pid>.map
// (perf_map.h) or in a jitdump (jitdump.h).
//
// Contract: some runtimes write their list late; functions that had no name when their code ran first get it
// before a part is written, by the time at which the code ran if the list says when it was there.
//
//    const MadeCode* made = made_names_at(address);   // NULL: none so far
//    made_names_note(block, made);                    // block->function is called by its address if there is none
//    made_names_give(False);                          // before results are written
#ifndef XG_CALLGRIND_SYMBOLS_MADE_NAMES_H
#define XG_CALLGRIND_SYMBOLS_MADE_NAMES_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"
#include "callgrind/symbols/made_code.h"

// A system call has returned: that which maps a jitdump's first page as code says where the jitdump is, as perf sees it.
void made_names_after_syscall(UInt number, const UWord* args, SysRes result);
// Whether a list says when code was there, so that code without a name needs a function for each time.
Bool made_names_have_times(void);
// The function that holds an address now and has a name; NULL: none so far.
const MadeCode* made_names_at(Addr address);
// The block's code is made; NULL: it has its function named as soon as a list has it.
void made_names_note(Block* block, const MadeCode* made);
// Names the functions that the lists have by now.  is_end: the program has ended; says what is wrong with the lists.
void made_names_give(Bool is_end);
// The line of the instruction at an address of a block; False: not known.
Bool made_names_position(const Block* block, Addr address, SourceFile** file, UInt* line);

#endif
