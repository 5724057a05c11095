// SPDX-License-Identifier: GPL-3.0-or-later
//
// Watches which functions of the program return what was allocated in them (memobj/wrappers.h): objects are named after who calls them.
//
// Calls are found on the shadow stack, so nothing is judged while instrumentation is off.  A program without allocations pays one
// comparison for each return.
//
//    handed_on_allocated(frame_of_malloc, start, size_B);
//    if (sp >= handed_on_sp) handed_on_returned(sp, result);     // by generated code
//    if (handed_on_by(object, &object->frames[i]) == HANDS_ON) ...
#ifndef XG_CALLGRIND_OWNERSHIP_HANDED_ON_H
#define XG_CALLGRIND_OWNERSHIP_HANDED_ON_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"
#include "memobj/object.h"

// Stack pointer from which on a return leaves a call that is watched; of the running thread.
extern ULong handed_on_sp;

// The running thread's call of this frame, of an allocator, is about to return with an allocation.
void handed_on_allocated(const Frame* call, Addr start, SizeT size_B);
// The allocation at this address has become another one.
void handed_on_moved(Addr start);
// It returns from some function, with `sp` behind the return address; result: what is in its register.
void handed_on_returned(Addr sp, UWord result);
// Another thread runs now; one has ended.
void handed_on_run(ThreadId tid);
void handed_on_forget_thread(ThreadId tid);

// The function that holds the call before this return address, for ObjectFrame.wrapper.
struct Wrapper* handed_on_function(Addr return_to);

// Whether the function of an object's frame has allocated it for its caller, and so have all that it has called for that: a function
// that returns one block may let a library allocate another one for itself.
typedef enum { HANDS_ON, KEEPS, NOT_KNOWN } HandsOn;
HandsOn handed_on_by(const MemObject* o, const ObjectFrame* f);
// Fills in ObjectFrame.hands_on of all objects.
void handed_on_note(void);

#endif
