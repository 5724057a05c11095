// SPDX-License-Identifier: GPL-3.0-or-later
// Allocators of the program; see allocators.h.
#include "callgrind/allocators.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

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

// Names as in symbol tables, C++ ones demangled; those that end in '*' stand for all that begin so.
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
   {"operator new(*", MALLOC},
   {"operator new[](*", MALLOC},
   {"operator delete(*", FREE},
   {"operator delete[](*", FREE},
   {"tc_malloc", MALLOC},
   {"tc_calloc", CALLOC},
   {"tc_realloc", REALLOC},
   {"tc_free", FREE},
   {"tc_memalign", ALIGNED},
   {"tc_posix_memalign", POSIX_MEMALIGN},
};

// An allocation that has been asked for.
typedef struct {
   Form form;
   Addr sp; // when it has returned
   UWord args[3];
   MemObject* object;
} Pending;

enum { PENDING_MAX = 8 }; // allocators that call one another

typedef struct {
   UInt n;
   Pending pending[PENDING_MAX];
} ThreadAllocations;

static ThreadAllocations* threads; // by thread

static ThreadAllocations* running(void)
{
   if (!threads) threads = VG_(calloc)("xg.allocations", VG_N_THREADS, sizeof *threads);
   return &threads[xg_now.strand->thread];
}

void allocators_forget_thread(ThreadId tid)
{
   if (threads) threads[tid].n = 0;
}

static ULong now(void)
{
   return xg_now.total[EV_IR];
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

// Return addresses of the open calls, innermost first.
static UInt open_calls(uint64_t* calls)
{
   const Strand* s = xg_now.strand;
   UInt n = 0;
   Addr sp = 0; // of the call before: a stub and what it jumps to are one call
   for (const Frame* f = s->top - 1; f > s->frames && n < (UInt)options.object_depth; f--) {
      if (!f->return_to || f->sp == sp) continue;
      calls[n++] = f->return_to;
      sp = f->sp;
   }
   return n;
}

MemObject* allocators_object(ObjectKind kind)
{
   uint64_t calls[options.object_depth];
   UInt n = open_calls(calls);
   bool is_new;
   MemObject* o = objects_by_stack(&engine.accounts.set, kind, calls, n, &is_new);
   if (!is_new) return o;
   o->thread = xg_now.strand->thread;
   o->n_frames = n;
   o->frames = arena_alloc(&engine.accounts.set.arena, n * sizeof o->frames[0]);
   for (UInt i = 0; i < n; i++) describe(&o->frames[i], calls[i]);
   return o;
}

// --- entries and returns --------------------------------------------------------------------

Bool allocators_running(void)
{
   return running()->n > 0;
}

static MemBlock* block_at(Addr start)
{
   if (!start) return NULL;
   MemBlock* b = blocks_find(&engine.accounts.set.map, start);
   return b && !b->is_region && b->start == start ? b : NULL;
}

static void drop(Addr start)
{
   MemBlock* b = block_at(start);
   if (b && b->object->kind == OBJECT_HEAP) objects_free(&engine.accounts.set, b, now());
}

// A register of the running thread, by its offset in the guest state.
static UWord guest_register(PtrdiffT offset)
{
   UWord value;
   VG_(get_shadow_regs_area)
   (xg_now.strand->thread, (UChar*)&value, 0, offset, sizeof value);
   return value;
}

static VG_REGPARM(2) void entered(const Allocator* a, Addr sp)
{
   const UWord first = guest_register(offsetof(VexGuestAMD64State, guest_RDI));
   if (a->form == FREE) {
      drop(first);
      return;
   }
   ThreadAllocations* t = running();
   while (t->n && t->pending[t->n - 1].sp <= sp) t->n--; // left without a return
   if (t->n == PENDING_MAX) return;
   Pending* p = &t->pending[t->n++];
   *p = (Pending){.form = a->form,
                  .sp = sp + sizeof(Addr),
                  .args = {first, guest_register(offsetof(VexGuestAMD64State, guest_RSI)),
                           guest_register(offsetof(VexGuestAMD64State, guest_RDX))}};
   p->object = allocators_object(OBJECT_HEAP);
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

static void finish(const Pending* p, UWord rax)
{
   Addr start = result_of(p, rax);
   SizeT size_B = size_of(p);
   Bool moves = p->form == REALLOC || p->form == REALLOCARRAY;
   if (moves && (start || size_B == 0)) drop(p->args[0]);
   if (!start) return;
   // An allocator that has called another one passes on what that gave.
   MemBlock* inner = block_at(start);
   if (inner && inner->object->kind == OBJECT_HEAP)
      objects_free(&engine.accounts.set, inner, now());
   objects_allocate(&engine.accounts.set, p->object, start, size_B ? size_B : 1, now());
}

void allocators_returned(Addr sp)
{
   ThreadAllocations* t = running();
   while (t->n && t->pending[t->n - 1].sp < sp) t->n--; // left without a return
   if (!t->n || t->pending[t->n - 1].sp != sp) return;
   const Pending p = t->pending[--t->n];
   finish(&p, guest_register(offsetof(VexGuestAMD64State, guest_RAX)));
}

// The forms of new and delete that are given a place neither allocate nor free.
static Bool is_placement(const HChar* name)
{
   static const HChar end[] = ", void*)";
   SizeT n = VG_(strlen)(name);
   return n >= sizeof end && VG_(strcmp)(name + n - (sizeof end - 1), end) == 0;
}

static Bool matches(const HChar* pattern, const HChar* name)
{
   SizeT n = VG_(strlen)(pattern);
   if (pattern[n - 1] == '*' && is_placement(name)) return False;
   if (pattern[n - 1] == '*') return VG_(strncmp)(pattern, name, n - 1) == 0;
   return VG_(strcmp)(pattern, name) == 0;
}

void allocators_emit_entry(IRSB* out, const Block* b, const VexGuestLayout* layout)
{
   static const HelperRef helper = {"xg_allocator", entered, 2};
   if (!b->is_entry) return;
   for (UInt i = 0; i < sizeof allocators / sizeof allocators[0]; i++) {
      if (!matches(allocators[i].name, b->function->name)) continue;
      ir_call(out, &helper,
              mkIRExprVec_2(ir_const64((ULong)&allocators[i]), ir_stack_pointer(out, layout)),
              NULL);
      return;
   }
}
