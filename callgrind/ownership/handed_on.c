// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of the program that allocate for their callers; see handed_on.h.
#include "callgrind/ownership/handed_on.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#include "base/arch.h"
#include "callgrind/instrument/result_use.h"
#include "callgrind/symbols/symbols.h"
#include "engine/engine.h"
#include "memobj/wrappers.h"

#define NOTHING_AWAITED (~0ULL)

ULong handed_on_sp = NOTHING_AWAITED;
static Wrappers wrappers;
static Map by_return; // function by a return address in it and the epoch of debug information
static WrapperCalls** calls_of; // by thread; NULL: none so far

static WrapperCalls* running_calls(void)
{
   const UInt thread = xg_current.stack->thread;
   if (!calls_of) calls_of = VG_(calloc)("xg.handed_on", VG_N_THREADS, sizeof *calls_of);
   if (!calls_of[thread])
      calls_of[thread] = VG_(calloc)("xg.handed_on", 1, sizeof *calls_of[thread]);
   return calls_of[thread];
}

static void await(const WrapperCalls* calls)
{
   handed_on_sp = calls && calls->n ? calls->call[calls->n - 1].sp : NOTHING_AWAITED;
}

void handed_on_run(ThreadId tid)
{
   await(calls_of ? calls_of[tid] : NULL);
}

void handed_on_forget_thread(ThreadId tid)
{
   if (!calls_of || !calls_of[tid]) return;
   calls_of[tid]->n = 0;
   if (tid == xg_current.stack->thread) await(NULL);
}

Wrapper* handed_on_function(Addr return_to)
{
   const DiEpoch epoch = VG_(current_DiEpoch)();
   Wrapper* w = map_get(&by_return, return_to, epoch.n);
   if (w) return w;
   const Addr call = return_to - 1; // within the call instruction
   const HChar *name, *module;
   HChar by_address[32];
   if (!VG_(get_objname)(epoch, call, &module)) module = "???";
   // Of code without symbols nobody knows where a function begins: each call is one.
   VG_(sprintf)(by_address, "0x%lx", return_to);
   if (!symbols_name(call, &name)) name = by_address;
   w = wrappers_find(&wrappers, name, module);
   map_put(&by_return, return_to, epoch.n, w);
   return w;
}

// --- whether results are read -------------------------------------------------------------------

enum { RETURNS_MAX = WRAPPER_LEVELS }; // that leave the register to each other

static bool is_read(uint64_t address);

// Of a function that returns what another one has left in the register.
static Bool is_read_of_caller(Addr address)
{
   static UInt depth;
   if (depth == RETURNS_MAX) return False;
   depth++;
   const Bool is = wrappers_hands_on(handed_on_function(address), is_read);
   depth--;
   return is;
}

static bool is_read(uint64_t address)
{
   return result_use_is_read(address, is_read_of_caller);
}

// --- calls --------------------------------------------------------------------------------------

// Whether the frame is that of a call instruction: a stub, what it jumps to, and what a function ends in by a
// jump return together.
static Bool is_call(const Frame* f)
{
   return f->return_to && !(f->return_to & FRAME_INTERPRETED);
}

// The call that this frame is of, or else the next one further out that has another stack pointer than `sp`; NULL: there is none on
// this stack.
static const Frame* call_from(const Frame* f, Addr sp)
{
   const ShadowStack* s = xg_current.stack;
   for (; f >= s->floor && f > s->frames; f--)
      if (is_call(f) && f->sp != sp) return f;
   return NULL;
}

// The function that made this call has the allocation now: its own call is watched.
static void await_caller(WrapperCalls* calls, const Frame* call, WrapperCall* c)
{
   const Frame* own = call_from(call - 1, call->sp);
   if (!own) return;
   c->wrapper = handed_on_function(call->return_to);
   c->sp = own->sp + RETURN_ADDRESS_B;
   c->stack = xg_current.stack;
   c->frame = (ULong)(own - xg_current.stack->frames);
   c->return_to = own->return_to;
   c->since = own->total_at_call[EV_IR];
   wrappers_await(calls, c);
}

static Bool is_open(const WrapperCall* c)
{
   const ShadowStack* s = xg_current.stack;
   const Frame* f = s->frames + c->frame;
   return s == c->stack && f < s->top && f->sp + RETURN_ADDRESS_B == c->sp
          && f->return_to == c->return_to && f->total_at_call[EV_IR] == c->since;
}

void handed_on_allocated(const Frame* innermost, Addr start, SizeT size_B)
{
   const Frame* call = call_from(innermost, 0);
   if (!call) return;
   WrapperCalls* calls = running_calls();
   // Calls that were left without a return, and those of another stack.
   while (calls->n
          && (!is_open(&calls->call[calls->n - 1]) || calls->call[calls->n - 1].sp <= call->sp))
      (void)wrappers_take(calls);
   WrapperCall c = {.start = start, .size_B = size_B};
   await_caller(calls, call, &c);
   await(calls);
}

void handed_on_moved(Addr start)
{
   if (!calls_of || !calls_of[xg_current.stack->thread]) return;
   wrappers_moved(running_calls(), start);
   await(running_calls());
}

void handed_on_returned(Addr sp, UWord result)
{
   WrapperCalls* calls = running_calls();
   while (calls->n && calls->call[calls->n - 1].sp <= sp) {
      WrapperCall c = wrappers_take(calls);
      if (c.sp != sp || !is_open(&c) || !wrappers_judge(&c, result, is_read)) continue;
      c.level++;
      await_caller(calls, xg_current.stack->frames + c.frame, &c);
   }
   await(calls);
}

// --- objects ------------------------------------------------------------------------------------

// Whether the functions of a frame and of all further in allocate for their callers.
HandsOn handed_on_by(const MemObject* o, const ObjectFrame* frame)
{
   HandsOn by = HANDS_ON;
   if (o->kind != OBJECT_HEAP) return KEEPS;
   for (const ObjectFrame* f = frame; f >= o->frames; f--) {
      if (f->wrapper->keeps) return KEEPS;
      if (f < frame && f->wrapper == f[1].wrapper) continue;
      if (!wrappers_hands_on(f->wrapper, is_read)) by = NOT_KNOWN;
   }
   return by;
}

void handed_on_note(void)
{
   for (MemObject* o = engine.objects.set.first; o; o = o->next) {
      Bool all = o->kind == OBJECT_HEAP;
      for (ObjectFrame* f = o->frames; f < o->frames + o->n_frames; f++) {
         all = all && wrappers_hands_on(f->wrapper, is_read);
         f->hands_on = all;
      }
   }
}
