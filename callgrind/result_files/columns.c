// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of the profile; see columns.h.
#include "callgrind/result_files/columns.h"

#include "pub_tool_basics.h"

#include "callgraph/site_events.h"
#include "callgrind/options/options.h"

static ProfileLayout layout;
static UInt with;        // EV_WITH_* that are on
static UInt counters[2]; // of the sites of a block, without and with a guarded access

static UInt on(Bool is_on, UInt bit)
{
   return is_on ? bit : 0;
}

static UInt of_options(void)
{
   const Bool prefetchers = options_have_prefetchers();
   return on(options.cache_sim, EV_WITH_CACHES) | on(options.between[0].size_B != 0, EV_WITH_L2)
          | on(options.between[1].size_B != 0, EV_WITH_L3)
          | on(options.itlb.entries != 0, EV_WITH_ITLB)
          | on(options.dtlb.entries != 0, EV_WITH_DTLB)
          | on(options.stlb.entries != 0, EV_WITH_STLB)
          | on(options.miss_classes, EV_WITH_CLASSES) | on(options.cores > 1, EV_WITH_CORES)
          | on(options.write_back, EV_WITH_WRITE_BACK)
          | on(options.branch_sim, EV_WITH_BRANCHES) | on(options.list_line_use, EV_WITH_USE)
          | on(prefetchers, EV_WITH_PREFETCHERS)
          | on(options.line_use && (options.prefetch || prefetchers), EV_WITH_PREFETCH_USE)
          | on(options.collect_bus, EV_WITH_BUS)
          | on(options.systime != SYSTIME_NO, EV_WITH_SYSTIME)
          | on(options.systime == SYSTIME_NSEC, EV_WITH_SYSCPU)
          | on(options.collect_objects, EV_WITH_OBJECTS) | on(options.cycles, EV_WITH_CYCLES)
          | on(options.cycles && options.dtlb.entries, EV_WITH_PAGES)
          | on(options.software_prefetch, EV_WITH_SOFTWARE_PREFETCH)
          | on(options.stores, EV_WITH_STORES) | on(options.work, EV_WITH_WORK)
          | on(options.stores && options.line_use && options.ll_policy != LL_EXCLUSIVE,
               EV_WITH_STORED_LINES);
}

Bool columns_have(Event e)
{
   return (event_info[e].with & ~with) == 0;
}

static void add(Event e)
{
   if (columns_have(e)) layout.event[layout.n_events++] = (UChar)e;
}

void columns_init(void)
{
   layout = (ProfileLayout){.by_line = options.dump_line,
                            .by_instr = options.dump_instr,
                            .compress_strings = options.compress_strings,
                            .compress_pos = options.compress_pos,
                            .inlined = options.inlined,
                            .loops = options.loops};
   with = of_options();
#define EVENT(id, ...) add(EV_##id);
#include "base/events.def"
   counters[False] = site_counters(with, false);
   counters[True] = site_counters(with, true);
}

const ProfileLayout* columns_layout(void)
{
   return &layout;
}

UInt columns_counters(Bool guarded)
{
   return counters[guarded];
}

UInt columns_width(void)
{
   Event last = EV_IR;
   for (UInt i = 0; i < layout.n_events; i++)
      if (layout.event[i] > last) last = layout.event[i];
   return options.beside && !options.what_if_apart ? EV_WIDTH_BESIDE : event_width(last);
}

Bool columns_extend_hierarchy(void)
{
   for (UInt i = 0; i < layout.n_events; i++)
      if (layout.event[i] >= EV_WIDTH_CACHE && layout.event[i] < EV_WIDTH_HIERARCHY)
         return True;
   return False;
}
