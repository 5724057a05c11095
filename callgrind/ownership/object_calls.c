// SPDX-License-Identifier: GPL-3.0-or-later
// Memory objects by the calls that make them; see object_calls.h.
#include "callgrind/ownership/object_calls.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_stacktrace.h"

#include "callgrind/instrument/instrument.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/handed_on.h"
#include "callgrind/symbols/core_inline_info.h"
#include "callgrind/symbols/symbols.h"
#include "engine/engine.h"
#include "memobj/wrappers.h"

enum { CYCLE_MAX = 32 }; // calls among which one that is made again is looked for

static const HChar* keep(const HChar* s)
{
   return arena_strdup(&engine.objects.set.arena, s);
}

// Frames of an object that is being made.
typedef struct {
   ObjectFrame* frame;
   UInt n, capacity;
} FrameList;

static void add_frame(void* to, const HChar* function, const HChar* dir, const HChar* file,
                      UInt line)
{
   FrameList* list = to;
   if (list->n == list->capacity) {
      list->capacity = 2 * list->capacity + 16;
      list->frame =
         VG_(realloc)("xg.object_calls", list->frame, list->capacity * sizeof *list->frame);
   }
   HChar path[VG_(strlen)(dir) + VG_(strlen)(file) + 2];
   VG_(sprintf)(path, "%s%s%s", dir, *dir ? "/" : "", file);
   list->frame[list->n++] = (ObjectFrame){.function = function ? keep(function) : NULL,
                                          .file = keep(path),
                                          .line = line,
                                          .inlined = True};
}

static void add_position(FrameList* list, Addr call)
{
   const HChar *dir = "", *file = "???";
   UInt line = 0;
   if (VG_(get_filename_linenum)(VG_(current_DiEpoch)(), call, &file, &dir, &line))
      add_frame(list, NULL, dir, file, line);
   else
      add_frame(list, NULL, "", "???", 0);
}

static const HChar* module_at(Addr call)
{
   const HChar* name;
   return VG_(get_objname)(VG_(current_DiEpoch)(), call, &name) ? name : "???";
}

// Adds a call: the functions that are inlined around it, and the one that the symbol names.
static void add_call(FrameList* list, Addr return_to)
{
   Addr call = return_to - 1; // within the call instruction
   const HChar* name;
   HChar by_address[32];
   const DebugInfo* di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), call);
   // as in the module's file, where a disassembler shows it
   const Addr bias = di ? (Addr)VG_(DebugInfo_get_text_bias)(di) : 0;
   VG_(sprintf)(by_address, "0x%lx", return_to - bias);
   UInt first = list->n;
   if (!core_inline_levels_at(call, add_frame, list)) add_position(list, call);
   ObjectFrame* outermost = &list->frame[list->n - 1];
   outermost->function = keep(symbols_name(call, &name) ? name : by_address);
   outermost->inlined = False;
   const HChar* module = keep(module_at(call));
   Wrapper* wrapper = handed_on_function(return_to);
   for (UInt i = first; i < list->n; i++) {
      list->frame[i].module = module;
      list->frame[i].wrapper = wrapper;
   }
}

// Is this call made from where one of the last n was?  Recursion would make an object of each depth, and of each way there: a structure that is
// copied recursively by a function that calls itself in two places has as many as there are paths.
static Bool is_recursive(const uint64_t* calls, UInt n, Addr return_to)
{
   for (UInt i = n; i > 0 && i + CYCLE_MAX > n; i--)
      if (calls[i - 1] == return_to) return True;
   return False;
}

// Return addresses of the open calls from this one on, innermost first; of recursive ones, the innermost.
static UInt open_calls(const Frame* f, uint64_t* calls)
{
   const ShadowStack* s = xg_current.stack;
   UInt n = 0;
   Addr sp = 0; // of the call before: a stub and what it jumps to are one call
   for (; f > s->frames && n < (UInt)options.object_depth; f--) {
      if (!f->return_to || f->return_to & FRAME_INTERPRETED || f->sp == sp) continue;
      sp = f->sp;
      if (!is_recursive(calls, n, f->return_to)) calls[n++] = f->return_to;
   }
   return n;
}

// A module may have been unloaded and another one loaded where it was.
static bool is_outdated(MemObject* o, const uint64_t* calls, uint32_t n)
{
   UInt epoch = VG_(current_DiEpoch)().n;
   if (o->epoch == epoch) return o->is_outdated;
   o->epoch = epoch;
   o->is_outdated = false;
   const ObjectFrame* f = o->frames;
   for (UInt i = 0; i < n && !o->is_outdated; i++, f++) {
      while (f->inlined) f++;
      o->is_outdated = VG_(strcmp)(f->module, module_at(calls[i] - 1)) != 0;
   }
   return o->is_outdated;
}

MemObject* object_calls_made_by(ObjectKind kind, const uint64_t* calls, UInt n)
{
   bool is_new;
   engine.objects.set.is_outdated = is_outdated;
   MemObject* o = objects_by_stack(&engine.objects.set, kind, calls, n, &is_new);
   if (!is_new) return o;
   o->thread = xg_current.stack->thread;
   o->epoch = VG_(current_DiEpoch)().n;
   FrameList list = {0};
   for (UInt i = 0; i < n; i++) add_call(&list, calls[i]);
   o->n_frames = list.n;
   o->frames = arena_alloc(&engine.objects.set.arena, list.n * sizeof o->frames[0]);
   VG_(memcpy)(o->frames, list.frame, list.n * sizeof o->frames[0]);
   VG_(free)(list.frame);
   return o;
}

MemObject* object_calls_of_frame(ObjectKind kind, const Frame* innermost)
{
   uint64_t calls[options.object_depth];
   return object_calls_made_by(kind, calls, open_calls(innermost, calls));
}

UInt object_calls_unwound(uint64_t* calls)
{
   Addr at[options.object_depth + 1];
   UInt n = VG_(get_StackTrace)(xg_current.stack->thread, at, options.object_depth + 1, NULL,
                                NULL, 0);
   UInt kept = 0;
   for (UInt i = 1; i < n; i++) {
      const Addr return_to = at[i] + 1; // the core subtracts one from return addresses
      if (!is_recursive(calls, kept, return_to)) calls[kept++] = return_to;
   }
   return kept;
}

MemObject* object_calls_now(ObjectKind kind)
{
   if (!instrument_on) {
      uint64_t calls[options.object_depth];
      return object_calls_made_by(kind, calls, object_calls_unwound(calls));
   }
   return object_calls_of_frame(kind, xg_current.stack->top - 1);
}
