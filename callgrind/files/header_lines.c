// SPDX-License-Identifier: GPL-3.0-or-later
// What several headers have; see header_lines.h.
#include "callgrind/files/header_lines.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "callgrind/files/columns.h"
#include "callgrind/files/cycle_formula.h"
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

static void write_long_name(Writer* w, Event e, const HChar* meaning)
{
   writer_text(w, "event: ");
   writer_text(w, event_name[e]);
   writer_text(w, " : ");
   writer_text(w, meaning);
   writer_char(w, '\n');
}

static void write_class_names(Writer* w)
{
   static const HChar* const meaning[EV_CLASS_COUNT] = {
      "L1 Data Cold Miss",
      "L1 Data Capacity Miss",
      "L1 Data Conflict Miss",
      "L1 Data True Sharing Miss",
      "L1 Data False Sharing Miss",
      "L2 Cold Miss",
      "L2 Capacity Miss",
      "L2 Conflict Miss",
      "L2 True Sharing Miss",
      "L2 False Sharing Miss",
      "LL Cold Miss",
      "LL Capacity Miss",
      "LL Conflict Miss",
      "LL True Sharing Miss",
      "LL False Sharing Miss",
   };
   const ProfileLayout* l = columns_layout();
   for (UInt i = 0; i < l->n_events; i++)
      if (l->event[i] >= EV_D1COLD && l->event[i] < EV_WIDTH_CLASSES)
         write_long_name(w, l->event[i], meaning[l->event[i] - EV_D1COLD]);
}

void header_lines_write_event_names(Writer* w)
{
   static const HChar* const unit[] = {"", "ms", "us", "ns"};
   cycle_formula_write(w);
   if (options.l2.size_B) {
      write_long_name(w, EV_L2MI, "L2 Instr. Fetch Miss");
      write_long_name(w, EV_L2MR, "L2 Data Read Miss");
      write_long_name(w, EV_L2MW, "L2 Data Write Miss");
   }
   if (options.itlb.entries) write_long_name(w, EV_ITM, "TLB Instr. Fetch Miss");
   if (options.dtlb.entries) {
      write_long_name(w, EV_DTMR, "TLB Data Read Miss");
      write_long_name(w, EV_DTMW, "TLB Data Write Miss");
   }
   if (options.stlb.entries) write_long_name(w, EV_STM, "Second-Level TLB Miss");
   write_class_names(w);
   static const struct {
      Event event;
      const HChar* meaning;
   } use[] = {
      {EV_ACCOST_L1, "L1 lines by 1/accesses (millionths)"},
      {EV_SPLOSS_L1, "L1 bytes loaded, not used"},
      {EV_ACCOST_L2, "L2 lines by 1/accesses (millionths)"},
      {EV_SPLOSS_L2, "L2 bytes loaded, not used"},
      {EV_ACCOST_LL, "LL lines by 1/accesses (millionths)"},
      {EV_SPLOSS_LL, "LL bytes loaded, not used"},
   };
   for (UInt i = 0; options.cache_use && !options.compat && i < sizeof use / sizeof use[0];
        i++) {
      Bool l2 = use[i].event == EV_ACCOST_L2 || use[i].event == EV_SPLOSS_L2;
      if (!l2 || options.l2.size_B) write_long_name(w, use[i].event, use[i].meaning);
   }
   if (options_have_prefetchers()) write_long_name(w, EV_PFUSED, "Prefetched lines used");
   if (options.cache_use && options_have_prefetchers())
      write_long_name(w, EV_PFUNUSED, "Lines prefetched, not used");
   else if (options.cache_use && options.prefetch)
      write_long_name(w, EV_PFUNUSED, "LL lines prefetched, not used");
   if (options.systime == SYSTIME_NO) return;
   writer_text(w, "event: sysTime : sysTime (elapsed ");
   writer_text(w, unit[options.systime]);
   writer_text(w, ")\n");
   if (options.systime == SYSTIME_NSEC)
      writer_text(w, "event: sysCpuTime : sysCpuTime (system cpu ns)\n");
}
