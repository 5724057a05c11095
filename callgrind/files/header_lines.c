// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of several headers; see header_lines.h.
#include "callgrind/files/header_lines.h"

#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_xarray.h"

#include "callgrind/options/options.h"

void header_lines_write_command(Writer* w)
{
   writer_text(w, "cmd:");
   writer_char(w, ' ');
   writer_line_text(w, VG_(args_the_exename));
   for (Int i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
      writer_char(w, ' ');
      writer_line_text(w, *(HChar**)VG_(indexXA)(VG_(args_for_client), i));
   }
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
