// SPDX-License-Identifier: GPL-3.0-or-later
// Allocators of the program; see allocators.h.
#include "callgrind/ownership/allocators.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

#include "base/arch.h"
#include "callgrind/instrument/instrument.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/allocator_names.h"
#include "callgrind/ownership/handed_on.h"
#include "callgrind/ownership/object_calls.h"
#include "callgrind/threads/guest.h"
#include "callgrind/threads/threads.h"
#include "engine/engine.h"
#include "engine/probes.h"
#include "engine/stores/stores.h"

// An allocation that has been asked for.
typedef struct {
   Addr sp;      // when it has returned; 0: there is none
   Bool idle;    // there is no shadow stack, as instrumentation was off
   UInt frame;   // the call's, by its number on the shadow stack
   UInt n_calls; // or, if idle, the calls that are open, innermost first
   uint64_t* calls;
   Addr return_to; // the call's
   Form form;
   UWord args[3];
   MemObject* object; // that the allocation will belong to; NULL: nobody has asked yet
   // What realloc takes back when it is entered, and gives back if it fails.
   MemObject* old;
   SizeT old_size_B;
} Pending;

AllocationsOpen allocators_open;
static Pending* threads; // by thread

static Pending* pending(void)
{
   if (!threads) threads = VG_(calloc)("xg.allocations", VG_N_THREADS, sizeof *threads);
   return &threads[xg_current.stack->thread];
}

static void forget(Pending* p)
{
   if (!p->sp) return;
   allocators_open.all--;
   allocators_open.idle -= p->idle;
   p->sp = 0;
}

void allocators_forget_thread(ThreadId tid)
{
   if (threads) forget(&threads[tid]);
}

// --- entries and returns --------------------------------------------------------------------

// Where calls leave their return address in a register, nobody can tell.
static Bool is_on_stack(const Pending* p)
{
   if (!RETURN_ADDRESS_B) return True;
   const Addr where = p->sp - sizeof(Addr);
   return VG_(am_is_valid_for_client)(where, sizeof(Addr), VKI_PROT_READ)
          && *(Addr*)where == p->return_to;
}

// False if the call has been left without a return, as by an exception or longjmp.
static Bool is_open(const Pending* p)
{
   if (p->idle) return p->sp && !instrument_on && is_on_stack(p);
   const ShadowStack* s = xg_current.stack;
   const Frame* f = s->frames + p->frame;
   return p->sp && f < s->top && f->sp + RETURN_ADDRESS_B == p->sp
          && f->return_to == p->return_to;
}

Bool allocators_running(void)
{
   return is_open(pending());
}

// The object of an allocation by this call; NULL: it is idle.
static MemObject* object_of(const Pending* p, const Frame* call)
{
   if (p->object) return p->object;
   return call ? object_calls_of_frame(OBJECT_HEAP, call)
               : object_calls_made_by(OBJECT_HEAP, p->calls, p->n_calls);
}

MemObject* allocators_object(void)
{
   Pending* p = pending();
   if (p->idle || !is_open(p)) return NULL;
   return p->object = object_of(p, xg_current.stack->frames + p->frame);
}

static MemRange* range_at(Addr start)
{
   if (!start) return NULL;
   MemRange* b = range_map_find(&engine.objects.set.map, start);
   return b && !b->is_mapping && b->start == start ? b : NULL;
}

static MemRange* heap_range_at(Addr start)
{
   MemRange* b = range_at(start);
   return b && b->object->kind == OBJECT_HEAP ? b : NULL;
}

static void drop(Addr start)
{
   MemRange* b = heap_range_at(start);
   if (!b) return;
   if (options.stores) stores_end(b->start, b->size_B);
   objects_free(&engine.objects.set, b, guest_now());
}

static Bool moves(const Pending* p)
{
   return p->form == REALLOC || p->form == REALLOCARRAY;
}

static SizeT size_of(const Pending* p)
{
   switch (p->form) {
   case MALLOC: return p->args[0];
   case CALLOC: return p->args[0] * p->args[1];
   case REALLOC:
   case ALIGNED: return p->args[1];
   case REALLOCARRAY: return p->args[1] * p->args[2];
   case POSIX_MEMALIGN: return p->args[2];
   case FREE: break;
   }
   return 0;
}

static void take_back(Pending* p)
{
   MemRange* b = heap_range_at(p->args[0]);
   if (!b) return;
   p->old = b->object;
   p->old_size_B = b->size_B;
   // What a smaller size leaves out; the rest is still to be copied, if it moves.
   const SizeT size_B = size_of(p);
   if (options.stores && size_B < b->size_B) stores_end(b->start + size_B, b->size_B - size_B);
   objects_free(&engine.objects.set, b, guest_now());
}

// Notes the call that the running thread is at the entry of.
static void note_call(Pending* p, Addr sp)
{
   if (!instrument_on) {
      p->idle = True;
      allocators_open.idle++;
      p->return_to = RETURN_ADDRESS_B ? *(Addr*)sp : 0;
      if (!p->calls)
         p->calls = VG_(malloc)("xg.allocations", options.object_depth * sizeof *p->calls);
      p->n_calls = object_calls_unwound(p->calls);
      return;
   }
   const Frame* f = xg_current.stack->top - 1;
   p->frame = f - xg_current.stack->frames;
   p->return_to = f->return_to;
}

// The running thread enters an allocator with these arguments.
void allocators_entered(const Allocator* a, Addr sp, UWord first, UWord second, UWord third)
{
   if (a->form == FREE) {
      drop(first);
      return;
   }
   Pending* p = pending();
   const Addr end = sp + RETURN_ADDRESS_B;
   // What an allocator asks another one for is not the program's; one that it ends in, by a jump,
   // does its work.
   if (is_open(p) && end < p->sp) return;
   const Pending before = *p;
   forget(p);
   *p =
      (Pending){.form = a->form, .sp = end, .calls = p->calls, .args = {first, second, third}};
   allocators_open.all++;
   note_call(p, sp);
   if (moves(p)) take_back(p);
   if (!p->old && moves(&before) && before.sp == end && before.args[0] == first) {
      p->old = before.old;
      p->old_size_B = before.old_size_B;
   }
}

static Addr result_of(const Pending* p, UWord result)
{
   if (p->form != POSIX_MEMALIGN) return result;
   Bool readable = VG_(am_is_valid_for_client)(p->args[0], sizeof(Addr), VKI_PROT_READ);
   return result == 0 && readable ? *(Addr*)p->args[0] : 0;
}

// `call`: the frame of the call, NULL if the allocation is idle.
static void finish(const Pending* p, const Frame* call, UWord result)
{
   Addr start = result_of(p, result);
   SizeT size_B = size_of(p);
   if (start) {
      objects_allocate(&engine.objects.set, object_of(p, call), start, size_B ? size_B : 1,
                       guest_now());
      if (moves(p) && p->args[0]) handed_on_moved(p->args[0]);
      if (call) handed_on_allocated(call, start, size_B ? size_B : 1);
      if (probes.allocated) probes.allocated(start);
   } else if (p->old && size_B)
      objects_put_back(&engine.objects.set, p->old, p->args[0], p->old_size_B);
}

// A return leaves the running thread with this stack pointer: its allocation may be over.
void allocators_returned(Addr sp, UWord result)
{
   Pending* p = pending();
   if (!p->sp || p->sp > sp) return;
   const Frame* call = p->idle ? NULL : xg_current.stack->frames + p->frame;
   const Bool returns = p->sp == sp && (p->idle || is_open(p));
   const Pending ended = *p;
   forget(p);
   if (returns) finish(&ended, call, result);
}
