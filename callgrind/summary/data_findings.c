// SPDX-License-Identifier: GPL-3.0-or-later
// What a run has found about data; see findings.h.
#include "callgrind/summary/findings.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "base/code_name.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/mappings.h"
#include "callgrind/ownership/object_names.h"
#include "callgrind/result_files/cycle_formula.h"
#include "callgrind/result_files/data_file.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/summary/costly_level.h"
#include "callgrind/summary/metrics.h"
#include "callgrind/summary/size_text.h"
#include "engine/engine.h"
#include "writers/curve_data.h"

enum { TEXT_B = 1024, PLACE_COLUMNS_MAX = 32, NAME_COLUMNS_MAX = 48 };

// --- objects --------------------------------------------------------------------------------

// The estimated cycles of misses of an object's data, by the cycles of each event; misses are estimated, too, if they
// were sampled.
static ULong miss_cycles_of(const MemObject* o, const uint64_t weights[EV_COUNT])
{
   const Sampling* s = &engine.objects.sampling;
   const ULong of_loads = s->period && s->loads ? (ULong)s->period : 1;
   const ULong of_stores = s->period && s->stores ? (ULong)s->period : 1;
   ULong cycles = 0;
   uint64_t cost[OBJ_EVENTS] = {0};
   for (const ObjectCosts* a = o->costs; a; a = a->next) object_costs_add(cost, a, 0);
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) {
      const ObjectInfo* info = &object_info[e];
      if (!cost[e] || info->event == EV_COUNT) continue;
      const ULong sampled = info->weight == WEIGHT_STORES ? of_stores : of_loads;
      cycles += weights[info->event] * sampled * cost[e];
   }
   return cycles;
}

// " (FILE:LINE)", without line information " (MODULE)", or nothing.
static void source_text(HChar to[TEXT_B], const HChar* file, UInt line, const HChar* module)
{
   HChar text[TEXT_B], shown[SHORT_TEXT_B];
   to[0] = '\0';
   if (line && file)
      VG_(snprintf)(text, TEXT_B, "%s:%u", VG_(basename)(file), line);
   else if (module)
      VG_(snprintf)(text, TEXT_B, "%s", VG_(basename)(module));
   else
      return;
   short_text_end(shown, PLACE_COLUMNS_MAX, text);
   VG_(sprintf)(to, " (%s)", shown);
}

static void object_text(HChar to[TEXT_B], const MemObject* o)
{
   HChar name[SHORT_TEXT_B], source[TEXT_B];
   if (o->name && o->module && VG_(strcmp)(o->name, OTHER_DATA) == 0) {
      VG_(snprintf)(to, TEXT_B, "other data of %s", VG_(basename)(o->module));
      return;
   }
   const ObjectFrame* f = o->name ? NULL : object_names_frame(o);
   HChar* variable = o->name ? object_names_variable(o->name) : NULL;
   code_name_short(name, NAME_COLUMNS_MAX,
                   variable ? variable
                   : f      ? f->function
                            : object_kind_name[o->kind]);
   if (variable) VG_(free)(variable);
   source_text(source, f ? f->file : o->file, f ? f->line : o->line, f ? f->module : NULL);
   VG_(snprintf)(to, TEXT_B, "%s%s", name, source);
}

// By what the object's misses are compared: cycles of the model, or misses of one level.  Returns all of them.
static ULong weights_of_misses(uint64_t weights[EV_COUNT])
{
   VG_(memset)(weights, 0, EV_COUNT * sizeof *weights);
   if (options.cycles) {
      cycle_formula_weights(weights);
      weights[EV_CYPAGE] = 0; // no miss
      return costly_code_total(dump_code(), METRIC_CYCLES);
   }
   const CostlyLevel* u = costly_level();
   weights[u->loads] = weights[u->stores] = 1;
   return dump_code()->sums[u->loads] + dump_code()->sums[u->stores];
}

// The object whose misses cost most, if that is a hundredth.
static void add_objects(EndLines* l)
{
   uint64_t weights[EV_COUNT];
   const ULong all = weights_of_misses(weights);
   const MemObject* worst = NULL;
   ULong most = 0;
   for (const MemObject* o = engine.objects.set.first; o; o = o->next) {
      const ULong cycles = o->kind == OBJECT_CODE ? 0 : miss_cycles_of(o, weights);
      if (cycles > most) worst = o, most = cycles;
   }
   if (!options.cycles && !costly_level_matters()) return;
   if (!worst || most < all / 100) return;
   HChar text[TEXT_B], share[SHARE_B], sampled[64] = "";
   object_text(text, worst);
   if (options.sampling_period)
      VG_(sprintf)(sampled, ", by 1 in %lld accesses", options.sampling_period);
   finding_share(share, most, all);
   if (options.cycles)
      end_lines_add(l, END_FINDING, "Data whose misses cost most: %s, %s of the cycles%s", text,
                    share, sampled);
   else
      end_lines_add(l, END_FINDING, "Data with most misses of %s: %s, %s of them%s",
                    costly_level()->name, text, share, sampled);
}

// --- miss curves ----------------------------------------------------------------------------

// The last size of the curve that is not larger than a cache.
static UInt index_of(ULong size_B, UInt n_sizes)
{
   const ULong line_B = options.d1.line_B;
   UInt i = 0;
   while (i + 1 < n_sizes && reuse_size(i + 1) * line_B <= size_B) i++;
   return i;
}

static void add_curve(EndLines* l)
{
   static MissCurve c;
   uint64_t totals[EV_COUNT];
   data_file_totals(totals);
   const UInt n = curve_data_of_program(&c, totals[EV_DR] + totals[EV_DW]);
   if (!n || !c.accesses) return;
   const UInt d1 = index_of(options.d1.size_B, n), ll = index_of(options.ll.size_B, n);
   UInt half = d1;
   while (half < n && 2 * c.misses[half] > c.misses[d1]) half++;
   HChar size[3][SIZE_TEXT_B], share[2][SHARE_B], halved[64];
   const ULong line_B = options.d1.line_B;
   if (half < n) VG_(sprintf)
   (halved, "half of that from %s on", size_text_rough(size[2], reuse_size(half) * line_B));
   else VG_(sprintf)(halved, "nowhere half of that");
   end_lines_add(l, END_FINDING, "LRU: %s of accesses miss at %s, %s; %s at %s",
                 finding_share(share[0], c.misses[d1], c.accesses),
                 size_text_rough(size[0], reuse_size(d1) * line_B), halved,
                 finding_share(share[1], c.misses[ll], c.accesses),
                 size_text_rough(size[1], reuse_size(ll) * line_B));
}

// --- the timeline ---------------------------------------------------------------------------

// The bin of time with the most estimated cycles, or misses of one level.
static void add_timeline(EndLines* l)
{
   const Bins* b = &engine.timeline.bins;
   UInt worst = 0;
   ULong most = 0;
   const Metric m = options.cycles ? METRIC_CYCLES : costly_level()->metric;
   for (UInt i = 0; i < b->n; i++) {
      const ULong cost = costly_code_metric(dump_code(), m, bins_at(b, i));
      if (cost > most) worst = i, most = cost;
   }
   HChar share[SHARE_B];
   if (!most) return;
   const ULong ir = bins_at(b, worst)[EV_IR];
   if (!options.cycles) most *= 1000;
   const ULong tenths = ir ? (10 * most + ir / 2) / ir : 0;
   finding_share(share, worst * b->width, b->now - b->start);
   if (options.cycles)
      end_lines_add(l, END_FINDING,
                    "Timeline: %'u samples; slowest after %s of the run, with %llu.%llu cycles "
                    "per instruction",
                    engine.timeline.samples.n, share, tenths / 10, tenths % 10);
   else
      end_lines_add(l, END_FINDING,
                    "Timeline: %'u samples; most misses of %s after %s, %llu.%llu per "
                    "1000 instructions",
                    engine.timeline.samples.n, costly_level()->name, share, tenths / 10,
                    tenths % 10);
}

void findings_add_data(EndLines* l)
{
   if (options.collect_objects) add_objects(l);
   if (options.miss_curves) add_curve(l);
   if (options.timeline) add_timeline(l);
}
