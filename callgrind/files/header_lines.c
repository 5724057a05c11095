// SPDX-License-Identifier: GPL-3.0-or-later
// What several headers have; see header_lines.h.
#include "callgrind/files/header_lines.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "callgrind/options/options.h"

static const HChar* argument(Int i)
{
   return *(HChar**)VG_(indexXA)(VG_(args_for_client), i);
}

const HChar* header_lines_command(void)
{
   static HChar* command;
   if (command) return command;
   Int n = (Int)VG_(sizeXA)(VG_(args_for_client));
   SizeT size = VG_(strlen)(VG_(args_the_exename)) + 1;
   for (Int i = 0; i < n; i++) size += 1 + VG_(strlen)(argument(i));
   command = VG_(malloc)("xg.command", size);
   HChar* end = command + VG_(sprintf)(command, "%s", VG_(args_the_exename));
   for (Int i = 0; i < n; i++) end += VG_(sprintf)(end, " %s", argument(i));
   return command;
}

void header_lines_write_command(Writer* w)
{
   writer_text(w, "cmd: ");
   writer_line_text(w, header_lines_command());
   writer_char(w, '\n');
}

void header_lines_write_event_names(Writer* w)
{
   static const HChar* const unit[] = {"", "ms", "us", "ns"};
   static const HChar* const use[] = {"event: AcCost1 : L1 lines by 1/accesses (millionths)\n",
                                      "event: SpLoss1 : L1 bytes loaded, not used\n",
                                      "event: AcCost2 : LL lines by 1/accesses (millionths)\n",
                                      "event: SpLoss2 : LL bytes loaded, not used\n"};
   for (UInt i = 0; options.cache_use && !options.compat && i < sizeof use / sizeof use[0]; i++)
      writer_text(w, use[i]);
   if (options.cache_use && options.prefetch)
      writer_text(w, "event: PfUnused : LL lines prefetched, not used\n");
   if (options.systime == SYSTIME_NO) return;
   writer_text(w, "event: sysTime : sysTime (elapsed ");
   writer_text(w, unit[options.systime]);
   writer_text(w, ")\n");
   if (options.systime == SYSTIME_NSEC)
      writer_text(w, "event: sysCpuTime : sysCpuTime (system cpu ns)\n");
}
