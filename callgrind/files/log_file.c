// SPDX-License-Identifier: GPL-3.0-or-later
// The files of --log-file and --xml-file; see log_file.h.
#include "callgrind/files/log_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

#include "callgrind/arch/arch.h"
#include "callgrind/core_private.h"
#include "callgrind/files/out_file.h"

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

static void refuse(const HChar* path, Int error)
{
   VG_(fmsg)
   ("cannot write %s of %s: %s; choose another place.\n", path, option(),
    out_file_error(error));
   VG_(exit)(1);
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

SysRes log_file_open(const HChar* path, Int mode)
{
   enum { TRIES = 16 }; // others may create or remove it
   SysRes r = VG_(mk_SysRes_Error)(VKI_EEXIST);
   for (Int i = 0; i < TRIES && sr_isError(r) && sr_Err(r) == VKI_EEXIST; i++) {
      OutPlace p;
      const Int error = place_find(&p, path);
      if (error == PLACE_OF_ANOTHER_USER
          || (!error && (p.is_foreign || place_may_be_planted(&p))))
         refuse(path, PLACE_OF_ANOTHER_USER);
      if (!error && out_file_is_program(&p)) refuse(path, OUT_FILE_IS_PROGRAM);
      r = error      ? VG_(mk_SysRes_Error)((UWord)error)
          : p.exists ? open_there(&p)
                     : create(&p, mode);
   }
   return r;
}
