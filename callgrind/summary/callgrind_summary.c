// SPDX-License-Identifier: GPL-3.0-or-later
// Callgrind's summary; see callgrind_summary.h.
#include "callgrind/summary/callgrind_summary.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcprint.h"

#include "cachesim/miss_class.h"
#include "callgrind/options/options.h"
#include "callgrind/processor/levels.h"
#include "callgrind/result_files/columns.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/summary/sampled_summary.h"
#include "engine/engine.h"

// Width of the columns: everything, reads (or conditional branches), writes (or indirect).
typedef struct {
   Int all, first, second;
} Widths;

// Characters of a number with thousands separators.
static Int width_of(ULong n)
{
   Int digits = 1;
   while (n /= 10) digits++;
   return digits + (digits - 1) / 3;
}

static double percent(ULong part, ULong whole)
{
   return (double)part * 100.0 / (double)(whole ? whole : 1);
}

static void print_count(const HChar* label, ULong n, Int width)
{
   VG_(umsg)("%s%'*llu\n", label, width, (ULong)n);
}

static void print_split(const HChar* label, const Widths* w, ULong a, ULong b)
{
   VG_(umsg)
   ("%s%'*llu  (%'*llu rd + %'*llu wr)\n", label, w->all, a + b, w->first, a, w->second, b);
}

static void print_rates(const HChar* label, const Widths* w, double all, double a, double b)
{
   VG_(umsg)
   ("%s%*.1f%% (%*.1f%%   + %*.1f%%  )\n", label, w->all, all, w->first, a, w->second, b);
}

enum { LABEL_B = 32 };

// A label of level i between L1 and LL.
static const HChar* label(HChar text[LABEL_B], const HChar* format, UInt i)
{
   VG_(snprintf)(text, LABEL_B, format, level_between[i].name);
   return text;
}

static void print_caches(const uint64_t* t, const Widths* w)
{
   HChar of[LABEL_B];
   const UInt n = levels_between();
   print_count("I1  misses:    ", t[EV_I1MR], w->all);
   for (UInt i = 0; i < n; i++)
      print_count(label(of, "%si misses:    ", i), t[level_between[i].fetches], w->all);
   print_count("LLi misses:    ", t[EV_ILMR], w->all);
   VG_(umsg)("I1  miss rate: %*.2f%%\n", w->all, percent(t[EV_I1MR], t[EV_IR]));
   for (UInt i = 0; i < n; i++) VG_(umsg)
   ("%s%*.2f%%\n", label(of, "%si miss rate: ", i), w->all,
    percent(t[level_between[i].fetches], t[EV_IR]));
   VG_(umsg)("LLi miss rate: %*.2f%%\n", w->all, percent(t[EV_ILMR], t[EV_IR]));
   VG_(umsg)("\n");
   print_split("D   refs:      ", w, t[EV_DR], t[EV_DW]);
   print_split("D1  misses:    ", w, t[EV_D1MR], t[EV_D1MW]);
   for (UInt i = 0; i < n; i++)
      print_split(label(of, "%sd misses:    ", i), w, t[level_between[i].reads],
                  t[level_between[i].writes]);
   print_split("LLd misses:    ", w, t[EV_DLMR], t[EV_DLMW]);
   print_rates("D1  miss rate: ", w, percent(t[EV_D1MR] + t[EV_D1MW], t[EV_DR] + t[EV_DW]),
               percent(t[EV_D1MR], t[EV_DR]), percent(t[EV_D1MW], t[EV_DW]));
   for (UInt i = 0; i < n; i++) {
      const ULong reads = t[level_between[i].reads], writes = t[level_between[i].writes];
      print_rates(label(of, "%sd miss rate: ", i), w,
                  percent(reads + writes, t[EV_DR] + t[EV_DW]), percent(reads, t[EV_DR]),
                  percent(writes, t[EV_DW]));
   }
   print_rates("LLd miss rate: ", w, percent(t[EV_DLMR] + t[EV_DLMW], t[EV_DR] + t[EV_DW]),
               percent(t[EV_DLMR], t[EV_DR]), percent(t[EV_DLMW], t[EV_DW]));
   VG_(umsg)("\n");
   ULong reads = t[EV_DLMR] + t[EV_ILMR], writes = t[EV_DLMW];
   ULong asked_reads = t[EV_D1MR] + t[EV_I1MR], asked_writes = t[EV_D1MW];
   for (UInt i = 0; i < n; i++) {
      print_split(label(of, "%s refs:       ", i), w, asked_reads, asked_writes);
      asked_reads = t[level_between[i].reads] + t[level_between[i].fetches];
      asked_writes = t[level_between[i].writes];
      print_split(label(of, "%s misses:     ", i), w, asked_reads, asked_writes);
   }
   print_split("LL refs:       ", w, asked_reads, asked_writes);
   print_split("LL misses:     ", w, reads, writes);
   print_rates("LL miss rate:  ", w, percent(reads + writes, t[EV_IR] + t[EV_DR] + t[EV_DW]),
               percent(reads, t[EV_IR] + t[EV_DR]), percent(writes, t[EV_DW]));
}

static void print_sampled(const uint64_t* t)
{
   HChar text[SAMPLED_SUMMARY_B];
   VG_(umsg)("Sampled sets:  %s\n", sampled_summary_text(text, t));
}

static void print_tlbs(const uint64_t* t, const Widths* w)
{
   VG_(umsg)("\n");
   if (options.itlb.entries) print_count("itlb misses:   ", t[EV_ITM], w->all);
   if (options.dtlb.entries) print_split("dtlb misses:   ", w, t[EV_DTMR], t[EV_DTMW]);
   if (options.stlb.entries) print_count("stlb misses:   ", t[EV_STM], w->all);
   if (options.itlb.entries)
      VG_(umsg)("itlb miss rate: %*.2f%%\n", w->all - 1, percent(t[EV_ITM], t[EV_IR]));
   if (options.dtlb.entries)
      print_rates("dtlb miss rate:", w, percent(t[EV_DTMR] + t[EV_DTMW], t[EV_DR] + t[EV_DW]),
                  percent(t[EV_DTMR], t[EV_DR]), percent(t[EV_DTMW], t[EV_DW]));
   if (!options.stlb.entries) return;
   VG_(umsg)
   ("stlb miss rate: %*.1f%%\n", w->all - 1,
    percent(t[EV_STM], t[EV_ITM] + t[EV_DTMR] + t[EV_DTMW]));
}

// Misses of a level by class, with their shares; sharing where there are several cores.
static void print_classes_of(const HChar* level, const uint64_t* t, Int width)
{
   static const HChar* const name[MISS_CLASSES] = {"cold", "capacity", "conflict",
                                                   "true sharing", "false sharing"};
   ULong all = 0;
   for (Int m = 0; m < MISS_CLASSES; m++) all += t[m];
   for (Int m = 0; m < (options.cores > 1 ? MISS_CLASSES : MISS_CLASSES_OF_ONE_CORE); m++)
      VG_(umsg)
   ("%s  %-14s %'*llu  (%.1f%%)\n", level, name[m], width, (ULong)t[m], percent(t[m], all));
}

static void print_classes(const uint64_t* t, const Widths* w)
{
   VG_(umsg)("\n");
   print_classes_of("D1", t + EV_D1COLD, w->all);
   for (UInt i = 0; i < levels_between(); i++)
      print_classes_of(level_between[i].name, t + level_between[i].cold, w->all);
   print_classes_of("LL", t + EV_LLCOLD, w->all);
}

static void print_cores(const Widths* w)
{
   const Coherence* c = &PROGRAM->caches.cores.coherence;
   VG_(umsg)("\n");
   print_count("Invalidations: ", c->invalidations, w->all);
   print_count("Owner changes: ", c->ownership_changes, w->all);
}

static void print_branches(const uint64_t* t, const Widths* w)
{
   ULong all = t[EV_BC] + t[EV_BI], missed = t[EV_BCM] + t[EV_BIM];
   VG_(umsg)("\n");
   VG_(umsg)
   ("Branches:      %'*llu  (%'*llu cond + %'*llu ind)\n", w->all, all, w->first,
    (ULong)t[EV_BC], w->second, (ULong)t[EV_BI]);
   VG_(umsg)
   ("Mispredicts:   %'*llu  (%'*llu cond + %'*llu ind)\n", w->all, missed, w->first,
    (ULong)t[EV_BCM], w->second, (ULong)t[EV_BIM]);
   VG_(umsg)
   ("Mispred rate:  %*.1f%% (%*.1f%%     + %*.1f%%   )\n", w->all, percent(missed, all),
    w->first, percent(t[EV_BCM], t[EV_BC]), w->second, percent(t[EV_BIM], t[EV_BI]));
}

static Int max(Int a, Int b)
{
   return a > b ? a : b;
}

void callgrind_summary_print(void)
{
   uint64_t t[EV_COUNT];
   dump_collected(t);
   const ProfileLayout* l = columns_layout();
   HChar line[EV_COUNT * 24];
   Int n = 0;
   line[0] = '\0';
   for (UInt i = 0; i < l->n_events; i++)
      n += VG_(sprintf)(line + n, " %s", event_name(l->event[i], options.compat));
   VG_(umsg)("Events    :%s\n", line);
   UInt last = l->n_events;
   while (last > 1 && !t[l->event[last - 1]]) last--;
   n = 0;
   for (UInt i = 0; i < last; i++)
      n +=
         VG_(sprintf)(line + n, " %llu", (ULong)event_shown(l->event[i], t[l->event[i]], NULL));
   VG_(umsg)("Collected :%s\n\n", line);

   Widths w = {.all = width_of(t[EV_IR])};
   if (options.cache_sim) {
      w.first = width_of(t[EV_DR]);
      w.second = width_of(t[EV_DW]);
   }
   if (options.branch_sim) {
      w.first = max(w.first, width_of(t[EV_BC]));
      w.second = max(w.second, width_of(t[EV_BI]));
   }
   print_count("I   refs:      ", t[EV_IR], w.all);
   if (options.cache_sim) print_caches(t, &w);
   if (engine.sampled.on) print_sampled(t);
   if (options_have_tlbs()) print_tlbs(t, &w);
   if (options.miss_classes) print_classes(t, &w);
   if (options.cores > 1) print_cores(&w);
   if (options.branch_sim) print_branches(t, &w);
}
