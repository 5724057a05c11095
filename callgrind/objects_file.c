// SPDX-License-Identifier: GPL-3.0-or-later
// The file of memory objects; see objects_file.h.
#include "callgrind/objects_file.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "callgrind/dump.h"
#include "callgrind/options.h"
#include "output/data.h"

static HChar* file_name;
static uint64_t at_zero[EV_COUNT]; // totals of the profile's parts when costs were zeroed

static HChar* expand(void)
{
   return VG_(expand_file_name)("--objects-out-file", options.objects_file);
}

static void temporary_name(HChar* temporary)
{
   const HChar* slash = VG_(strrchr)(file_name, '/');
   Int n = slash ? (Int)(slash - file_name) + 1 : 0;
   VG_(sprintf)(temporary, "%.*sxgrind-tmp.%d.%s", n, file_name, VG_(getpid)(), file_name + n);
}

void objects_file_init(void)
{
   file_name = expand();
   struct vg_stat st;
   Bool existed = !sr_isError(VG_(stat)(file_name, &st));
   SysRes r = VG_(open)(file_name, VKI_O_CREAT | VKI_O_WRONLY, VKI_S_IRUSR | VKI_S_IWUSR);
   if (sr_isError(r)) {
      VG_(fmsg)
      ("cannot write the objects' file %s; choose another place with "
       "--objects-out-file=<file>.\n",
       file_name);
      VG_(exit)(1);
   }
   VG_(close)((Int)sr_Res(r));
   if (!existed) VG_(unlink)(file_name);
}

void objects_file_zeroed(void)
{
   VG_(memcpy)(at_zero, dump_total(), sizeof at_zero);
   accounts_zero();
}

void objects_file_after_fork(void)
{
   VG_(free)(file_name);
   file_name = expand();
   VG_(memset)(at_zero, 0, sizeof at_zero);
   accounts_zero();
}

static HChar* command_line(void)
{
   SizeT size = VG_(strlen)(VG_(args_the_exename)) + 1;
   for (Int i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++)
      size += VG_(strlen)(*(HChar**)VG_(indexXA)(VG_(args_for_client), i)) + 1;
   HChar* text = VG_(malloc)("xg.command", size);
   VG_(strcpy)(text, VG_(args_the_exename));
   for (Int i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
      VG_(strcat)(text, " ");
      VG_(strcat)(text, *(HChar**)VG_(indexXA)(VG_(args_for_client), i));
   }
   return text;
}

static Bool write_to(Int fd)
{
   static Writer w;
   uint64_t totals[EV_COUNT];
   for (Int e = 0; e < EV_COUNT; e++) totals[e] = dump_total()[e] - at_zero[e];
   HChar* command = command_line();
   DataHeader h = {.creator = "xgrind-" XGRIND_VERSION,
                   .command = command,
                   .pid = (ULong)VG_(getpid)(),
                   .instructions = totals[EV_IR],
                   .totals = totals};
   writer_init(&w, fd);
   data_write(&w, &h);
   Bool ok = writer_finish(&w);
   VG_(free)(command);
   return ok;
}

Bool objects_file_write(void)
{
   HChar temporary[VG_(strlen)(file_name) + 96];
   temporary_name(temporary);
   struct vg_stat st;
   SysRes r = VG_(stat)(file_name, &st);
   Bool renames = sr_isError(r) || VKI_S_ISREG(st.mode);
   if (!renames) VG_(strcpy)(temporary, file_name);
   r =
      VG_(open)(temporary, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_TRUNC, VKI_S_IRUSR | VKI_S_IWUSR);
   Bool ok = !sr_isError(r);
   if (ok) {
      ok = write_to((Int)sr_Res(r));
      VG_(close)((Int)sr_Res(r));
      if (ok && renames) ok = VG_(rename)(temporary, file_name) == 0;
      if (!ok && renames) VG_(unlink)(temporary);
   }
   if (!ok) VG_(umsg)
   ("Error: the objects' file %s could not be written completely: is the disk full?%s\n",
    file_name, renames ? " What was there before is kept." : "");
   return ok;
}
