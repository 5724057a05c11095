// SPDX-License-Identifier: GPL-3.0-or-later
// Names of threads; see thread_names.h, and prctl(2) and proc(5) for what is asked.
#include "callgrind/threads/thread_names.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#include "base/short_text.h"
#include "callgrind/threads/host_task.h"

enum { NAME_B = 16, GET_NAME = 16 }; // PR_GET_NAME

static HChar
   of_xgrind[NAME_B]; // what threads are called to which the program has given no name
static Int* task_of;  // by thread: the kernel's number of one that lives; 0: none
static XArray* names; // of ThreadName, in the order in which they were noted

static void own_name(HChar name[NAME_B])
{
   if (host_call(__NR_prctl, GET_NAME, (UWord)name, 0, 0) < 0) name[0] = '\0';
}

// Another thread's name; "": it is not known.
static void name_of_task(Int task, HChar name[NAME_B])
{
   HChar path[64];
   VG_(sprintf)(path, "/proc/self/task/%d/comm", task);
   name[0] = '\0';
   const SysRes r = VG_(open)(path, VKI_O_RDONLY, 0);
   if (sr_isError(r)) return;
   const Int n = VG_(read)((Int)sr_Res(r), name, NAME_B);
   VG_(close)((Int)sr_Res(r));
   name[n > 0 ? n - 1 : 0] = '\0'; // a newline ends it
}

static Word last_of(UInt thread)
{
   Word i = VG_(sizeXA)(names) - 1;
   while (i >= 0 && ((ThreadName*)VG_(indexXA)(names, i))->thread != thread) i--;
   return i;
}

static Bool has_name(UInt thread, const HChar* name)
{
   for (UInt i = 0; i < thread_names_count(); i++) {
      const ThreadName* known = &thread_names_list()[i];
      if (known->thread == thread && VG_(strcmp)(known->name, name) == 0) return True;
   }
   return False;
}

static void note(UInt thread, const HChar* name)
{
   if (!*name || VG_(strcmp)(name, of_xgrind) == 0) return;
   ThreadName n = {.thread = thread, .name = short_text_printable(name)};
   if (has_name(thread, n.name))
      host_free((void*)n.name);
   else
      VG_(addToXA)(names, &n);
}

void thread_names_init(void)
{
   names = VG_(newXA)(VG_(malloc), "xg.thread_names", VG_(free), sizeof(ThreadName));
   task_of = VG_(calloc)("xg.thread_names", VG_N_THREADS, sizeof *task_of);
   own_name(of_xgrind);
}

void thread_names_begin(ThreadId tid)
{
   task_of[tid] = VG_(gettid)();
}

void thread_names_end(ThreadId tid)
{
   HChar name[NAME_B];
   own_name(name);
   note(tid, name);
   task_of[tid] = 0;
}

void thread_names_after_fork(ThreadId tid)
{
   VG_(memset)(task_of, 0, VG_N_THREADS * sizeof *task_of);
   VG_(dropTailXA)(names, VG_(sizeXA)(names));
   thread_names_begin(tid);
}

void thread_names_note(void)
{
   HChar name[NAME_B];
   for (UInt t = 1; t < VG_N_THREADS; t++) {
      if (!task_of[t]) continue;
      name_of_task(task_of[t], name);
      note(t, name);
   }
}

const ThreadName* thread_names_list(void)
{
   return thread_names_count() ? VG_(indexXA)(names, 0) : NULL;
}

UInt thread_names_count(void)
{
   return (UInt)VG_(sizeXA)(names);
}

const HChar* thread_names_of(UInt thread)
{
   const Word i = last_of(thread);
   return i < 0 ? NULL : ((ThreadName*)VG_(indexXA)(names, i))->name;
}
