// SPDX-License-Identifier: GPL-3.0-or-later
// Memory objects by the calls that make them; see object_calls.h.
#include "callgrind/memory/object_calls.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_stacktrace.h"

#include "callgrind/instrument/instrument.h"
#include "callgrind/options/options.h"
#include "callgrind/symbols/symbols.h"
#include "engine/engine.h"

static const HChar* keep(const HChar* s)
{
   return arena_strdup(&engine.objects.set.arena, s);
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
   const ShadowStack* s = xg_current.stack;
   UInt n = 0;
   Addr sp = 0; // of the call before: a stub and what it jumps to are one call
   for (; f > s->frames && n < (UInt)options.object_depth; f--) {
      if (!f->return_to || f->sp == sp) continue;
      calls[n++] = f->return_to;
      sp = f->sp;
   }
   return n;
}

MemObject* object_calls_made_by(ObjectKind kind, const uint64_t* calls, UInt n)
{
   bool is_new;
   MemObject* o = objects_by_stack(&engine.objects.set, kind, calls, n, &is_new);
   if (!is_new) return o;
   o->thread = xg_current.stack->thread;
   o->n_frames = n;
   o->frames = arena_alloc(&engine.objects.set.arena, n * sizeof o->frames[0]);
   for (UInt i = 0; i < n; i++) describe(&o->frames[i], calls[i]);
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
   for (UInt i = 1; i < n; i++) calls[i - 1] = at[i] + 1; // it gives those before the returns'
   return n ? n - 1 : 0;
}

MemObject* object_calls_now(ObjectKind kind)
{
   if (!instrument_on) {
      uint64_t calls[options.object_depth];
      return object_calls_made_by(kind, calls, object_calls_unwound(calls));
   }
   return object_calls_of_frame(kind, xg_current.stack->top - 1);
}
