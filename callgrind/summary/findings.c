// SPDX-License-Identifier: GPL-3.0-or-later
// What a run has found; see findings.h.
#include "callgrind/summary/findings.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"

#include "base/code_name.h"
#include "cachesim/miss_class.h"
#include "callgrind/options/options.h"
#include "callgrind/processor/levels.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/summary/costly_level.h"
#include "callgrind/summary/cycle_causes.h"
#include "callgrind/summary/metrics.h"
#include "callgrind/summary/sampled_summary.h"
#include "callgrind/summary/store_findings.h"
#include "engine/engine.h"
#include "engine/sharing/possible_sharing.h"
#include "writers/waiting_data.h"

enum {
   TEXT_B = 1024,
   PLACE_COLUMNS_MIN = 8,
   PLACE_COLUMNS_GOOD = 18,
   PLACE_COLUMNS_MAX = 32,
   NAME_COLUMNS_MIN = 12,
   NAME_COLUMNS_GOOD = 28
};

const HChar* finding_share(HChar text[SHARE_B], ULong part, ULong whole)
{
   const Double percent = whole ? 100.0 * (Double)part / (Double)whole : 0.0;
   const ULong hundredths = (ULong)(100.0 * percent + 0.5),
               tenths = (ULong)(10.0 * percent + 0.5);
   if (part && !hundredths)
      VG_(strcpy)(text, "<0.01 %");
   else if (part && tenths < 10)
      VG_(sprintf)(text, "%llu.%02llu %%", hundredths / 100, hundredths % 100);
   else
      VG_(sprintf)(text, "%llu.%llu %%", tenths / 10, tenths % 10);
   return text;
}

// "FILE:LINE"; without line information the module.
static void place_text(HChar to[SHORT_TEXT_B], Int room, const CostlyPlace* top)
{
   HChar text[TEXT_B];
   if (top->line)
      VG_(snprintf)(text, TEXT_B, "%s:%u", VG_(basename)(top->file->name), top->line);
   else
      VG_(snprintf)(text, TEXT_B, "%s", VG_(basename)(top->function->file->module->name));
   short_text_end(to, room, text);
}

static Int min(Int a, Int b)
{
   return a < b ? a : b;
}

static Int max(Int a, Int b)
{
   return a > b ? a : b;
}

// "NAME (PLACE)" in at most so many columns; where there is too little room, the place is cut, then it goes, and the name is cut last.
static void function_text(HChar to[TEXT_B], Int room, const CostlyPlace* top)
{
   HChar name[SHORT_TEXT_B], place[SHORT_TEXT_B];
   const Int least =
      max(PLACE_COLUMNS_MIN, min(PLACE_COLUMNS_GOOD, room - NAME_COLUMNS_MIN - 3));
   code_name_short(name, SHORT_TEXT_COLUMNS_MAX, top->function->name);
   place_text(place, least, top);
   if (short_text_columns(name) + short_text_columns(place) + 3 > room) {
      code_name_short(name, max(NAME_COLUMNS_MIN, room), top->function->name);
      VG_(snprintf)(to, TEXT_B, "%s", name);
      return;
   }
   const Int left = room - short_text_columns(name) - 3;
   place_text(place, max(least, min(PLACE_COLUMNS_MAX, left)), top);
   VG_(snprintf)(to, TEXT_B, "%s (%s)", name, place);
}

// Whether name and place can be read in so many columns.
static Bool has_room(Int room, const CostlyPlace* top)
{
   HChar whole[TEXT_B], cut[TEXT_B];
   function_text(whole, NAME_COLUMNS_GOOD + PLACE_COLUMNS_GOOD + 3, top);
   function_text(cut, room, top);
   return short_text_columns(cut) >= short_text_columns(whole);
}

void finding_add_in_function(EndLines* l, const HChar* head, const HChar* shorter, Metric m)
{
   HChar share[SHARE_B], function[TEXT_B], text[TEXT_B];
   const CostlyPlace top = costly_code_top(dump_code(), m);
   if (!top.function) {
      end_lines_add(l, END_FINDING, "%s", head);
      return;
   }
   finding_share(share, top.cost, costly_code_total(dump_code(), m));
   // What the share is of stands before it, too.
   const struct {
      const HChar *head, *of;
   } tries[] = {{head, " of them"}, {head, ""}, {shorter, " of them"}, {shorter, ""}};
   for (UInt i = 0; i < sizeof tries / sizeof tries[0] && tries[i].head; i++) {
      VG_(snprintf)(text, TEXT_B, "%s: %s%s in ", tries[i].head, share, tries[i].of);
      if (has_room(end_lines_room() - short_text_columns(text), &top)) break;
   }
   function_text(function, end_lines_room() - short_text_columns(text), &top);
   end_lines_add(l, END_FINDING, "%s%s", text, function);
}

// --- by mode --------------------------------------------------------------------------------

static void add_cost(EndLines* l, ULong instructions)
{
   HChar head[TEXT_B], shorter[TEXT_B];
   if (
      !options
          .cycles) { // misses times latencies may be ten times the cycles: nobody should take them for these
      VG_(sprintf)(head, "%'llu instructions", instructions);
      finding_add_in_function(l, head, NULL, METRIC_IR);
      return;
   }
   VG_(sprintf)
   (shorter, "%'llu estimated cycles", (ULong)costly_code_total(dump_code(), METRIC_CYCLES));
   VG_(sprintf)(head, "%'llu instructions, %s", instructions, shorter);
   finding_add_in_function(l, head, shorter, METRIC_CYCLES);
}

static void add_misses(EndLines* l, const uint64_t* t)
{
   HChar d1[SHARE_B], ll[SHARE_B], i1[SHARE_B], ill[SHARE_B], share[SHARE_B];
   HChar between[LEVELS_BETWEEN * (SHARE_B + 8)] = "";
   const ULong data = t[EV_DR] + t[EV_DW];
   for (UInt i = 0; i < levels_between(); i++) VG_(sprintf)
   (between + VG_(strlen)(between), "%s %s, ", level_between[i].name,
    finding_share(share, t[level_between[i].reads] + t[level_between[i].writes], data));
   end_lines_add(
      l, END_FINDING, "Misses: D1 %s, %sLL %s of data accesses; I1 %s, LL %s of fetches",
      finding_share(d1, t[EV_D1MR] + t[EV_D1MW], data), between,
      finding_share(ll, t[EV_DLMR] + t[EV_DLMW], data), finding_share(i1, t[EV_I1MR], t[EV_IR]),
      finding_share(ill, t[EV_ILMR], t[EV_IR]));
}

// Where most misses are of the level whose misses cost most.
static void add_most_misses(EndLines* l)
{
   HChar head[TEXT_B];
   const CostlyLevel* u = costly_level();
   const ULong misses = costly_code_total(dump_code(), u->metric);
   if (!misses) return;
   VG_(sprintf)(head, "%'llu misses of %s", misses, u->name);
   finding_add_in_function(l, head, NULL, u->metric);
}

static void add_sampled(EndLines* l, const uint64_t* t)
{
   HChar text[SAMPLED_SUMMARY_B];
   end_lines_add(l, END_FINDING, "%s", sampled_summary_text(text, t));
}

// A level of caches whose use is known, and what loading a line into it takes.
typedef struct {
   const HChar* name;
   UInt level;
   Event unused;
   Metric metric;
   ULong cycles;
} UseLevel;

// What loading the bytes that were never used has taken.
static ULong wasted_cycles(const UseLevel* u, const uint64_t* t)
{
   if (!options.cycles) return t[u->unused] / options.d1.line_B * u->cycles;
   const ULong loaded_B = dump_bytes_evicted(u->level);
   const double unused = loaded_B ? (double)t[u->unused] / (double)loaded_B : 0;
   return (ULong)(unused * (double)cycle_causes_of_loads(u->level + 1, t));
}

// Of the levels the one whose unused bytes have taken the most cycles to load.
static UseLevel most_wasteful(const uint64_t* t)
{
   const uint64_t* cycles = dump_code()->weights[METRIC_CYCLES];
   const ULong l1 = cycles[EV_D1MR], l2 = l1 + cycles[EV_L2MR], l3 = l2 + cycles[EV_L3MR],
               ll = l3 + cycles[EV_DLMR];
   const UseLevel levels[] = {{"LL", LEVEL_LL - 1, EV_SPLOSS_LL, METRIC_UNUSED_LL, ll},
                              {"L1", LEVEL_L1 - 1, EV_SPLOSS_L1, METRIC_UNUSED_L1, l1},
                              {"L2", LEVEL_L2 - 1, EV_SPLOSS_L2, METRIC_UNUSED_L2, l2},
                              {"L3", LEVEL_L2, EV_SPLOSS_L3, METRIC_UNUSED_L3, l3}};
   UseLevel worst = levels[0];
   for (UInt i = 1; i < sizeof levels / sizeof levels[0]; i++)
      if (wasted_cycles(&levels[i], t) > wasted_cycles(&worst, t)) worst = levels[i];
   return worst;
}

static void add_use(EndLines* l, const uint64_t* t)
{
   HChar head[TEXT_B], shorter[TEXT_B], share[SHARE_B];
   const UseLevel u = most_wasteful(t);
   const ULong loaded_B = dump_bytes_evicted(u.level);
   // A rate of few lines tells nothing: whoever used all bytes would gain less than this.
   if (!loaded_B || 100 * wasted_cycles(&u, t) < costly_code_total(dump_code(), METRIC_CYCLES))
      return;
   finding_share(share, t[u.unused], loaded_B);
   VG_(sprintf)(head, "%s of the bytes loaded into %s were never used", share, u.name);
   VG_(sprintf)(shorter, "%s of bytes loaded into %s unused", share, u.name);
   finding_add_in_function(l, head, shorter, u.metric);
}

// "D1 misses: 10.0 % cold, ..." of the classes counted; sharing, true and false, as one.
static void class_text(HChar text[TEXT_B], const HChar* level, const uint64_t* misses)
{
   enum { SHOWN = MISS_CLASSES_OF_ONE_CORE + 1 };
   static const HChar* const name[SHOWN] = {"cold", "capacity", "conflict", "sharing"};
   ULong of[SHOWN] = {0}, all = 0;
   HChar share[SHARE_B];
   for (UInt m = 0; m < MISS_CLASSES; m++) {
      of[m < SHOWN ? m : SHOWN - 1] += misses[m];
      all += misses[m];
   }
   Int n = VG_(sprintf)(text, "%s: %s", level, all ? "" : "none");
   const HChar* between = "";
   for (UInt m = 0; m < SHOWN; m++) {
      if (!of[m]) continue;
      n +=
         VG_(sprintf)(text + n, "%s%s %s", between, finding_share(share, of[m], all), name[m]);
      between = ", ";
   }
}

static void add_classes(EndLines* l, const uint64_t* t)
{
   HChar d1[TEXT_B], ll[TEXT_B];
   class_text(d1, "D1 misses", t + EV_D1COLD);
   class_text(ll, "LL", t + EV_LLCOLD);
   if (short_text_columns(d1) + 2 + short_text_columns(ll) <= end_lines_room()) {
      end_lines_add(l, END_FINDING, "%s; %s", d1, ll);
      return;
   }
   class_text(ll, "LL misses", t + EV_LLCOLD);
   end_lines_add(l, END_FINDING, "%s", d1);
   end_lines_add(l, END_FINDING, "%s", ll);
}

// Whether so many misses by sharing are worth a line: a hundredth of all misses of D1, or, as each costs what one of LL
// costs at least, of the estimated cycles.
static Bool is_worth_a_line(ULong shared, ULong misses)
{
   enum { LL_CYCLES = 100 }; // as in KCachegrind's formula
   const ULong cycles = costly_code_total(dump_code(), METRIC_CYCLES);
   return 100 * shared >= misses || 100 * LL_CYCLES * shared >= cycles;
}

static void add_sharing(EndLines* l, const uint64_t* t)
{
   HChar head[TEXT_B], share[SHARE_B];
   const Coherence* c = &PROGRAM->caches.cores.coherence;
   if (!options.miss_classes) {
      end_lines_add(l, END_FINDING,
                    "%lld cores: %'llu invalidations; --miss-classes=yes counts false sharing",
                    options.cores, (ULong)c->invalidations);
      return;
   }
   const ULong misses = t[EV_D1MR] + t[EV_D1MW];
   if (!t[EV_D1FALSE] || !is_worth_a_line(t[EV_D1FALSE], misses)) return;
   VG_(sprintf)
   (head, "False sharing: %'llu D1 misses (%s of all)", (ULong)t[EV_D1FALSE],
    finding_share(share, t[EV_D1FALSE], misses));
   finding_add_in_function(l, head, NULL, METRIC_FALSE_SHARING);
}

static void add_branches(EndLines* l, const uint64_t* t)
{
   HChar head[TEXT_B], share[SHARE_B];
   const ULong all = t[EV_BC] + t[EV_BI];
   VG_(sprintf)
   (head, "%s of %'llu branches were mispredicted",
    finding_share(share, t[EV_BCM] + t[EV_BIM], all), all);
   finding_add_in_function(l, head, NULL, METRIC_MISPREDICTIONS);
}

static void add_tlbs(EndLines* l, const uint64_t* t)
{
   HChar head[TEXT_B], shorter[TEXT_B], share[SHARE_B];
   Int n = VG_(sprintf)(shorter, "TLB misses per access: ");
   if (options.dtlb.entries)
      n += VG_(sprintf)(shorter + n, "data %s",
                        finding_share(share, t[EV_DTMR] + t[EV_DTMW], t[EV_DR] + t[EV_DW]));
   if (options.itlb.entries) VG_(sprintf)
   (shorter + n, "%scode %s", options.dtlb.entries ? ", " : "",
    finding_share(share, t[EV_ITM], t[EV_IR]));
   n = VG_(sprintf)(head, "%s", shorter);
   if (options.stlb.entries) VG_(sprintf)(head + n, ", %'llu walks", (ULong)t[EV_STM]);
   finding_add_in_function(l, head, shorter, METRIC_TLB_MISSES);
}

// --- waiting ----------------------------------------------------------------------------------

// What a run is told of besides waiting for other threads: the loops that wait are in no rate, and are not the
// code that costs most.
static void leave_out(const WaitingReport* r, uint64_t t[EV_COUNT])
{
   for (const WaitingRow* row = r->row; row < r->row + r->n; row++) {
      dump_leave_out(row->function, row->cost);
      for (UInt e = 0; e < EV_COUNT; e++) t[e] -= t[e] < row->cost[e] ? t[e] : row->cost[e];
   }
}

static Bool is_openmp(const Function* f)
{
   const HChar* module = VG_(basename)(f->file->module->name);
   return VG_(strncmp)(module, "libgomp", 7) == 0 || VG_(strncmp)(module, "libomp", 6) == 0
          || VG_(strncmp)(module, "libiomp", 7) == 0;
}

// The row with most of a metric, of all threads at its line.
static CostlyPlace top_of_waiting(const WaitingReport* r, Metric m, ULong* all)
{
   CostlyPlace top = {0};
   *all = 0;
   for (const WaitingRow* row = r->row; row < r->row + r->n; row++) {
      ULong cost = 0;
      for (const WaitingRow* o = r->row; o < r->row + r->n; o++)
         if (o->function == row->function && o->position.line == row->position.line)
            cost += costly_code_metric(dump_code(), m, o->cost);
      *all += costly_code_metric(dump_code(), m, row->cost);
      if (cost <= top.cost) continue;
      top.function = row->function;
      top.file = row->function->file;
      top.line = row->position.line;
      top.cost = cost;
   }
   return top;
}

static void add_waiting(EndLines* l, const WaitingReport* r)
{
   HChar share[SHARE_B], text[TEXT_B], function[TEXT_B];
   ULong all;
   const Metric m = options.cycles ? METRIC_CYCLES : METRIC_IR;
   const CostlyPlace top = top_of_waiting(r, m, &all);
   finding_share(share, all, costly_code_total(dump_code(), m));
   if (!top.function || VG_(strcmp)(share, "<0.01 %") == 0) return;
   const HChar* hint = is_openmp(top.function) ? "; try OMP_WAIT_POLICY=passive" : "";
   VG_(sprintf)
   (text, "%s of the %s wait for other threads: ", share,
    options.cycles ? "cycles" : "instructions");
   function_text(function, end_lines_room() - short_text_columns(text) - (Int)VG_(strlen)(hint),
                 &top);
   end_lines_add(l, END_FINDING, "%s%s%s", text, function, hint);
}

void findings_add(EndLines* l)
{
   uint64_t t[EV_COUNT];
   VG_(memcpy)(t, dump_code()->sums, sizeof t);
   if (!t[EV_IR]) {
      end_lines_add(l, END_FINDING, "Nothing was counted%s.",
                    options.collect_atstart && options.instr_atstart
                       ? ""
                       : ": collection or instrumentation was off all the time");
      return;
   }
   WaitingReport waits = {0};
   if (options.cores > 1) {
      possible_sharing_close();
      waits = waiting_data_new(false);
   }
   const ULong instructions = t[EV_IR];
   leave_out(&waits, t);
   add_cost(l, instructions);
   if (options.cycles)
      cycle_causes_add(l, t);
   else if (options.cache_sim)
      add_most_misses(l);
   add_waiting(l, &waits);
   waiting_data_free(&waits);
   if (options.line_use) add_use(l, t);
   if (options.stores) store_findings_add(l, t);
   if (options.cores > 1) add_sharing(l, t);
   findings_add_data(l);
   if (options.cache_sim) add_misses(l, t);
   if (engine.sampled.on) add_sampled(l, t);
   if (options.miss_classes) add_classes(l, t);
   if (options.branch_sim) add_branches(l, t);
   if (options_have_tlbs()) add_tlbs(l, t);
}
