// SPDX-License-Identifier: GPL-3.0-or-later
// Python's calls; see frames.h.
#include "callgrind/python/frames.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#include "callgrind/options/options.h"
#include "callgrind/python/code.h"
#include "callgrind/python/interpreter.h"
#include "engine/interpreted.h"

enum { CALLS_AT_ONCE_MAX = 8, NO_FRAME_WORDS = 64 };

PythonThread python_now;
const ULong python_no_frame[NO_FRAME_WORDS];
static const ULong* no_current = python_no_frame;
static PythonThread* of_thread; // [VG_N_THREADS], up to date while the thread does not run
static UInt running;
static PythonCode* code; // of the innermost open frame, as far as known

static Addr pointer_at(Addr address, Int offset)
{
   return *(const Addr*)(address + (ULong)offset);
}

static Addr code_of(Addr frame)
{
   return pointer_at(frame, interpreter.layout.frame_code);
}

static Addr caller_of(Addr frame)
{
   return pointer_at(frame, interpreter.layout.frame_previous);
}

static Addr current_frame(void)
{
   const PythonLayout* l = &interpreter.layout;
   Addr there = *(const Addr*)python_now.where;
   return l->cframe_frame >= 0 ? pointer_at(there, l->cframe_frame) : there;
}

// The frame itself or, where the interpreter has put in one of its own, that of the function which it works for.
static Addr function_frame(Addr frame)
{
   while (frame && !python_code_is_function(code_of(frame))) frame = caller_of(frame);
   return frame;
}

static void call(Addr frame)
{
   code = python_code(code_of(frame));
   interpreted_call(interpreter.block, code->block, frame, python_now.entry_sp);
}

static void return_to(Addr frame)
{
   while (interpreted_frame() && interpreted_frame() != frame) interpreted_return();
   code = interpreted_frame() ? python_code(code_of(frame)) : NULL;
}

// Makes the calls that lead to a frame from one that is open; False if none does.
static Bool call_from_open(Addr frame, Int most)
{
   const Addr caller = function_frame(caller_of(frame));
   if (!caller) return False;
   if (interpreted_is_open(caller))
      return_to(caller);
   else if (most == 1 || !call_from_open(caller, most - 1))
      return False;
   call(frame);
   return True;
}

// The interpreter's function was called for this frame, and begins with it.
static Bool begins(Addr frame)
{
   if (frame != python_now.entry_frame || interpreted_frame()) return False;
   python_now.entry_frame = 0;
   call(frame);
   return True;
}

static Bool is_called(Addr frame)
{
   const Addr running_frame = interpreted_frame();
   if (!running_frame) return begins(frame);
   if (function_frame(caller_of(frame)) != running_frame) return False;
   call(frame);
   return True;
}

// Brings calls up to date: `frame` is current.  Frames of the interpreter's own stand for the caller's.
static void follow(Addr frame)
{
   const Addr of_function = function_frame(frame);
   const Bool is_function = of_function && of_function == frame;
   if (is_function && is_called(frame)) return;
   if (of_function && interpreted_is_open(of_function))
      return_to(of_function);
   else if (!is_function || !call_from_open(frame, CALLS_AT_ONCE_MAX))
      return_to(0);
}

// Whether the frame is that of the running function.  Its memory may be that of another call now.
static Bool is_running(Addr frame)
{
   if (!frame || interpreted_frame() != frame) return False;
   if (code && code->address == code_of(frame)) return True;
   code = python_code(code_of(frame));
   if (code && interpreted_runs(code->block)) return True;
   interpreted_return();
   return False;
}

void python_frames_step(void)
{
   const Addr frame = current_frame();
   python_now.frame = frame;
   python_now.instruction = frame ? pointer_at(frame, interpreter.layout.frame_instruction) : 0;
   if (!is_running(frame)) follow(frame);
   if (!is_running(frame)) return;
   const UInt line = python_code_line(code, python_now.instruction);
   if (line) interpreted_set_line(line);
}

static void add_entry(PythonEntry entry)
{
   PythonThread* t = &python_now;
   if (t->n == t->capacity) {
      t->capacity = t->capacity ? 2 * t->capacity : 16;
      t->entries = VG_(realloc)("xg.python.entries", t->entries, t->capacity * sizeof entry);
   }
   t->entries[t->n++] = entry;
}

// Calls of the interpreter's function below this stack pointer have ended.
static void end_entries(Addr sp)
{
   while (python_now.n && python_now.entries[python_now.n - 1].sp <= sp) python_now.n--;
}

void python_frames_enter(Addr thread_state, Addr frame, Addr sp)
{
   const Addr where = thread_state + (ULong)interpreter.layout.thread_frame;
   end_entries(sp);
   add_entry((PythonEntry){sp, where});
   python_now.where = where;
   python_now.entry_frame = frame;
   python_now.entry_sp = sp;
}

void python_frames_leave(Addr sp)
{
   end_entries(sp);
   // Without an open call no block of that function runs before the next one.
   if (python_now.n) python_now.where = python_now.entries[python_now.n - 1].where;
}

// --- threads ------------------------------------------------------------------------------

static void forget_thread(PythonThread* t)
{
   const Bool by_cframe = interpreter.layout.cframe_frame >= 0;
   t->where = (Addr)(by_cframe ? (const void*)&no_current : no_current);
   t->frame = t->instruction = t->entry_frame = 0;
   t->n = 0;
}

void python_frames_run(UInt thread)
{
   if (!of_thread)
      of_thread = VG_(calloc)("xg.python.threads", VG_N_THREADS, sizeof *of_thread);
   of_thread[running] = python_now;
   running = thread;
   python_now = of_thread[thread];
   python_now.frame = python_now.instruction = 0;
   code = NULL;
}

void python_frames_end_thread(UInt thread)
{
   forget_thread(thread == running ? &python_now : &of_thread[thread]);
}

void python_frames_forget(void)
{
   for (UInt t = 0; t < VG_N_THREADS; t++) forget_thread(&of_thread[t]);
   forget_thread(&python_now);
   code = NULL;
}
