// SPDX-License-Identifier: GPL-3.0-or-later
//
// Xgrind's own Valgrind tool, with nothing of Callgrind in it: start, end, and what connects the two.
#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"

#include "callgrind/arch/arch.h"
#include "callgrind/control/control.h"
#include "callgrind/control/pipes.h"
#include "callgrind/environment.h"
#include "callgrind/help/option_prefix.h"
#include "callgrind/help/split_dwarf.h"
#include "callgrind/instrument/instrument.h"
#include "callgrind/options/given_options.h"
#include "callgrind/options/option_checks.h"
#include "callgrind/options/options.h"
#include "callgrind/options/sample_sets.h"
#include "callgrind/ownership/layouts_asked_for.h"
#include "callgrind/ownership/mappings.h"
#include "callgrind/ownership/outside_accesses.h"
#include "callgrind/processor/cpu_caches.h"
#include "callgrind/processor/hierarchy_file.h"
#include "callgrind/processor/hierarchy_options.h"
#include "callgrind/processor/levels.h"
#include "callgrind/python/interpreter.h"
#include "callgrind/result_files/columns.h"
#include "callgrind/result_files/data_file.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/result_files/line_cost_file.h"
#include "callgrind/result_files/own_writes.h"
#include "callgrind/result_files/profile_file.h"
#include "callgrind/result_files/run_id.h"
#include "callgrind/result_files/tree_file.h"
#include "callgrind/summary/metrics.h"
#include "callgrind/summary/size_text.h"
#include "callgrind/summary/statistics.h"
#include "callgrind/summary/summary.h"
#include "callgrind/summary/whose_messages.h"
#include "callgrind/threads/core_placement.h"
#include "callgrind/threads/exec.h"
#include "callgrind/threads/syscalls.h"
#include "callgrind/threads/thread_limit.h"
#include "callgrind/threads/threads.h"
#include "callgrind/threads/unprofiled.h"
#include "engine/engine.h"
#include "engine/line_costs.h"
#include "engine/repeats/found_regions.h"
#include "engine/stores/stores.h"
#include "writers/found_region_names.h"

static void describe_cache(const HChar* name, const Geometry* g, Bool inline_check)
{
   VG_(umsg)
   ("%s cache: %'llu B, %u ways, lines of %u B%s\n", name, (ULong)g->size_B, g->ways, g->line_B,
    inline_check ? "" : " (no inline check for this geometry: slower)");
}

// One line; each cache's geometry only if more is wanted.
static void describe_caches(void)
{
   HChar size[N_CACHES][SIZE_TEXT_B], between[LEVELS_BETWEEN * (SIZE_TEXT_B + 8)] = "";
   const Bool is_fast = hierarchy_can_be_hot(&options.d1, options.line_use);
   for (UInt i = 0; i < levels_between(); i++) VG_(sprintf)
   (between + VG_(strlen)(between), ", %s %s", level_between[i].name,
    size_text(size[CACHE_L2], options.between[i].size_B));
   if (VG_(clo_verbosity) == 1 && !messages_are_callgrinds()) {
      VG_(umsg)
      ("Caches: I1 %s, D1 %s%s, LL %s%s\n", size_text(size[CACHE_I1], options.i1.size_B),
       size_text(size[CACHE_D1], options.d1.size_B), between,
       size_text(size[CACHE_LL], options.ll.size_B),
       is_fast ? "" : "; simulating this D1 is slow");
      return;
   }
   describe_cache("I1", &options.i1, True);
   describe_cache("D1", &options.d1, is_fast);
   for (UInt i = 0; i < levels_between(); i++)
      describe_cache(level_between[i].name, &options.between[i], True);
   describe_cache("LL", &options.ll, True);
}

// Instead of running the program.
static void print_hierarchy(void)
{
   const Bool ok = hierarchy_file_write(1);
   if (!ok)
      VG_(fmsg)("The cache hierarchy cannot be written: is standard output full or closed?\n");
   VG_(exit)(ok ? 0 : 1);
}

// Completes and checks the cache geometries; ends the program with a sentence if they are bad.
static void choose_caches(void)
{
   cpu_caches_fill(&options.i1, &options.d1, &options.ll);
   if (options.between[1].size_B && !options.between[0].size_B) {
      VG_(fmsg)
      ("L3 is a level between L2 and LL: give --L2, --L3 and --LL, or the last level as "
       "--LL.\n");
      VG_(exit)(1);
   }
   const char* error =
      geometry_hierarchy_error(&options.i1, &options.d1, options.between, &options.ll);
   if (error) {
      VG_(fmsg)("Bad cache geometry: %s; see --I1, --D1, --L2, --L3, --LL.\n", error);
      VG_(exit)(1);
   }
   hierarchy_options_check();
   sample_sets_check_caches();
   if (options.print_hierarchy) print_hierarchy();
   if (VG_(clo_verbosity) > 0) describe_caches();
}

static CallGraphConfig graph_config(void)
{
   CallGraphConfig c = {
      .skip_direct_recursion = options.skip_direct_rec,
      .separate_threads = options.separate_threads,
      .collect_jumps = options.collect_jumps,
      .flow = options.loops,
      .collect_at_start = options.collect_atstart,
      .callgrind_compat = options.compat,
      .uniform_contexts = options.uniform_contexts,
      .hierarchy = columns_extend_hierarchy(),
      .miss_classes = options.miss_classes,
      .cycles = options.cycles,
      .tree_depth = options.context_tree ? (UInt)options.context_tree_depth : 0,
   };
   // With --xg-replay-uses, cache use is in the running totals.
   c.width = options.replay_uses ? EV_WIDTH_ALL : columns_width();
   c.defaults.pop_on_jump = options.pop_on_jump;
   c.defaults.separate_callers = (UInt)options.separate_callers;
   c.defaults.separate_recursions = (UInt)options.separate_recs;
   return c;
}

static EngineConfig engine_config(void)
{
   EngineConfig c = {
      .graph = graph_config(),
      .caches = {.i1 = options.i1,
                 .d1 = options.d1,
                 .ll = options.ll,
                 .line_use = options.line_use,
                 .ll_policy = options.ll_policy,
                 .seed = (ULong)options.replacement_seed,
                 .write_back = options.write_back,
                 .prefetch = options.prefetch,
                 .cores = (UInt)options.cores,
                 .miss_classes = options.miss_classes,
                 .callgrind_arithmetic = options.compat},
      .tlbs = {.itlb = options.itlb,
               .dtlb = options.dtlb,
               .stlb = options.stlb,
               .cores = (UInt)options.cores,
               .pages = options.huge_pages},
      .cache_sim = options.cache_sim,
      .sample_sets = (UInt)options.sample_sets,
      .line_use = options.line_use,
      .back_dating = options.back_dating,
      .objects = options.collect_objects,
      .track_objects = options.track_objects,
      .object_bytes = options.object_bytes,
      .stores = options.stores,
      .work = options.work,
      .dependences = options.dependences,
      .what_if = options.what_if,
      .beside = options.beside,
      .apart = options.what_if_apart,
      .branch_sim = options.branch_sim,
      .processor = options.cycles ? chosen_processor() : NULL,
      .avx2 = cpu_has_avx2(),
      .sampling_period = options.sampling_period,
      .sample_loads = options.sample_loads,
      .sample_stores = options.sample_stores,
      .curves = {.on = options.miss_curves != MISS_CURVES_NO,
                 .exact = options.miss_curves == MISS_CURVES_EXACT,
                 .lines_max = (UInt)options.miss_curves_lines},
      .timeline = {.on = options.timeline,
                   .samples_max = (UInt)options.timeline_samples,
                   .find_regions = options.find_regions},
   };
   VG_(memcpy)(c.caches.policy, options.policy, sizeof c.caches.policy);
   VG_(memcpy)(c.caches.between, options.between, sizeof c.caches.between);
   for (UInt i = 0; i < levels_between(); i++) {
      const Long cores = options.sharing[i];
      c.caches.shared[i] = cores > 1;
      c.caches.group[i] = cores < options.cores ? (UInt)cores : 0;
   }
   for (CacheRole r = CACHE_I1; r < N_CACHES; r++) c.caches.slices[r] = (UInt)options.slices[r];
   return c;
}

// What option_checks_finish() does not refuse with the options' names.
static void check_policies(const HierarchyConfig* c)
{
   const char* error = options.cache_sim ? hierarchy_policy_error(c) : NULL;
   if (options.cache_sim && !error) error = cores_error(c);
   if (!error) return;
   VG_(fmsg)("Bad cache hierarchy: %s.\n", error);
   VG_(exit)(1);
}

static void force_vex_settings(void)
{
   if (VG_(clo_vex_control).iropt_unroll_thresh != 0 || VG_(clo_vex_control).guest_chase)
      VG_(umsg)
   ("Xgrind has set --vex-iropt-unroll-thresh=0 and --vex-guest-chase=no, which it "
    "needs.\n");
   VG_(clo_vex_control).iropt_unroll_thresh = 0;
   VG_(clo_vex_control).guest_chase = False;
}

static void post_clo_init(void)
{
   force_vex_settings();
   thread_limit_check();
   option_checks_finish();
   if (options.cache_sim) choose_caches();
   columns_init();
   run_id_init();
   profile_file_init();
   if (options_write_data()) data_file_init();
   if (options.context_tree) tree_file_init();
   EngineConfig config = engine_config();
   check_policies(&config.caches);
   core_placement_choose_quantum();
   engine_init(&config);
   if (XG_DEBUG_CHECKS) line_cost_file_init();
   metrics_init();
   dump_init();
   threads_init();
   unprofiled_init();
   pipes_init();
   if (options.track_objects) mappings_init();
   if (options.stores) outside_accesses_init();
   syscalls_init();
   instrument_on = options.instr_atstart;
   split_dwarf_explain(VG_(args_the_exename));
   if (VG_(clo_verbosity) > 1 || (VG_(clo_verbosity) > 0 && messages_are_callgrinds()))
      VG_(umsg)("For interactive control, run 'xgrind_control -h'.\n");
}

// All threads' and coroutines' calls end here.
static void end_all_calls(void)
{
   ShadowStack* running = xg_current.stack;
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      shadow_stack_switch(&engine.graph, &xg_current, s);
      engine_unwind_all();
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
}

// Whether a layout was for nothing: then the run has not simulated what it was asked for.  A process that the program has
// started, and waits for, ends as the program has it.
static Bool layout_was_for_nothing(void)
{
   return run_id_is_first() && !layouts_all_matched();
}

// unused: the core always says 0.
static void fini(Int unused)
{
   (void)unused;
   if (exec_leaves_no_profile()) return;
   own_writes_end_of_run();
   if (options.stores) stores_finish();
   if (options.line_use) line_costs_finish();
   const Bool record_ok = !XG_DEBUG_CHECKS || line_cost_file_finish();
   end_all_calls();
   if (options.timeline) timeline_regions_finish();
   if (options.find_regions) {
      found_regions_choose();
      found_region_names_set();
   }
   dump_profile(NULL, False);
   Bool failed = options_write_data() && !data_file_write();
   if (VG_(clo_stats) || VG_(clo_verbosity) > 1) statistics_print();
   interpreter_report();
   summary_print(NULL);
   failed |= dump_failed() || !record_ok || layout_was_for_nothing();
   if (failed && syscalls_exit_status() == 0) VG_(exit)(1);
}

static Bool parse_option(const HChar* arg)
{
   const Bool is_ours = options_parse(arg);
   if (is_ours) given_options_note(arg);
   return is_ours;
}

static void pre_clo_init(void)
{
   environment_init();
   VG_(details_name)("Xgrind");
   VG_(details_version)(XGRIND_VERSION);
   VG_(details_description)("a call-graph generating cache profiler");
   VG_(details_copyright_author)("Copyright (C) 2026, and GNU GPL'd, by the Xgrind authors.");
   VG_(details_bug_reports_to)("the Xgrind project");
   VG_(details_avg_translation_sizeB)(450);

   // Costs need the stack pointer at calls; other registers need not be up to date.
   VG_(clo_vex_control).iropt_register_updates_default = VexRegUpdSpAtMemAccess;
   VG_(clo_px_file_backed) = VexRegUpdSpAtMemAccess;
   VG_(clo_vex_control).iropt_unroll_thresh = 0;
   VG_(clo_vex_control).guest_chase = False;

   VG_(basic_tool_funcs)(post_clo_init, instrument, fini);
   VG_(needs_superblock_discards)(instrument_discarded);
   VG_(needs_command_line_options)
   (parse_option, options_print_usage, options_print_debug_usage);
   VG_(needs_print_stats)(statistics_print);
   control_init();
   option_prefix_adopt();
}

VG_DETERMINE_INTERFACE_VERSION(pre_clo_init)
