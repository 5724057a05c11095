// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of the profile; see columns.h.
#include "callgrind/files/columns.h"

#include "pub_tool_basics.h"

#include "cachesim/miss_class.h"
#include "callgrind/options/options.h"

static ProfileLayout layout;

static void add(Event first, Event last)
{
   for (Event e = first; e <= last; e++) layout.event[layout.n_events++] = (UChar)e;
}

// Misses of a level by class; `cold` is the first one.
static void add_classes(Event cold)
{
   add(cold, cold + MISS_CLASSES_OF_ONE_CORE - 1);
   if (options.cores > 1) add(cold + MISS_CLASSES_OF_ONE_CORE, cold + MISS_CLASSES - 1);
}

void columns_init(void)
{
   layout = (ProfileLayout){.by_line = options.dump_line,
                            .by_instr = options.dump_instr,
                            .compress_strings = options.compress_strings,
                            .compress_pos = options.compress_pos,
                            .inlined = options.inlined};
   add(EV_IR, EV_IR);
   if (options.cache_sim) add(EV_DR, EV_D1MW);
   if (options.l2.size_B) add(EV_L2MI, EV_L2MW);
   if (options.cache_sim) add(EV_ILMR, EV_DLMW);
   if (options.itlb.entries) add(EV_ITM, EV_ITM);
   if (options.dtlb.entries) add(EV_DTMR, EV_DTMW);
   if (options.stlb.entries) add(EV_STM, EV_STM);
   if (options.miss_classes) {
      add_classes(EV_D1COLD);
      if (options.l2.size_B) add_classes(EV_L2COLD);
      add_classes(EV_LLCOLD);
   }
   if (options.write_back) add(EV_ILDMR, EV_DLDMW);
   if (options.branch_sim) add(EV_BC, EV_BIM);
   if (options.list_cache_use) {
      add(EV_ACCOST_L1, EV_SPLOSS_L1);
      if (options.l2.size_B) add(EV_ACCOST_L2, EV_SPLOSS_L2);
      add(EV_ACCOST_LL, EV_SPLOSS_LL);
   }
   if (options_have_prefetchers()) add(EV_PFUSED, EV_PFUSED);
   if (options.cache_use && (options.prefetch || options_have_prefetchers()))
      add(EV_PFUNUSED, EV_PFUNUSED);
   if (options.collect_bus) add(EV_GE, EV_GE);
   if (options.systime == SYSTIME_NO) return;
   add(EV_SYSCOUNT, EV_SYSCOUNT);
   add(EV_SYSTIME, EV_SYSTIME);
   if (options.systime == SYSTIME_NSEC) add(EV_SYSCPU, EV_SYSCPU);
}

const ProfileLayout* columns_layout(void)
{
   return &layout;
}
