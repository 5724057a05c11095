// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls of interpreted code.  An interpreter executes it within a function of its own, machine code, and may
// execute the functions that it calls without calling itself: the stack pointer says nothing of that.
//
// Contract: whoever knows the interpreter says what it does when a block of that function begins.  Frames of
// interpreted functions lie on the frame of the interpreter's function, and have its stack pointer, so that
// whatever leaves that frame leaves them, too.  What the interpreter's function executes, and the functions
// that it calls, are then costs of the interpreted function, at the line that was set last.
//
//    Block* b = interpreted_block(interpreter, function);    // once per function
//    interpreted_call(interpreter, b, frame, sp);
//    interpreted_set_line(12);
//    if (interpreted_frame() == frame) interpreted_return();
#ifndef XG_ENGINE_INTERPRETED_H
#define XG_ENGINE_INTERPRETED_H

#include "callgraph/model.h"

// What calls of an interpreted function lead to, and come from; `interpreter` is the first block of the
// interpreter's function.  For this function itself: what calls come from while it runs no interpreted function.
Block* interpreted_block(const Block* interpreter, Function* f);
// Of the running interpreted function, its frame's address in the interpreter's memory; 0 if a function of
// machine code runs.
uint64_t interpreted_frame(void);
// Whether the running interpreted function is that of this block.
bool interpreted_runs(const Block* b);
// Whether an interpreted function with this frame is open in the running call of the interpreter's function.
bool interpreted_is_open(uint64_t frame);
// Calls the function of a block from what runs: an interpreted function or, by its block, the interpreter's
// function, whose frame has this stack pointer.
void interpreted_call(Block* interpreter, Block* target, uint64_t frame, uint64_t sp);
// Ends the running interpreted function.
void interpreted_return(void);
// The running interpreted function has come to this line, which is not 0.
void interpreted_set_line(uint32_t line);

#endif
