// SPDX-License-Identifier: GPL-3.0-or-later
// The run that this process belongs to; see run_id.h.
#include "callgrind/result_files/run_id.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "callgrind/clock.h"
#include "callgrind/core_options.h"
#include "callgrind/options/options.h"

RunId run_id;

static const HChar option[] = "--xg-run=";

// What tells folders apart, whatever they are called.
typedef struct {
   ULong device, inode; // 0: it could not be told
} FolderId;

static FolderId start_folder; // in which the user's command was started

static FolderId id_of_folder(const HChar* path)
{
   struct vg_stat st;
   if (!path || sr_isError(VG_(stat)(path, &st))) return (FolderId){0, 0};
   return (FolderId){st.dev, st.ino};
}

static FolderId own_start_folder(void)
{
   return id_of_folder(VG_(get_startup_wd)());
}

static Bool are_one(FolderId a, FolderId b)
{
   return a.device == b.device && a.inode == b.inode;
}

Bool run_id_has_left_folder(void)
{
   const FolderId here = id_of_folder("."), start = own_start_folder();
   return here.inode && start.inode && !are_one(here, start);
}

static void before_fork(ThreadId unused)
{
   (void)unused;
   run_id.has_others = True;
}

// What the option says: <first>.<start>:<program>:<hash>:<hash>:<hash>:<device>.<inode>:<process>; False: something else.
static Bool parse(const HChar* text)
{
   HChar* end;
   run_id.first = (Int)VG_(strtoull10)(text, &end);
   if (end == text || *end != '.') return False;
   run_id.started_ns = VG_(strtoull10)(end + 1, &end);
   if (*end != ':') return False;
   run_id.program = (UInt)VG_(strtoull10)(end + 1, &end);
   for (UInt i = 0; i < RUN_NAMES; i++) {
      if (*end != ':') return False;
      run_id.name_of_others[i] = VG_(strtoull16)(end + 1, &end);
   }
   if (*end != ':') return False;
   start_folder.device = VG_(strtoull10)(end + 1, &end);
   if (*end != '.') return False;
   start_folder.inode = VG_(strtoull10)(end + 1, &end);
   if (*end != ':') return False;
   run_id.process = (Int)VG_(strtoull10)(end + 1, &end);
   return *end == '\0' && run_id.first > 0 && run_id.program > 0 && run_id.process > 0;
}

// The number of a forked child.
static Int child_number(void)
{
   HChar text[24], *end;
   const SSizeT n = VG_(readlink)("/proc/self", text, sizeof text - 1);
   if (n <= 0) return VG_(getpid)();
   text[n] = '\0';
   const Long number = VG_(strtoll10)(text, &end);
   return *end || number <= 0 ? VG_(getpid)() : (Int)number;
}

void run_id_init(void)
{
   if (options.run) {
      if (!parse(options.run)) {
         VG_(fmsg)("--xg-run=%s is nothing that a run has made; leave it out.\n", options.run);
         VG_(exit)(1);
      }
      run_id.has_others = True;
      run_id.is_elsewhere = !are_one(own_start_folder(), start_folder);
   } else {
      start_folder = own_start_folder();
      run_id.first = run_id.process = VG_(getpid)();
      run_id.started_ns = clock_ns(VKI_CLOCK_REALTIME);
      run_id.program = 1;
   }
   VG_(atfork)(before_fork, NULL, NULL);
}

void run_id_after_fork(void)
{
   run_id.program = 1;
   run_id.process = child_number();
   run_id.is_forked = True;
}

void run_id_before_exec(void)
{
   enum { ARGUMENT_B = 256 };
   static HChar
      argument[ARGUMENT_B]; // the core keeps it; an exec that failed may be followed by others
   run_id.has_others = True;
   VG_(snprintf)
   (argument, ARGUMENT_B, "%s%s:%u:%llx:%llx:%llx:%llu.%llu:%d", option, run_id_text(),
    run_id.program + 1, (ULong)run_id.name_of_others[0], (ULong)run_id.name_of_others[1],
    (ULong)run_id.name_of_others[2], start_folder.device, start_folder.inode, run_id.process);
   core_options_give(option, argument);
}

Bool run_id_is_first(void)
{
   return run_id.process == run_id.first;
}

const HChar* run_id_text(void)
{
   enum { TEXT_B = 48 };
   static HChar text[TEXT_B];
   VG_(snprintf)(text, TEXT_B, "%d.%llu", run_id.first, run_id.started_ns);
   return text;
}

void run_id_write(Writer* w)
{
   if (options.compat || !run_id.has_others) return;
   writer_text(w, "desc: Run: ");
   writer_text(w, run_id_text());
   writer_text(w, ", program ");
   writer_number(w, run_id.program);
   writer_char(w, '\n');
}
