// SPDX-License-Identifier: GPL-3.0-or-later
// Python's calls; see frames.h.
#include "callgrind/python/frames.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

#include "callgrind/options/options.h"
#include "callgrind/python/code.h"
#include "callgrind/python/interpreter.h"
#include "engine/interpreted.h"

enum { NO_FRAME_WORDS = 64 };

PythonThread python_now;
const ULong python_no_frame[NO_FRAME_WORDS];
static const ULong* no_current = python_no_frame;
static PythonThread* of_thread; // [VG_N_THREADS], up to date while the thread does not run
static UInt running;
static PythonCode* code; // of the innermost open frame, as far as known

static Addr code_of(Addr frame)
{
   return python_word_at(frame, interpreter.layout.frame_code);
}

static Addr caller_of(Addr frame)
{
   return python_word_at(frame, interpreter.layout.frame_previous);
}

static Addr current_frame(void)
{
   const PythonLayout* l = &interpreter.layout;
   Addr there = *(const Addr*)python_now.where;
   return l->cframe_frame >= 0 ? python_word_at(there, l->cframe_frame) : there;
}

// The frame itself or, where the interpreter has put in one of its own, that of the function which it works for.
static Addr function_frame(Addr frame)
{
   while (frame && !python_code_is_function(code_of(frame))) frame = caller_of(frame);
   return frame;
}

// The innermost call of the interpreter's function; NULL: none is known.
static const PythonEntry* entry(void)
{
   return python_now.n ? &python_now.entries[python_now.n - 1] : NULL;
}

static void call(Addr frame)
{
   code = python_code(code_of(frame));
   interpreted_call(interpreter.block, code->block, frame, entry() ? entry()->sp : 0);
}

static void return_to(Addr frame)
{
   while (interpreted_frame() && interpreted_frame() != frame) interpreted_return();
   code = interpreted_frame() ? python_code(code_of(frame)) : NULL;
}

// Makes the calls that lead to a frame: from one that is open, or from the one that the interpreter's function was
// called for.  Without either, another C stack has been switched to, whose functions go on: all are called.
static void reach(Addr frame)
{
   XArray* calls = VG_(newXA)(VG_(malloc), "xg.python.calls", VG_(free), sizeof frame);
   while (frame && !interpreted_is_open(frame)) {
      VG_(addToXA)(calls, &frame);
      if (entry() && frame == entry()->frame) frame = 0;
      if (frame) frame = function_frame(caller_of(frame));
   }
   return_to(frame);
   for (Word i = VG_(sizeXA)(calls); i-- > 0;) call(*(Addr*)VG_(indexXA)(calls, i));
   VG_(deleteXA)(calls);
}

// Brings calls up to date: `frame` is current.  Frames of the interpreter's own stand for the caller's.
static void follow(Addr frame)
{
   const PythonEntry* e = entry();
   const Addr of_function = function_frame(frame);
   const Bool is_function = of_function && of_function == frame;
   if (!of_function || (e && of_function == e->outer)) {
      return_to(0); // not begun, or ended
   } else if (is_function && interpreted_frame()
              && interpreted_frame() == function_frame(caller_of(frame))) {
      call(frame);
   } else {
      reach(of_function);
   }
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

// Calls of the interpreter's function below this stack pointer have ended.
static void end_entries(Addr sp)
{
   while (python_now.n && python_now.entries[python_now.n - 1].sp <= sp) python_now.n--;
}

void python_frames_step(Addr sp)
{
   const Addr frame = current_frame();
   end_entries(sp);
   python_now.frame = frame;
   python_now.instruction =
      frame ? python_word_at(frame, interpreter.layout.frame_instruction) : 0;
   if (!is_running(frame)) follow(frame);
   if (!is_running(frame)) return;
   const UInt line = python_code_line(code, python_now.instruction);
   if (line) interpreted_set_line(line);
}

static void add_entry(PythonEntry e)
{
   PythonThread* t = &python_now;
   if (t->n == t->capacity) {
      t->capacity = t->capacity ? 2 * t->capacity : 16;
      t->entries = VG_(realloc)("xg.python.entries", t->entries, t->capacity * sizeof e);
   }
   t->entries[t->n++] = e;
}

void python_frames_enter(Addr thread_state, Addr frame, Addr sp)
{
   const Addr where = thread_state + (ULong)interpreter.layout.thread_frame;
   end_entries(sp);
   python_now.where = where;
   add_entry((PythonEntry){sp, where, frame, function_frame(current_frame())});
}

void python_frames_leave(Addr sp)
{
   end_entries(sp);
   // Without an open call no block of that function runs before the next one.
   if (entry()) python_now.where = entry()->where;
}

// --- threads ------------------------------------------------------------------------------

static void forget_thread(PythonThread* t)
{
   const Bool by_cframe = interpreter.layout.cframe_frame >= 0;
   t->where = (Addr)(by_cframe ? (const void*)&no_current : no_current);
   t->frame = t->instruction = 0;
   t->n = 0;
}

void python_frames_run(UInt thread)
{
   if (!of_thread)
      of_thread = VG_(calloc)("xg.python.threads", VG_N_THREADS, sizeof *of_thread);
   of_thread[running] = python_now;
   running = thread;
   python_now = of_thread[thread];
   python_frames_forget_step();
}

void python_frames_end_thread(UInt thread)
{
   forget_thread(thread == running ? &python_now : &of_thread[thread]);
}

void python_frames_begin(void)
{
   for (UInt t = 0; t < VG_N_THREADS; t++) forget_thread(&of_thread[t]);
   forget_thread(&python_now);
}

void python_frames_forget_step(void)
{
   python_now.frame = python_now.instruction = 0;
   code = NULL;
}
