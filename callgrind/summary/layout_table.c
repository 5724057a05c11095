// SPDX-License-Identifier: GPL-3.0-or-later
// As it is and in layouts beside; see layout_table.h.
#include "callgrind/summary/layout_table.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "base/code_name.h"
#include "base/short_text.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/layouts_asked_for.h"
#include "callgrind/result_files/data_file.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/summary/costly_level.h"
#include "callgrind/summary/metrics.h"
#include "engine/engine.h"

enum { NAME_COLUMNS = 22, NUMBER_COLUMNS = 13, FUNCTIONS_MAX = 3, TEXT_B = 1024 };

// A metric as it is and in the layouts.
typedef struct {
   ULong own, there;
} Pair;

static Pair metric(Metric m, const uint64_t* cost)
{
   return (Pair){costly_code_metric(dump_code(), m, cost),
                 costly_code_metric(dump_code_of_layouts(), m, cost)};
}

// "-73.5 %"; nothing if there is nothing to compare with.
static const HChar* change(HChar text[TEXT_B], Pair p)
{
   const Bool less = p.there < p.own;
   const ULong difference = less ? p.own - p.there : p.there - p.own;
   text[0] = '\0';
   if (!p.own) return text;
   const ULong tenths = (ULong)(1000.0 * (Double)difference / (Double)p.own + 0.5);
   VG_(sprintf)
   (text, "%s%llu.%llu %%", !difference ? "" : less ? "-" : "+", tenths / 10, tenths % 10);
   return text;
}

// --- objects --------------------------------------------------------------------------------

// What the objects that have a layout cost, by Event, in both.
static void cost_of_objects(uint64_t cost[EV_COUNT])
{
   VG_(memset)(cost, 0, EV_COUNT * sizeof *cost);
   for (const MemObject* o = engine.objects.set.first; o; o = o->next)
      for (const ObjectCosts* a = what_if_moves(1, o) ? o->costs : NULL; a; a = a->next)
         for (ObjectEvent c = 0; c < OBJ_EVENTS; c++) {
            const Event e = (Event)object_info[c].event;
            if (e == EV_COUNT) continue;
            cost[e] += object_costs_of(a, c, 0);
            if (event_in(e, 1) != e) cost[event_in(e, 1)] += object_costs_of(a, c, 1);
         }
}

static void print_row(const HChar* name, Metric m, const uint64_t* all, const uint64_t* objects)
{
   HChar percent[TEXT_B];
   const Pair p = metric(m, all), in = metric(m, objects);
   if (!p.own && !p.there) return;
   const Pair out = {p.own - in.own, p.there - in.there};
   VG_(umsg)
   ("%-*s %'*llu %'*llu %9s %'*llu %'*llu %'*llu %'*llu\n", NAME_COLUMNS, name, NUMBER_COLUMNS,
    p.own, NUMBER_COLUMNS, p.there, change(percent, p), NUMBER_COLUMNS, in.own, NUMBER_COLUMNS,
    in.there, NUMBER_COLUMNS, out.own, NUMBER_COLUMNS, out.there);
}

// --- functions --------------------------------------------------------------------------------

static ULong distance(Pair p)
{
   return p.own > p.there ? p.own - p.there : p.there - p.own;
}

// The functions whose cycles, or misses of one level, change most, by a hundredth of all at least.
static void print_functions(const uint64_t costs[EV_COUNT])
{
   const CostlyLevel* u = costly_level();
   const Metric m = options.cycles ? METRIC_CYCLES : u->metric;
   const ULong all = metric(m, costs).own;
   const UInt n = engine.graph.n_functions + 1;
   uint64_t* own = costly_code_by_function(dump_code(), m, n);
   uint64_t* there = costly_code_by_function(dump_code_of_layouts(), m, n);
   for (UInt printed = 0; printed < FUNCTIONS_MAX; printed++) {
      UInt most = 0;
      for (UInt i = 1; i < n; i++)
         if (distance((Pair){own[i], there[i]}) > distance((Pair){own[most], there[most]}))
            most = i;
      const Pair p = {own[most], there[most]};
      const Function* f = costly_code_function(dump_code(), most);
      if (!f || !distance(p) || distance(p) < all / 100) break;
      HChar name[SHORT_TEXT_B], percent[TEXT_B];
      code_name_short(name, 2 * NAME_COLUMNS, f->name);
      VG_(umsg)
      ("%s%s in %s: %'llu, with the layouts %'llu%s%s\n",
       options.cycles ? "Cycles" : "Misses of ", options.cycles ? "" : u->name, name, p.own,
       p.there, p.own ? ", " : "", change(percent, p));
      own[most] = there[most] = 0;
   }
   host_free(own);
   host_free(there);
}

// --- layouts apart ----------------------------------------------------------------------------

enum { APART_COLUMNS = 40 };

// The metrics of the table, by column.
static const struct {
   Metric metric;
   const HChar* name;
} apart[] = {{METRIC_CYCLES, "cycles"},
             {METRIC_MISSES_L1, "misses of L1"},
             {METRIC_MISSES_L2, "misses of L2"},
             {METRIC_MISSES_L3, "misses of L3"},
             {METRIC_MISSES_LL, "misses of LL"}};
enum { APART_METRICS = sizeof apart / sizeof apart[0] };

static ULong apart_cost(UInt column, const uint64_t* cost)
{
   return costly_code_metric(dump_code(), apart[column].metric, cost);
}

static Bool is_column(UInt column, const uint64_t* own)
{
   return column == 0 ? options.cycles : apart_cost(column, own) != 0;
}

// The costs of a simulation, and how they differ from those of the program.
static void print_simulation(const HChar* name, const uint64_t* own, const uint64_t* cost)
{
   HChar line[TEXT_B], percent[TEXT_B];
   SizeT n = VG_(snprintf)(line, sizeof line, "%-*s", APART_COLUMNS, name);
   for (UInt i = 0; i < APART_METRICS; i++) {
      if (!is_column(i, own)) continue;
      const Pair p = {apart_cost(i, own), apart_cost(i, cost)};
      n += VG_(snprintf)(line + n, sizeof line - n, " %'*llu %9s", NUMBER_COLUMNS, p.there,
                         own == cost ? "" : change(percent, p));
   }
   VG_(umsg)("%s\n", line);
}

// "2: list:compact and 3 more"
static void name_of(HChar name[TEXT_B], UInt simulation)
{
   HChar shown[SHORT_TEXT_B], number[16], others[32] = "";
   UInt more;
   const HChar* text = layouts_text(simulation, &more);
   if (more) VG_(sprintf)(others, " and %u more", more);
   const UInt n = VG_(sprintf)(number, "%u: ", simulation);
   short_text_end(shown, APART_COLUMNS - n - (UInt)VG_(strlen)(others), text);
   VG_(snprintf)(name, TEXT_B, "%s%s%s", number, shown, others);
}

static void print_layouts_apart(void)
{
   uint64_t own[EV_COUNT];
   HChar name[TEXT_B];
   data_file_totals(own);
   SizeT n = VG_(snprintf)(name, sizeof name, "%-*s", APART_COLUMNS, "Each layout apart");
   for (UInt i = 0; i < APART_METRICS; i++)
      if (is_column(i, own))
         n += VG_(snprintf)(name + n, sizeof name - n, " %*s %9s", NUMBER_COLUMNS,
                            apart[i].name, "change");
   VG_(umsg)("%s\n", name);
   print_simulation("the program as it is", own, own);
   for (UInt s = 1; s <= options.beside; s++) {
      uint64_t cost[EV_COUNT];
      VG_(memcpy)(cost, own, sizeof cost);
      simulation_totals(&engine.simulation[s], cost);
      name_of(name, s);
      print_simulation(name, own, cost);
   }
}

// --- all --------------------------------------------------------------------------------------

void layout_table_print(void)
{
   if (options.what_if_apart) {
      print_layouts_apart();
      return;
   }
   uint64_t all[EV_COUNT], objects[EV_COUNT];
   data_file_totals(all);
   cost_of_objects(objects);
   VG_(umsg)
   ("%-*s %*s %*s %9s %*s %*s %*s %*s\n", NAME_COLUMNS, "As it is, with layouts",
    NUMBER_COLUMNS, "program:", NUMBER_COLUMNS, "with", "change", NUMBER_COLUMNS,
    "the objects:", NUMBER_COLUMNS, "with", NUMBER_COLUMNS, "elsewhere:", NUMBER_COLUMNS,
    "with");
   if (options.cycles) print_row("estimated cycles", METRIC_CYCLES, all, objects);
   print_row("misses of L1", METRIC_MISSES_L1, all, objects);
   print_row("misses of L2", METRIC_MISSES_L2, all, objects);
   print_row("misses of L3", METRIC_MISSES_L3, all, objects);
   print_row("misses of LL", METRIC_MISSES_LL, all, objects);
   print_row("false sharing in D1", METRIC_FALSE_SHARING, all, objects);
   print_row("bytes unused in L1", METRIC_UNUSED_L1, all, objects);
   print_row("bytes unused in L2", METRIC_UNUSED_L2, all, objects);
   print_row("bytes unused in L3", METRIC_UNUSED_L3, all, objects);
   print_row("bytes unused in LL", METRIC_UNUSED_LL, all, objects);
   if (dump_code_of_layouts()->first) print_functions(all);
}
