// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the profile; see dump.h.
#include "callgrind/result_files/dump.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#include "callgrind/control/regions.h"
#include "callgrind/options/options.h"
#include "callgrind/result_files/columns.h"
#include "callgrind/result_files/data_file.h"
#include "callgrind/result_files/profile_file.h"
#include "callgrind/result_files/profile_header.h"
#include "callgrind/result_files/result_files.h"
#include "callgrind/result_files/tree_file.h"
#include "callgrind/summary/metrics.h"
#include "callgrind/symbols/made_names.h"
#include "callgrind/threads/core_placement.h"
#include "callgrind/threads/thread_stacks.h"
#include "callgrind/threads/uncounted.h"
#include "engine/engine.h"
#include "engine/line_costs.h"
#include "writers/profile_reset.h"

static UInt part; // number of the last part
static ULong blocks_written;
static Bool failed;

// What all parts in place have.
// Invariant: a file's costs are here if it is in place and nothing replaces it; else they are in the counters.
static struct {
   uint64_t costs[EV_COUNT];
   uint64_t bytes_evicted[LEVEL_LL];              // of lines charged
   uint64_t sampled[EV_COUNT][SAMPLE_GROUPS_MAX]; // by group of sampled sets
   CostlyCode code;                               // if metrics_are_asked()
} written;

// The code of all parts so far, with its costs in layouts beside the program.
static CostlyCode code_of_layouts;

// The code of `written` and of the snapshot that was written last; empty if a part has been since.
static CostlyCode snapshot;

void dump_init(void)
{
   metrics_begin(&written.code);
   metrics_begin(&snapshot);
   metrics_begin_layouts(&code_of_layouts);
}

void dump_after_fork(void)
{
   part = 0;
   blocks_written = 0;
   failed = False;
   VG_(memset)(written.costs, 0, sizeof written.costs);
   VG_(memset)(written.bytes_evicted, 0, sizeof written.bytes_evicted);
   VG_(memset)(written.sampled, 0, sizeof written.sampled);
   costly_code_clear(&written.code);
   costly_code_clear(&snapshot);
   costly_code_clear(&code_of_layouts);
   result_files_clear();
   regions_begin_part(0);
}

Bool dump_failed(void)
{
   return failed;
}

UInt dump_parts(void)
{
   return part;
}

// The thread whose contexts a file has; 0: those of all threads.
static UInt group_of(UInt thread)
{
   return options.separate_threads ? thread : 0;
}

// --- costs that are pending -----------------------------------------------------------------

// Calls `action` for each shadow stack of a thread (0: of all) as the running one.
static void on_shadow_stacks(UInt thread, void (*action)(void*), void* argument)
{
   ShadowStack* running = xg_current.stack;
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      if (thread && s->thread != thread) continue;
      shadow_stack_switch(&engine.graph, &xg_current, s);
      action(argument);
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
}

static void add_since_last_part(void* sum)
{
   shadow_stack_update_totals(&xg_current);
   // Callgrind's summary leaves signal handlers out.
   shadow_stack_add_since_dump(&xg_current, options.compat, sum);
}

void dump_since_last_part(UInt thread, uint64_t sum[EV_COUNT])
{
   VG_(memset)(sum, 0, EV_COUNT * sizeof *sum);
   on_shadow_stacks(thread, add_since_last_part, sum);
}

void dump_collected(uint64_t sum[EV_COUNT])
{
   dump_since_last_part(0, sum);
   for (Int e = 0; e < EV_COUNT; e++) sum[e] += written.costs[e];
}

uint64_t dump_bytes_evicted(UInt level)
{
   return written.bytes_evicted[level] + PROGRAM->evicted.bytes[level];
}

void dump_sampled_groups(Event e, uint64_t sums[SAMPLE_GROUPS_MAX])
{
   sampled_sets_groups(e, sums);
   for (UInt g = 0; g < engine.sampled.sets.groups; g++) sums[g] += written.sampled[e][g];
}

static CostlyCode* all_code(void)
{
   return snapshot.first ? &snapshot : &written.code;
}

const CostlyCode* dump_code(void)
{
   return all_code();
}

const CostlyCode* dump_code_of_layouts(void)
{
   return &code_of_layouts;
}

void dump_leave_out(const Function* function, const uint64_t cost[EV_COUNT])
{
   costly_code_leave_out(all_code(), function, cost);
}

static void flush_frames(void* unused)
{
   (void)unused;
   shadow_stack_flush_frames(&engine.graph, &xg_current);
}

static void flush_tree(void* undo)
{
   shadow_stack_flush_tree(&engine.graph, &xg_current, undo != NULL);
}

static void zero_frames(void* unused)
{
   (void)unused;
   shadow_stack_zero_frames(&engine.graph, &xg_current);
}

// --- writing --------------------------------------------------------------------------------

// Writes the tree of what the profile that was just written has.  A tree that cannot be written
// stays, and grows until one can be.
static Bool write_tree(const ProfileFileId* id, const HChar* trigger)
{
   static Bool yes = True;
   UInt group = group_of(id->thread);
   on_shadow_stacks(group, flush_tree, NULL);
   Bool ok = tree_file_write(id, trigger);
   if (!id->is_final)
      on_shadow_stacks(group, flush_tree, &yes);
   else if (ok)
      context_tree_zero(&engine.graph.tree, group);
   return ok;
}

static Bool write_body(ProfileFile* f, const HChar* trigger, const ProfilePart* p,
                       CostlyCode* code)
{
   static Writer w;
   ProfileLayout layout = *columns_layout();
   layout.simulation = f->id.simulation;
   uint64_t summary[EV_COUNT];
   dump_since_last_part(p->thread, summary);
   ProfileHeader h = {.trigger = trigger,
                      .part = f->id.part,
                      .thread = f->id.thread,
                      .first_block = blocks_written,
                      .last_block = blocks_written + profile_count_blocks(&engine.graph),
                      .summary = summary,
                      .layout = &layout,
                      .has_machine = f->has_machine};
   writer_init(&w, f->file.fd);
   profile_header_write(&w, &h);
   profile_write_body(&w, &engine.graph, &layout, p, metrics_are_asked() ? code : NULL);
   writer_char(&w, '\n');
   profile_write_cost(&w, &layout, "totals:", p->totals, NULL);
   return writer_finish(&w);
}

// What the file has is not in the next one.
static void begin_next_part(const ProfilePart* p)
{
   for (Int e = 0; e < EV_COUNT; e++) written.costs[e] += p->totals[e];
   for (Int i = 0; i < LEVEL_LL; i++) written.bytes_evicted[i] += PROGRAM->evicted.bytes[i];
   for (Int e = 0; e < EV_COUNT; e++) {
      uint64_t sums[SAMPLE_GROUPS_MAX];
      dump_sampled_groups((Event)e, sums);
      VG_(memcpy)(written.sampled[e], sums, sizeof sums);
   }
   engine_begin_part(p->thread);
   regions_begin_part(p->thread);
}

// Writes costs in layouts beside the program, which are of the same part; what is not in the file is lost.
static void write_layouts(const ProfileFileId* id, const HChar* trigger, const ProfilePart* p)
{
   ProfileFile f;
   ProfileFileId beside = *id;
   beside.simulation = 1;
   if (!profile_file_open(&f, &beside)) {
      failed = True;
      return;
   }
   CostlyCode code;
   metrics_begin_layouts(&code);
   const Bool complete = write_body(&f, trigger, p, &code);
   failed |= !profile_file_close(&f, complete);
   if (id->is_final) costly_code_merge(&code_of_layouts, &code);
   costly_code_clear(&code);
}

// Returns whether the profile is complete.
static Bool write_profile(const ProfileFileId* id, const HChar* trigger, ProfilePart* p)
{
   ProfileFile f;
   CostlyCode code;
   if (!profile_file_open(&f, id)) return False;
   metrics_begin(&code);
   profile_begin_part(&engine.graph, p);
   if (profile_file_has_layouts()) write_layouts(id, trigger, p);
   Bool complete = write_body(&f, trigger, p, &code);
   Bool ok = profile_file_close(&f, complete);
   profile_end_part(&engine.graph, p, ok && id->is_final);
   if (ok) costly_code_merge(id->is_final ? &written.code : &snapshot, &code);
   costly_code_clear(&code);
   return ok;
}

// Returns whether the profile is complete; its tree may be none.  Without the profile, its costs and those of its
// tree are in the next part; if there will be none, the tree is written alone.
static Bool write_file(const ProfileFileId* id, const HChar* trigger, Bool* tree_ok)
{
   uint64_t totals[EV_COUNT];
   ProfilePart p = {.thread = group_of(id->thread), .totals = totals};
   if (engine_is_back_dated()) line_costs_flush();
   on_shadow_stacks(p.thread, flush_frames, NULL);
   regions_flush();
   if (XG_DEBUG_CHECKS) engine_check();
   Bool ok = write_profile(id, trigger, &p);
   if (options.context_tree && (ok || id->is_last)) *tree_ok &= write_tree(id, trigger);
   if (ok && id->is_final) begin_next_part(&p);
   return ok;
}

// trigger NULL: the last part.  is_final: costs do not stay in the counters.
static Bool write_files(const HChar* trigger, Bool only_running, Bool is_final)
{
   ULong blocks = profile_count_blocks(&engine.graph);
   ProfileFileId id = {.part = ++part, .is_last = !trigger, .is_final = is_final};
   Bool ok = True, tree_ok = True;
   made_names_give(id.is_last && is_final);
   costly_code_clear(&snapshot);
   if (!is_final) costly_code_merge(&snapshot, &written.code);
   if (id.is_last) result_files_begin_last();
   uncounted_hide();
   if (!options.separate_threads) {
      ok = write_file(&id, trigger, &tree_ok);
   } else {
      for (id.thread = 1; id.thread < thread_stacks_end(); id.thread++)
         if (only_running ? id.thread == xg_current.stack->thread
                          : thread_stacks_has(id.thread))
            ok &= write_file(&id, trigger, &tree_ok);
   }
   uncounted_show(is_final);
   if (!is_final) part--;
   blocks_written += blocks - profile_count_blocks(&engine.graph);
   if (is_final) failed |= !ok || !tree_ok;
   if (id.is_last && !ok) result_files_fail_last(); // without its tree, a profile is complete
   return ok && tree_ok;
}

Bool dump_snapshot(void)
{
   return write_files(NULL, False, False);
}

Bool dump_profile(const HChar* trigger, Bool only_running)
{
   // These messages are Callgrind's: tests of other projects look for them.
   if (VG_(clo_verbosity) > 1) {
      ULong blocks = blocks_written + profile_count_blocks(&engine.graph);
      VG_(dmsg)("Start dumping at BB %llu (%s)...\n", blocks, trigger ? trigger : "Prg.Term.");
   }
   Bool ok = write_files(trigger, only_running, True);
   if (VG_(clo_verbosity) > 1) VG_(dmsg)("Dumping done.\n");
   return ok;
}

// --- zeroing --------------------------------------------------------------------------------

// Objects and miss curves belong to all threads, so all their costs are zeroed whichever thread's are.
static void zero_objects(Bool others_keep_theirs)
{
   uint64_t kept[EV_COUNT] = {0};
   if (others_keep_theirs) {
      if (engine_is_back_dated()) line_costs_flush();
      if (engine_is_back_dated() && options.collect_objects) line_costs_disown();
      dump_since_last_part(0, kept);
   }
   for (Int e = 0; e < EV_COUNT; e++) kept[e] += written.costs[e];
   data_file_zeroed(kept);
}

void dump_zero(Bool only_running)
{
   if (VG_(clo_verbosity) > 1) VG_(dmsg)("  Zeroing costs...\n");
   // Without profiles of their own the threads share all counters.
   bool of_one = only_running && (options.separate_threads || options.compat);
   UInt thread = of_one ? xg_current.stack->thread : 0;
   on_shadow_stacks(thread, zero_frames, NULL);
   UInt group = group_of(thread);
   regions_zero(group);
   if (engine_is_back_dated()) line_costs_forget(thread);
   if (engine.sampled.on) sampled_sets_begin_part();
   uncounted_hide();
   profile_zero(&engine.graph, group);
   uncounted_show(True);
   context_tree_zero(&engine.graph.tree, group);
   if (options_write_data()) zero_objects(group != 0);
   if (!group) core_placement_zero();
   if (VG_(clo_verbosity) > 1) VG_(dmsg)("  ...done\n");
}
