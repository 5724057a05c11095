// SPDX-License-Identifier: GPL-3.0-or-later
// Profile files; see dump.h.
#include "callgrind/files/dump.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

#include "callgrind/control/regions.h"
#include "callgrind/files/objects_file.h"
#include "callgrind/options/options.h"
#include "callgrind/files/out_file.h"
#include "callgrind/threads/threads.h"
#include "callgrind/files/tree_file.h"
#include "engine/engine.h"
#include "engine/line_costs.h"

static ProfileLayout layout;
static HChar* base_name; // absolute
static UInt part;        // number of the last part written
static uint64_t total[EV_COUNT];
static Bool failed;

// --combine-dumps: all parts in one file, which has valid parts up to `end`.  What is beyond, of a
// part that could not be written or that was written in case a program is replaced, is overwritten
// by the next part or with empty lines.
static struct {
   Bool started;
   Off64T end, size;
} combined;

static ULong blocks_at_last_dump;

static void add_column(Event e)
{
   layout.event[layout.n_events++] = (UChar)e;
}

static void choose_columns(void)
{
   add_column(EV_IR);
   if (options.cache_sim)
      for (Event e = EV_DR; e <= EV_DLMW; e++) add_column(e);
   if (options.write_back)
      for (Event e = EV_ILDMR; e <= EV_DLDMW; e++) add_column(e);
   if (options.branch_sim)
      for (Event e = EV_BC; e <= EV_BIM; e++) add_column(e);
   if (options.list_cache_use)
      for (Event e = EV_ACCOST1; e <= EV_SPLOSS2; e++) add_column(e);
   if (options.cache_use && options.prefetch) add_column(EV_PFUNUSED);
   if (options.collect_bus) add_column(EV_GE);
   if (options.systime != SYSTIME_NO) {
      add_column(EV_SYSCOUNT);
      add_column(EV_SYSTIME);
      if (options.systime == SYSTIME_NSEC) add_column(EV_SYSCPU);
   }
}

void dump_init(void)
{
   layout.by_line = options.dump_line;
   layout.by_instr = options.dump_instr;
   layout.compress_strings = options.compress_strings;
   layout.compress_pos = options.compress_pos;
   layout.inlined = options.inlined;
   choose_columns();
   base_name = VG_(expand_file_name)("--callgrind-out-file", options.out_file);
   out_file_require("the profile", base_name, "--callgrind-out-file"); // the last part
}

void dump_after_fork(void)
{
   VG_(free)(base_name);
   base_name = VG_(expand_file_name)("--callgrind-out-file", options.out_file);
   part = 0;
   VG_(memset)(&combined, 0, sizeof combined);
   blocks_at_last_dump = 0;
   regions_begin_part(0);
   VG_(memset)(total, 0, sizeof total);
}

const uint64_t* dump_total(void)
{
   return total;
}

const ProfileLayout* dump_layout(void)
{
   return &layout;
}

Bool dump_failed(void)
{
   return failed;
}

UInt dump_parts(void)
{
   return part;
}

// --- header -------------------------------------------------------------------------------

static void write_line(Writer* w, const HChar* key, ULong n)
{
   writer_text(w, key);
   writer_number(w, n);
   writer_char(w, '\n');
}

void dump_write_command(Writer* w)
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

static void write_cache(Writer* w, const HChar* name, const Geometry* g)
{
   writer_text(w, "desc: ");
   writer_text(w, name);
   writer_text(w, " cache: ");
   writer_number(w, g->size_B);
   writer_text(w, " B, ");
   writer_number(w, g->line_B);
   writer_text(w, " B, ");
   if (g->ways == 1) {
      writer_text(w, "direct-mapped\n");
   } else {
      writer_number(w, g->ways);
      writer_text(w, "-way associative\n");
   }
}

// In the format a derived event is a sum, so that shares can only be told in words.
static void write_use(Writer* w, const HChar* level, ULong lines, ULong bytes, ULong unused_B)
{
   if (!lines) return;
   ULong permille = (ULong)(1000.0 * (Double)unused_B / (Double)bytes + 0.5);
   writer_text(w, "desc: Use of ");
   writer_text(w, level);
   writer_text(w, " lines: ");
   writer_number(w, lines);
   writer_text(w, " ended, ");
   writer_number(w, permille / 10);
   writer_char(w, '.');
   writer_number(w, permille % 10);
   writer_text(w, " % of their bytes never used\n");
}

static void write_uses(Writer* w, const uint64_t* summary)
{
   // Of single threads it is not known.
   if (!options.cache_use || options.compat || options.separate_threads) return;
   write_use(w, "L1", engine.lines_evicted[0], engine.bytes_evicted[0], summary[EV_SPLOSS1]);
   write_use(w, "LL", engine.lines_evicted[1], engine.bytes_evicted[1], summary[EV_SPLOSS2]);
}

void dump_write_event_names(Writer* w)
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

static void write_header(Writer* w, const HChar* trigger, UInt thread, const uint64_t* summary)
{
   writer_text(w, "# callgrind format\nversion: 1\ncreator: xgrind-" XGRIND_VERSION "\n");
   write_line(w, "pid: ", (ULong)VG_(getpid)());
   dump_write_command(w);
   write_line(w, "part: ", part);
   if (options.separate_threads) write_line(w, "thread: ", thread);
   writer_char(w, '\n');
   if (options.cache_sim) {
      write_cache(w, "I1", &options.i1);
      write_cache(w, "D1", &options.d1);
      write_cache(w, "LL", &options.ll);
   }
   writer_text(w, "desc: Timerange: Basic block ");
   writer_number(w, blocks_at_last_dump);
   writer_text(w, " - ");
   writer_number(w, blocks_at_last_dump + profile_count_blocks(&engine.graph));
   writer_text(w, "\ndesc: Trigger: ");
   writer_line_text(w, trigger ? trigger : "Program termination");
   writer_char(w, '\n');
   regions_write(w, &layout, options.separate_threads ? thread : 0);
   write_uses(w, summary);
   writer_text(w, "\npositions:");
   if (options.dump_instr) writer_text(w, " instr");
   if (options.dump_line) writer_text(w, " line");
   writer_char(w, '\n');
   dump_write_event_names(w);
   writer_text(w, "events:");
   for (UInt i = 0; i < layout.n_events; i++) {
      writer_char(w, ' ');
      writer_text(w, event_name[layout.event[i]]);
   }
   writer_char(w, '\n');
   profile_write_cost(w, &layout, "summary:", summary);
   writer_char(w, '\n');
}

// --- files --------------------------------------------------------------------------------

// `kept`: the file is as it was before.
static void report_failure(const HChar* name, Int error, Bool kept)
{
   enum { MESSAGES_MAX = 3 };
   static Int messages;
   failed = True;
   if (++messages > MESSAGES_MAX) return;
   VG_(umsg)
   ("Error: the profile %s could not be written%s%s%s.%s\n", name,
    error ? ": " : " completely (is the disk full?)", error ? out_file_error(error) : "",
    kept ? "; what was there before is kept" : "",
    messages == MESSAGES_MAX ? " Further failures are not reported." : "");
}

void dump_suffix(HChar suffix[64], Bool last, UInt thread)
{
   Int n = 0;
   suffix[0] = 0;
   if (!last) n = VG_(sprintf)(suffix, ".%u", part);
   if (options.separate_threads) VG_(sprintf)(suffix + n, "-%02u", thread);
}

static void file_name(HChar* name, Bool last, UInt thread)
{
   HChar suffix[64];
   dump_suffix(suffix, last, thread);
   VG_(sprintf)(name, "%s%s", base_name, options.combine_dumps ? "" : suffix);
}

static Int open_combined(OutFile* f, const HChar* name)
{
   Int flags = VKI_O_WRONLY | VKI_O_CREAT | (combined.started ? 0 : VKI_O_TRUNC);
   SysRes r = VG_(open)(name, flags, VKI_S_IRUSR | VKI_S_IWUSR);
   if (sr_isError(r)) return (Int)sr_Err(r);
   *f = (OutFile){.name = name, .fd = (Int)sr_Res(r)};
   combined.started = True;
   VG_(lseek)(f->fd, combined.end, VKI_SEEK_SET);
   return 0;
}

static void finish_combined(Int fd, Bool ok, Bool keep)
{
   static const HChar empty_lines[] = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";
   Off64T at = VG_(lseek)(fd, 0, VKI_SEEK_CUR);
   if (at < 0) return; // a pipe
   if (at > combined.size) combined.size = at;
   if (ok && !keep) combined.end = at;
   if (!ok) at = VG_(lseek)(fd, combined.end, VKI_SEEK_SET);
   for (Off64T left = combined.size - at; left > 0;) {
      Int n = left < (Off64T)sizeof empty_lines - 1 ? (Int)left : (Int)sizeof empty_lines - 1;
      if (VG_(write)(fd, empty_lines, n) != n) return;
      left -= n;
   }
}

void dump_since_last_part(UInt thread, uint64_t* sum)
{
   ShadowStack* running = xg_current.stack;
   VG_(memset)(sum, 0, EV_COUNT * sizeof *sum);
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      if (thread && s->thread != thread) continue;
      shadow_stack_switch(&engine.graph, &xg_current, s);
      shadow_stack_update_totals(&xg_current);
      // Callgrind's summary leaves signal handlers out.
      shadow_stack_add_since_dump(&xg_current, options.compat, sum);
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
}

static void flush_shadow_stacks(UInt thread)
{
   ShadowStack* running = xg_current.stack;
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      if (thread && s->thread != thread) continue;
      shadow_stack_switch(&engine.graph, &xg_current, s);
      shadow_stack_flush_frames(&engine.graph, &xg_current);
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
}

static void flush_trees(UInt thread, Bool undo)
{
   ShadowStack* running = xg_current.stack;
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      if (thread && s->thread != thread) continue;
      shadow_stack_switch(&engine.graph, &xg_current, s);
      shadow_stack_flush_tree(&engine.graph, &xg_current, undo);
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
}

// The tree of what the profile that was just written has.
static void write_tree(const HChar* trigger, UInt thread, Bool keep)
{
   UInt group = options.separate_threads ? thread : 0;
   flush_trees(group, False);
   if (!tree_file_write(trigger, part, thread)) failed = True;
   if (keep)
      flush_trees(group, True);
   else
      context_tree_zero(&engine.graph.tree, group);
}

static void write_file(const HChar* trigger, UInt thread, Bool keep)
{
   static Writer w;
   HChar name[VG_(strlen)(base_name) + 64];
   OutFile f = {0};
   uint64_t summary[EV_COUNT];
   file_name(name, trigger == NULL, thread);
   if (options.cache_use) line_costs_flush();
   flush_shadow_stacks(options.separate_threads ? thread : 0);
   regions_flush();
   dump_since_last_part(options.separate_threads ? thread : 0, summary);
   Int error = options.combine_dumps ? open_combined(&f, name) : out_file_open(&f, name);
   if (error) {
      report_failure(name, error, True);
      return;
   }
   if (VG_(clo_verbosity) > 1) VG_(dmsg)("Dump to %s\n", name);
   uint64_t written[EV_COUNT];
   ProfilePart p = {
      .thread = options.separate_threads ? thread : 0, .keep = keep, .totals = written};
   writer_init(&w, f.fd);
   write_header(&w, trigger, thread, summary);
   profile_write_body(&w, &engine.graph, &layout, &p);
   writer_char(&w, '\n');
   profile_write_cost(&w, &layout, "totals:", written);
   Bool ok = writer_finish(&w);
   if (options.combine_dumps) finish_combined(f.fd, ok, keep);
   if (!out_file_close(&f, ok)) report_failure(name, 0, f.beside || options.combine_dumps);
   if (options.context_tree) write_tree(trigger, thread, keep);
   if (!keep) {
      for (Int e = 0; e < EV_COUNT; e++) total[e] += written[e];
      engine_begin_part(options.separate_threads ? thread : 0);
      regions_begin_part(options.separate_threads ? thread : 0);
      VG_(memset)(engine.lines_evicted, 0, sizeof engine.lines_evicted);
      VG_(memset)(engine.bytes_evicted, 0, sizeof engine.bytes_evicted);
   }
}

static void write_files(const HChar* trigger, Bool only_running, Bool keep)
{
   ULong blocks = profile_count_blocks(&engine.graph);
   part++;
   if (!options.separate_threads) {
      write_file(trigger, 0, keep);
   } else if (only_running) {
      write_file(trigger, xg_current.stack->thread, keep);
   } else {
      for (UInt t = 1; t < threads_end(); t++)
         if (threads_exists(t)) write_file(trigger, t, keep);
   }
   if (keep)
      part--;
   else
      blocks_at_last_dump += blocks;
}

void dump_snapshot(void)
{
   write_files(NULL, False, True);
}

void dump_profile(const HChar* trigger, Bool only_running)
{
   // These messages are Callgrind's: tests of other projects look for them.
   if (VG_(clo_verbosity) > 1) {
      ULong blocks = blocks_at_last_dump + profile_count_blocks(&engine.graph);
      VG_(dmsg)("Start dumping at BB %llu (%s)...\n", blocks, trigger ? trigger : "Prg.Term.");
   }
   write_files(trigger, only_running, False);
   if (VG_(clo_verbosity) > 1) VG_(dmsg)("Dumping done.\n");
}

// Objects are all threads' together, so they start anew whichever thread's costs are zeroed.
static void zero_objects(Bool others_keep_theirs)
{
   uint64_t kept[EV_COUNT] = {0};
   if (others_keep_theirs) {
      if (options.cache_use) {
         line_costs_flush();
         line_costs_disown();
      }
      dump_since_last_part(0, kept);
   }
   objects_file_zeroed(kept);
}

void dump_zero(Bool only_running)
{
   ShadowStack* running = xg_current.stack;
   if (VG_(clo_verbosity) > 1) VG_(dmsg)("  Zeroing costs...\n");
   // Without profiles of their own the threads share all counters.
   bool of_one = only_running && (options.separate_threads || options.compat);
   UInt thread = of_one ? running->thread : 0;
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      if (thread && s->thread != thread) continue;
      shadow_stack_switch(&engine.graph, &xg_current, s);
      shadow_stack_zero_frames(&engine.graph, &xg_current);
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
   UInt group = options.separate_threads ? thread : 0;
   regions_zero(group);
   if (options.cache_use) line_costs_forget(thread);
   profile_zero(&engine.graph, group);
   context_tree_zero(&engine.graph.tree, group);
   if (options.collect_objects) zero_objects(group != 0);
   if (VG_(clo_verbosity) > 1) VG_(dmsg)("  ...done\n");
}
