// SPDX-License-Identifier: GPL-3.0-or-later
// What several headers have; see header_lines.h.
#include "callgrind/result_files/header_lines.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "callgrind/options/options.h"
#include "callgrind/result_files/columns.h"
#include "callgrind/result_files/cycle_formula.h"

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

// The long name of an event, for KCachegrind; NULL: it has one of its own.
static const HChar* long_name(Event e)
{
   // Callgrind's cache use is in other units.
   if (options.compat && (event_info[e].with & EV_WITH_USE)) return NULL;
   if (e == EV_PFUNUSED && !options_have_prefetchers()) return "LL lines prefetched, not used";
   return event_info[e].unit < UNIT_TIME ? event_info[e].long_name
                                         : event_name(e, options.compat);
}

static void write_unit(Writer* w, EventUnit unit)
{
   static const HChar* const time[] = {"", "ms", "us", "ns"};
   if (unit == UNIT_MILLIONTHS) writer_text(w, " (millionths)");
   if (unit == UNIT_NANOSECONDS) writer_text(w, " (system cpu ns)");
   if (unit != UNIT_TIME) return;
   writer_text(w, " (elapsed ");
   writer_text(w, time[options.systime]);
   writer_char(w, ')');
}

void header_lines_write_event_names(Writer* w)
{
   cycle_formula_write(w);
   const ProfileLayout* l = columns_layout();
   for (UInt i = 0; i < l->n_events; i++) {
      const Event e = l->event[i];
      const HChar* name = long_name(e);
      if (!name) continue;
      writer_text(w, "event: ");
      writer_text(w, event_name(e, options.compat));
      writer_text(w, " : ");
      writer_text(w, name);
      write_unit(w, event_info[e].unit);
      writer_char(w, '\n');
   }
}
