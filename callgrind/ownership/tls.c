// SPDX-License-Identifier: GPL-3.0-or-later
// Thread-local variables; see tls.h.
#include "callgrind/ownership/tls.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#include "callgrind/ownership/elf_tls.h"
#include "callgrind/threads/guest.h"
#include "engine/engine.h"

static struct {
   Bool known; // the executable has been looked at
   Bool waits; // for it to run: until then the address of its variables is not known
   Bool runs;
   const HChar* file;
   TlsSegment segment;
   MemObject** object; // of each variable
} executable;

static Addr* thread_pointer; // of each thread that has variables; else 0

// Debug information is also there of this tool itself.
static Bool is_of_program(const DebugInfo* di)
{
   const NSegment* seg = VG_(am_find_nsegment)(VG_(DebugInfo_get_text_avma)(di));
   return seg && seg->kind == SkFileC;
}

// Of the mapped files without a library's name (soname), the executable was mapped first.
static const HChar* executable_file(void)
{
   const HChar* file = NULL;
   for (const DebugInfo* di = VG_(next_DebugInfo)(NULL); di; di = VG_(next_DebugInfo)(di)) {
      const HChar* soname = VG_(DebugInfo_get_soname)(di);
      Bool is_library = soname && VG_(strcmp)(soname, "NONE") != 0;
      if (!is_library && is_of_program(di)) file = VG_(DebugInfo_get_filename)(di);
   }
   return file;
}

static void look_at_executable(void)
{
   const HChar* file = executable_file();
   executable.known = True;
   if (!file) return;
   executable.file = file;
   executable.segment = elf_tls_read(file);
   thread_pointer = VG_(calloc)("xg.tls", VG_N_THREADS, sizeof *thread_pointer);
   executable.object = VG_(calloc)("xg.tls", executable.segment.n + 1, sizeof(MemObject*));
   for (UInt i = 0; i < executable.segment.n; i++)
      executable.object[i] = objects_new(&engine.objects.set, OBJECT_STATIC,
                                         executable.segment.variable[i].name, file);
}

// musl's linker begins with a thread pointer for itself, in its own data, where it leaves it if
// there is room for the program's variables.  Nobody can tell before the program runs.
static Bool is_linkers_own(Addr thread)
{
   const HChar* file;
   return VG_(DebugInfo_sect_kind)(&file, thread) != Vg_SectUnknown
          && VG_(strcmp)(file, executable.file) != 0;
}

static Addr address_of(Addr thread, const TlsVariable* v)
{
   return thread + (Addr)executable.segment.start + v->offset;
}

void tls_thread_starts(ThreadId tid)
{
   Addr thread = guest_register(tid, GUEST_THREAD_POINTER);
   if (!thread) return;
   if (!executable.known) look_at_executable();
   if (!executable.segment.n) return;
   executable.waits = !executable.runs && is_linkers_own(thread);
   if (executable.waits) return;
   tls_thread_ends(tid); // if it had variables elsewhere
   thread_pointer[tid] = thread;
   for (UInt i = 0; i < executable.segment.n; i++) {
      const TlsVariable* v = &executable.segment.variable[i];
      objects_allocate(&engine.objects.set, executable.object[i], address_of(thread, v),
                       v->size_B, guest_now());
   }
}

void tls_thread_ends(ThreadId tid)
{
   if (!thread_pointer || !thread_pointer[tid]) return;
   for (UInt i = 0; i < executable.segment.n; i++) {
      const TlsVariable* v = &executable.segment.variable[i];
      MemRange* b =
         range_map_overlapping(&engine.objects.set.map, address_of(thread_pointer[tid], v), 1);
      if (b && b->object == executable.object[i])
         objects_free(&engine.objects.set, b, guest_now());
   }
   thread_pointer[tid] = 0;
}

void tls_code_of(const HChar* file)
{
   if (!executable.waits || VG_(strcmp)(file, executable.file) != 0) return;
   executable.runs = True;
   tls_thread_starts(VG_(get_running_tid)());
}
