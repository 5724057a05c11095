// SPDX-License-Identifier: GPL-3.0-or-later
// Records of the costs of lines; see line_cost_file.h.
#include "callgrind/result_files/line_cost_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "callgrind/options/options.h"
#include "engine/line_cost_record.h"

#if XG_DEBUG_CHECKS

static Int process; // that was started
static HChar* path; // absolute: the program may change its directory

static void require(Bool condition, const HChar* sentence)
{
   if (condition) return;
   VG_(fmsg)("%s\n", sentence);
   VG_(exit)(1);
}

static Int open_or_exit(Int flags, const HChar* purpose)
{
   SysRes r = VG_(open)(path, flags, VKI_S_IRUSR | VKI_S_IWUSR);
   if (sr_isError(r)) {
      VG_(fmsg)("%s cannot be opened for %s (error %lu).\n", path, purpose, sr_Err(r));
      VG_(exit)(1);
   }
   return (Int)sr_Res(r);
}

static void read_record(void)
{
   static HChar buffer[65536];
   Int fd = open_or_exit(VKI_O_RDONLY, "reading"), n;
   Bool ok = True;
   while (ok && (n = VG_(read)(fd, buffer, sizeof buffer)) > 0)
      ok = line_cost_record_feed(buffer, (SizeT)n);
   VG_(close)(fd);
   if (ok && n == 0 && !line_cost_record->column && !line_cost_record->digits) return;
   VG_(fmsg)
   ("%s is not a whole record of --xg-record-uses: see line %llu.\n", path,
    (ULong)line_cost_record->n_known + 1);
   VG_(exit)(1);
}

void line_cost_file_init(void)
{
   Bool replay = options.replay_uses != NULL;
   if (!options.record_uses && !replay) return;
   require(!(options.record_uses && replay),
           "Give --xg-record-uses or --xg-replay-uses, not both.");
   require(options.line_use && !options.compat,
           "--xg-record-uses and --xg-replay-uses need --cacheuse=yes, without "
           "--compat=callgrind.");
   process = VG_(getpid)();
   path = VG_(expand_file_name)(replay ? "--xg-replay-uses" : "--xg-record-uses",
                                replay ? options.replay_uses : options.record_uses);
   line_cost_record_start(replay);
   if (replay)
      read_record();
   else // not kept open: the program would see it
      VG_(close)(open_or_exit(VKI_O_CREAT | VKI_O_WRONLY | VKI_O_TRUNC, "writing"));
}

static Bool write_record(void)
{
   static Writer w;
   SysRes r = VG_(open)(path, VKI_O_WRONLY | VKI_O_TRUNC, 0);
   Bool ok = !sr_isError(r);
   if (ok) {
      writer_init(&w, (Int)sr_Res(r));
      line_cost_record_write(&w);
      ok = writer_finish(&w);
      VG_(close)((Int)sr_Res(r));
   }
   if (!ok) VG_(umsg)("Error: %s could not be written.\n", path);
   return ok;
}

Bool line_cost_file_finish(void)
{
   if (!line_cost_record || VG_(getpid)() != process) return True;
   if (!line_cost_record->replay) return write_record();
   if (line_cost_record->n_loads == line_cost_record->n_known && !line_cost_record->differs)
      return True;
   VG_(umsg)
   ("Error: this is not the run that was recorded: it loaded %llu lines, that one %llu%s.\n",
    (ULong)line_cost_record->n_loads, (ULong)line_cost_record->n_known,
    line_cost_record->n_loads == line_cost_record->n_known ? " by other instructions" : "");
   return False;
}

#endif
