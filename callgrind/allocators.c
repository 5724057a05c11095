// SPDX-License-Identifier: GPL-3.0-or-later
// Allocators of the program; see allocators.h.
#include "callgrind/allocators.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

#include "callgrind/guest.h"
#include "callgrind/instrument.h"
#include "callgrind/ir_build.h"
#include "callgrind/options.h"
#include "callgrind/symbols.h"
#include "callgrind/threads.h"
#include "engine/engine.h"

typedef enum {
   MALLOC,         // (size)
   CALLOC,         // (n, size)
   REALLOC,        // (block, size)
   REALLOCARRAY,   // (block, n, size)
   ALIGNED,        // (alignment, size)
   POSIX_MEMALIGN, // (where to put the address, alignment, size); 0 if it has worked
   FREE,           // (block)
} Form;

typedef struct {
   const HChar* name;
   Form form;
} Allocator;

// Names as in symbol tables, without versions; those that end in '*' stand for all that begin so.
// Operators are there twice, as names of C++ may be shown mangled.  A function of several names
// goes by the shortest, so libraries' own names for the standard functions are here as well.
static const Allocator allocators[] = {
   {"malloc", MALLOC},
   {"__libc_malloc", MALLOC},
   {"calloc", CALLOC},
   {"__libc_calloc", CALLOC},
   {"realloc", REALLOC},
   {"__libc_realloc", REALLOC},
   {"reallocarray", REALLOCARRAY},
   {"memalign", ALIGNED},
   {"__libc_memalign", ALIGNED},
   {"aligned_alloc", ALIGNED},
   {"posix_memalign", POSIX_MEMALIGN},
   {"valloc", MALLOC},
   {"pvalloc", MALLOC},
   {"free", FREE},
   {"__libc_free", FREE},
   {"cfree", FREE},
   {"free_sized", FREE},
   {"free_aligned_sized", FREE},
   {"operator new(*", MALLOC},
   {"operator new[](*", MALLOC},
   {"operator delete(*", FREE},
   {"operator delete[](*", FREE},
   {"_Znw*", MALLOC},
   {"_Zna*", MALLOC},
   {"_Zdl*", FREE},
   {"_Zda*", FREE},
   // tcmalloc
   {"tc_malloc", MALLOC},
   {"tc_malloc_skip_new_handler", MALLOC},
   {"tc_calloc", CALLOC},
   {"tc_realloc", REALLOC},
   {"tc_memalign", ALIGNED},
   {"tc_posix_memalign", POSIX_MEMALIGN},
   {"tc_valloc", MALLOC},
   {"tc_pvalloc", MALLOC},
   {"tc_new*", MALLOC}, // (size), or (size, alignment), as of C++
   {"tc_free", FREE},
   {"tc_cfree", FREE},
   {"tc_free_sized", FREE},
   {"tc_delete*", FREE},
   // jemalloc's own interface
   {"mallocx", MALLOC},
   {"rallocx", REALLOC},
   {"dallocx", FREE},
   {"sdallocx", FREE},
};

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
   // What realloc takes back when it is entered, and gives back if it fails.
   MemObject* old;
   SizeT old_size_B;
} Pending;

static Pending* threads; // by thread
static ULong n_idle;     // of them: those that are idle and have not returned

static Pending* pending(void)
{
   if (!threads) threads = VG_(calloc)("xg.allocations", VG_N_THREADS, sizeof *threads);
   return &threads[xg_now.strand->thread];
}

static void forget(Pending* p)
{
   if (p->sp && p->idle) n_idle--;
   p->sp = 0;
}

void allocators_forget_thread(ThreadId tid)
{
   if (threads) forget(&threads[tid]);
}

// --- call chains ----------------------------------------------------------------------------

static const HChar* keep(const HChar* s)
{
   return arena_strdup(&engine.accounts.set.arena, s);
}

static void describe(ObjectFrame* f, Addr return_to)
{
   DiEpoch epoch = VG_(current_DiEpoch)();
   Addr call = return_to - 1; // within the call instruction
   const HChar *name, *dir = "", *file;
   HChar by_address[32];
   VG_(sprintf)(by_address, "0x%lx", return_to);
   f->function = keep(symbols_name(call, &name) ? name : by_address);
   f->module = keep(VG_(get_objname)(epoch, call, &name) ? name : "???");
   f->file = "???";
   f->line = 0;
   if (!VG_(get_filename_linenum)(epoch, call, &file, &dir, &f->line)) return;
   HChar path[VG_(strlen)(dir) + VG_(strlen)(file) + 2];
   VG_(sprintf)(path, "%s%s%s", dir, *dir ? "/" : "", file);
   f->file = keep(path);
}

// Return addresses of the open calls from this one on, innermost first.
static UInt open_calls(const Frame* f, uint64_t* calls)
{
   const Strand* s = xg_now.strand;
   UInt n = 0;
   Addr sp = 0; // of the call before: a stub and what it jumps to are one call
   for (; f > s->frames && n < (UInt)options.object_depth; f--) {
      if (!f->return_to || f->sp == sp) continue;
      calls[n++] = f->return_to;
      sp = f->sp;
   }
   return n;
}

static MemObject* object_of_calls(ObjectKind kind, const uint64_t* calls, UInt n)
{
   bool is_new;
   MemObject* o = objects_by_stack(&engine.accounts.set, kind, calls, n, &is_new);
   if (!is_new) return o;
   o->thread = xg_now.strand->thread;
   o->n_frames = n;
   o->frames = arena_alloc(&engine.accounts.set.arena, n * sizeof o->frames[0]);
   for (UInt i = 0; i < n; i++) describe(&o->frames[i], calls[i]);
   return o;
}

static MemObject* object_of(ObjectKind kind, const Frame* innermost)
{
   uint64_t calls[options.object_depth];
   return object_of_calls(kind, calls, open_calls(innermost, calls));
}

// The same without a shadow stack: as a debugger finds them.
static UInt unwound_calls(uint64_t* calls)
{
   Addr at[options.object_depth + 1];
   UInt n =
      VG_(get_StackTrace)(xg_now.strand->thread, at, options.object_depth + 1, NULL, NULL, 0);
   for (UInt i = 1; i < n; i++) calls[i - 1] = at[i] + 1; // it gives those before the returns'
   return n ? n - 1 : 0;
}

MemObject* allocators_object(ObjectKind kind)
{
   if (!instrument_on) {
      uint64_t calls[options.object_depth];
      return object_of_calls(kind, calls, unwound_calls(calls));
   }
   return object_of(kind, xg_now.strand->top - 1);
}

// --- entries and returns --------------------------------------------------------------------

static Bool is_on_stack(const Pending* p)
{
   const Addr where = p->sp - sizeof(Addr);
   return VG_(am_is_valid_for_client)(where, sizeof(Addr), VKI_PROT_READ)
          && *(Addr*)where == p->return_to;
}

// False if the call has been left without a return, as by an exception or longjmp.
static Bool is_open(const Pending* p)
{
   if (p->idle) return p->sp && !instrument_on && is_on_stack(p);
   const Strand* s = xg_now.strand;
   const Frame* f = s->frames + p->frame;
   return p->sp && f < s->top && f->sp + sizeof(Addr) == p->sp && f->return_to == p->return_to;
}

Bool allocators_running(void)
{
   return is_open(pending());
}

static MemBlock* block_at(Addr start)
{
   if (!start) return NULL;
   MemBlock* b = blocks_find(&engine.accounts.set.map, start);
   return b && !b->is_region && b->start == start ? b : NULL;
}

static MemBlock* heap_block_at(Addr start)
{
   MemBlock* b = block_at(start);
   return b && b->object->kind == OBJECT_HEAP ? b : NULL;
}

static void drop(Addr start)
{
   MemBlock* b = heap_block_at(start);
   if (b) objects_free(&engine.accounts.set, b, guest_now());
}

static Bool moves(const Pending* p)
{
   return p->form == REALLOC || p->form == REALLOCARRAY;
}

static void take_back(Pending* p)
{
   MemBlock* b = heap_block_at(p->args[0]);
   if (!b) return;
   p->old = b->object;
   p->old_size_B = b->size_B;
   objects_free(&engine.accounts.set, b, guest_now());
}

// Notes the call that the running thread is at the entry of.
static void note_call(Pending* p, Addr sp)
{
   if (!instrument_on) {
      p->idle = True;
      n_idle++;
      p->return_to = *(Addr*)sp;
      if (!p->calls)
         p->calls = VG_(malloc)("xg.allocations", options.object_depth * sizeof *p->calls);
      p->n_calls = unwound_calls(p->calls);
      return;
   }
   const Frame* f = xg_now.strand->top - 1;
   p->frame = f - xg_now.strand->frames;
   p->return_to = f->return_to;
}

static VG_REGPARM(2) void entered(const Allocator* a, Addr sp)
{
   const UWord first =
      guest_register(xg_now.strand->thread, offsetof(VexGuestAMD64State, guest_RDI));
   if (a->form == FREE) {
      drop(first);
      return;
   }
   Pending* p = pending();
   const Addr end = sp + sizeof(Addr);
   // What an allocator asks another one for is not the program's; one that it ends in, by a jump,
   // does its work.
   if (is_open(p) && end < p->sp) return;
   const Pending before = *p;
   forget(p);
   *p = (Pending){
      .form = a->form,
      .sp = end,
      .calls = p->calls,
      .args = {first,
               guest_register(xg_now.strand->thread, offsetof(VexGuestAMD64State, guest_RSI)),
               guest_register(xg_now.strand->thread, offsetof(VexGuestAMD64State, guest_RDX))}};
   note_call(p, sp);
   if (moves(p)) take_back(p);
   if (!p->old && moves(&before) && before.sp == end && before.args[0] == first) {
      p->old = before.old;
      p->old_size_B = before.old_size_B;
   }
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

static Addr result_of(const Pending* p, UWord rax)
{
   if (p->form != POSIX_MEMALIGN) return rax;
   Bool readable = VG_(am_is_valid_for_client)(p->args[0], sizeof(Addr), VKI_PROT_READ);
   return rax == 0 && readable ? *(Addr*)p->args[0] : 0;
}

// `call`: the frame of the call, NULL if the allocation is idle.
static void finish(const Pending* p, const Frame* call, UWord rax)
{
   Addr start = result_of(p, rax);
   SizeT size_B = size_of(p);
   if (start)
      objects_allocate(&engine.accounts.set,
                       call ? object_of(OBJECT_HEAP, call)
                            : object_of_calls(OBJECT_HEAP, p->calls, p->n_calls),
                       start, size_B ? size_B : 1, guest_now());
   else if (p->old && size_B)
      objects_put_back(&engine.accounts.set, p->old, p->args[0], p->old_size_B);
}

void allocators_returned(Addr sp)
{
   Pending* p = pending();
   if (!p->sp || p->sp > sp) return;
   const Strand* s = xg_now.strand;
   const Frame* call = p->idle ? NULL : is_open(p) ? s->frames + p->frame : s->top - 1;
   const Pending ended = *p;
   forget(p);
   if (ended.sp == sp)
      finish(&ended, call,
             guest_register(xg_now.strand->thread, offsetof(VexGuestAMD64State, guest_RAX)));
}

static Bool ends_in(const HChar* name, const HChar* end)
{
   SizeT n = VG_(strlen)(name), n_end = VG_(strlen)(end);
   return n > n_end && VG_(strcmp)(name + n - n_end, end) == 0;
}

// The forms of new and delete that are given a place neither allocate nor free.
static Bool is_placement(const HChar* name)
{
   if (VG_(strncmp)(name, "operator ", 9) == 0) return ends_in(name, ", void*)");
   return VG_(strncmp)(name, "_Z", 2) == 0 && (ends_in(name, "mPv") || ends_in(name, "PvS_"));
}

static Bool matches(const HChar* pattern, const HChar* name)
{
   SizeT n = VG_(strlen)(pattern);
   if (pattern[n - 1] == '*')
      return VG_(strncmp)(pattern, name, n - 1) == 0 && !is_placement(name);
   return VG_(strncmp)(pattern, name, n) == 0 && (!name[n] || name[n] == '@');
}

static void emit_entered(IRSB* out, const HChar* function, const VexGuestLayout* layout)
{
   static const HelperRef helper = {"xg_allocator", entered, 2};
   for (UInt i = 0; i < sizeof allocators / sizeof allocators[0]; i++) {
      if (!matches(allocators[i].name, function)) continue;
      ir_call(out, &helper,
              mkIRExprVec_2(ir_const64((ULong)&allocators[i]), ir_stack_pointer(out, layout)),
              NULL);
      return;
   }
}

void allocators_emit_entry(IRSB* out, const Block* b, const VexGuestLayout* layout)
{
   if (b->is_entry) emit_entered(out, b->function->name, layout);
}

static VG_REGPARM(1) void returned_idle(Addr sp)
{
   allocators_returned(sp);
}

void allocators_emit_idle_entry(IRSB* out, Addr start, const VexGuestLayout* layout)
{
   const HChar* name;
   if (VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), start, &name))
      emit_entered(out, name, layout);
}

void allocators_emit_idle_return(IRSB* out, const VexGuestLayout* layout)
{
   static const HelperRef helper = {"xg_allocator_returned", returned_idle, 1};
   IRExpr* n = ir_load64(out, ir_const64((ULong)&n_idle));
   ir_call(out, &helper, mkIRExprVec_1(ir_stack_pointer(out, layout)),
           ir_test(out, Iop_CmpNE64, n, ir_const64(0)));
}
