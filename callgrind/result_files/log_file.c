// SPDX-License-Identifier: GPL-3.0-or-later
// The files of --log-file and --xml-file; see log_file.h.
#include "callgrind/result_files/log_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/arch/arch.h"
#include "callgrind/core_private.h"
#include "callgrind/result_files/out_file.h"

// How the core opens them, and nothing else that could be anywhere.
enum { LOG_FLAGS = VKI_O_CREAT | VKI_O_WRONLY | VKI_O_TRUNC };

Bool log_file_is_one(Int flags)
{
   return flags == LOG_FLAGS;
}

// Which of the two options; which of both cannot be told.
static const HChar* option(void)
{
   if (!VG_(clo_xml_fname_unexpanded)) return "--log-file";
   return VG_(clo_log_fname_unexpanded) ? "--log-file or --xml-file" : "--xml-file";
}

static SysRes create(const OutPlace* p, Int mode)
{
   return VG_(do_syscall)(__NR_openat, (UWord)p->folder, (UWord)p->name,
                          LOG_FLAGS | VKI_O_EXCL | XG_O_NOFOLLOW, (UWord)mode, 0, 0, 0, 0);
}

static SysRes open_there(const OutPlace* p)
{
   const Int fd = place_open(p, VKI_O_WRONLY | VKI_O_TRUNC);
   return fd < 0 ? VG_(mk_SysRes_Error)((UWord)-fd) : VG_(mk_SysRes_Success)((UWord)fd);
}

// An error of the system, or of ours: why the file cannot be opened.
static SysRes open_or_create(const HChar* path, Int mode)
{
   enum { TRIES = 16 }; // others may create or remove it
   SysRes r = VG_(mk_SysRes_Error)(VKI_EEXIST);
   for (Int i = 0; i < TRIES && sr_isError(r) && sr_Err(r) == VKI_EEXIST; i++) {
      OutPlace p;
      Int error = place_find(&p, path);
      if (!error && (p.is_foreign || place_may_be_planted(&p))) error = PLACE_OF_ANOTHER_USER;
      if (!error && out_file_is_program(&p)) error = OUT_FILE_IS_PROGRAM;
      r = error      ? VG_(mk_SysRes_Error)((UWord)error)
          : p.exists ? open_there(&p)
                     : create(&p, mode);
   }
   return r;
}

static Bool is_log(const HChar* path)
{
   if (!VG_(clo_log_fname_unexpanded)) return False;
   HChar* log = VG_(expand_file_name)("--log-file", VG_(clo_log_fname_unexpanded));
   const Bool yes = VG_(strcmp)(log, path) == 0;
   VG_(free)(log);
   return yes;
}

// What the parent's messages go to, under another number.
static SysRes of_parent(const HChar* path, UWord error)
{
   const OutputSink* sink = is_log(path) ? &VG_(log_output_sink) : &VG_(xml_output_sink);
   VG_(umsg)
   ("cannot write %s of %s: %s; this process goes on with its parent's.\n", path, option(),
    out_file_error((Int)error));
   const Int fd = VG_(fcntl)(sink->fd, VKI_F_DUPFD, 0);
   return fd < 0 ? VG_(mk_SysRes_Error)(error) : VG_(mk_SysRes_Success)((UWord)fd);
}

static void refuse(const HChar* path, UWord error)
{
   VG_(fmsg)
   ("cannot write %s of %s: %s; choose another place.\n", path, option(),
    out_file_error((Int)error));
   VG_(exit)(1);
}

SysRes log_file_open(const HChar* path, Int mode)
{
   static Int opened_first; // the process that was started, or its program by exec
   if (!opened_first) opened_first = VG_(getpid)();
   const SysRes r = open_or_create(path, mode);
   if (!sr_isError(r)) return r;
   if (opened_first != VG_(getpid)()) return of_parent(path, sr_Err(r));
   if (sr_Err(r) == PLACE_OF_ANOTHER_USER || sr_Err(r) == OUT_FILE_IS_PROGRAM)
      refuse(path, sr_Err(r));
   return r;
}

static void require_apart(const HChar* log_option, const HChar* pattern,
                          const HChar* result_option, const HChar* name, Bool has_parts)
{
   if (!pattern) return;
   HChar* log = VG_(expand_file_name)(log_option, pattern);
   if (out_file_collision(name, has_parts, log) != OUT_FILES_APART) {
      VG_(fmsg)
      ("the file of %s, %s, is one of those of %s; choose another place for one of them.\n",
       log_option, log, result_option);
      VG_(exit)(1);
   }
   VG_(free)(log);
}

void log_file_require_apart(const HChar* option, const HChar* name, Bool has_parts)
{
   require_apart("--log-file", VG_(clo_log_fname_unexpanded), option, name, has_parts);
   require_apart("--xml-file", VG_(clo_xml_fname_unexpanded), option, name, has_parts);
}
