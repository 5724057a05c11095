// SPDX-License-Identifier: GPL-3.0-or-later
//
// Python's calls as calls of the profile.
//
// CPython 3.11 and later executes calls between functions of Python within one call of its function
// _PyEval_EvalFrameDefault.  Its thread state says which frame is current, and the frame how far it is.  Both are
// compared with what they were at the start of each block of that function, by generated code; if they have changed,
// python_frames_step() brings the shadow stack up to date.
//
// What a function of Python costs is what runs while its frame is current, from the first block of the interpreter's
// function that finds it so.  A generator is called each time that it is resumed, and once when it is made.
//
// The calls of the interpreter's function are followed while instrumentation is off, too: when it is switched on, the
// functions that are open then are called at the first step.
//
//    python_frames_enter(thread_state, frame, sp);   // that function's first block
//    ... if (frame_of(python_now.where) or its instruction is not as in python_now) python_frames_step(sp);
//    python_frames_leave(sp);                        // its return
#ifndef XG_CALLGRIND_PYTHON_FRAMES_H
#define XG_CALLGRIND_PYTHON_FRAMES_H

#include "pub_tool_basics.h"

// A call of the interpreter's function.
typedef struct {
   Addr sp;    // the stack pointer at its start
   Addr where; // as in PythonThread
   Addr frame; // that it is called for
   Addr outer; // that was current before, and is when it returns
} PythonEntry;

// Of a thread.  Generated code reads the first three.
typedef struct {
   Addr where;              // the word of its thread state that leads to the current frame
   Addr frame, instruction; // current ones at the last step
   PythonEntry* entries;    // open calls of the interpreter's function, outermost first
   UInt n, capacity;
} PythonThread;

// Of the running thread.
extern PythonThread python_now;
// Zeros, for a current frame that is not there.
extern const ULong python_no_frame[];

// The interpreter's function is called with this thread state, for this frame.
void python_frames_enter(Addr thread_state, Addr frame, Addr sp);
// The current frame or its instruction is another one than at the last step; with the stack pointer now.
void python_frames_step(Addr sp);
// The interpreter's function returns.
void python_frames_leave(Addr sp);

// Another thread runs from now on.
void python_frames_run(UInt thread);
// A thread has ended; a later one may have its number.
void python_frames_end_thread(UInt thread);
// The interpreter has been found: its threads wait for a call of it.
void python_frames_begin(void);
// Instrumentation was switched, and no call is open on the shadow stacks.
void python_frames_forget_step(void);

#endif
