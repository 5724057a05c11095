// SPDX-License-Identifier: GPL-3.0-or-later
// What options mean together; see option_checks.h.
#include "callgrind/options/option_checks.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

#include "callgrind/core_private.h"
#include "callgrind/help/overridden_options.h"
#include "callgrind/options/given_options.h"
#include "callgrind/options/options.h"
#include "callgrind/options/sample_sets.h"
#include "callgrind/ownership/layouts_asked_for.h"
#include "callgrind/processor/hierarchy_options.h"
#include "callgrind/symbols/inlined.h"
#include "engine/simulation.h"

static Bool file_has_l2; // even if the command line changes it

// The command line wins, wherever on it the preset and the file were named.
static void take_hierarchy(void)
{
   VG_(memset)(options.between, 0, sizeof options.between);
   hierarchy_options_load();
   file_has_l2 = options.between[0].size_B != 0;
   options_take_hierarchy_arguments();
}

static Bool is_prime(Long n)
{
   for (Long d = 2; d * d <= n; d++)
      if (n % d == 0) return False;
   return n > 1;
}

static void check_sampling(void)
{
   const Long period = options.sampling_period;
   Bool kinds = options.sample_loads || options.sample_stores;
   const HChar* missing = NULL;
   if (kinds && !period)
      missing = "--sample-loads and --sample-stores need a sampling period: add "
                "--sampling-period=<n>.\n";
   else if (period && !options.collect_objects)
      missing = "--sampling-period needs memory objects: add --collect-objects=yes.\n";
   if (missing) {
      VG_(fmsg)("%s", missing);
      VG_(exit)(1);
   }
   if (period > 1 && !is_prime(period)) VG_(umsg)
   ("Hint: %lld is not prime; a prime sampling period falls into step with loops less often.\n",
    period);
}

static void check_curves(void)
{
   const HChar* wrong = NULL;
   if (options.miss_curves_lines && options.miss_curves == MISS_CURVES_NO)
      wrong = "--miss-curves-lines needs miss curves: add --miss-curves=yes.\n";
   else if (options.miss_curves_lines && options.miss_curves == MISS_CURVES_EXACT)
      wrong = "--miss-curves=exact samples no lines: leave --miss-curves-lines out.\n";
   else if (options.miss_curves && options.compat)
      wrong = "--miss-curves cannot be combined with --compat=callgrind.\n";
   if (wrong) {
      VG_(fmsg)("%s", wrong);
      VG_(exit)(1);
   }
   if (!options.miss_curves_lines) options.miss_curves_lines = 8192;
}

static void check_timeline(void)
{
   const HChar* wrong = NULL;
   if (options.timeline_samples && !options.timeline)
      wrong = "--timeline-samples needs a timeline: add --timeline=yes.\n";
   else if (options_chosen.regions && !options.timeline)
      wrong = "--timeline-region needs a timeline: leave --timeline=no out.\n";
   else if (options.timeline && options.compat)
      wrong = "--timeline=yes cannot be combined with --compat=callgrind: leave one of them "
              "out.\n";
   if (wrong) {
      VG_(fmsg)("%s", wrong);
      VG_(exit)(1);
   }
   if (!options.timeline_samples) options.timeline_samples = 65536;
   options.track_objects = options.collect_objects || options.stores
                           || (options.timeline && !options_chosen.objects);
}

// A later --cache-sim=no also switches off the options that need caches.
static void forget_what_needs_caches(void)
{
   options.write_back = options.prefetch = options.line_use = options.collect_objects = False;
   options.miss_classes = options.object_bytes = options.cycles = options.stores = False;
   options.software_prefetch = False;
   options.work = options.dependences = False;
   options.cores = options.sample_sets = 1;
   if (options.miss_curves) options.miss_curves_lines = 0;
   options.miss_curves = MISS_CURVES_NO;
   if (options.timeline) options.timeline_samples = 0;
   options.timeline = options_chosen.regions = options.find_regions = False;
   hierarchy_options_forget();
}

// What is simulated for one core only.
static void check_cores(void)
{
   if (options.cores == 1) return;
   hierarchy_options_fit_cores();
   const HChar* against = options.compat                      ? "--compat=callgrind"
                          : options.write_back                ? "--simulate-wb=yes"
                          : options.ll_policy == LL_EXCLUSIVE ? "--LL-policy=exclusive"
                                                              : NULL;
   if (against) {
      VG_(fmsg)
      ("--cores=%lld cannot be combined with %s: leave one of them out.\n", options.cores,
       against);
      VG_(exit)(1);
   }
   if (!options_chosen.objects) options.collect_objects = True;
}

static void check_classes(void)
{
   if (!options.miss_classes) return;
   if (options.compat) {
      VG_(fmsg)
      ("--miss-classes=yes cannot be combined with --compat=callgrind: leave one of them "
       "out.\n");
      VG_(exit)(1);
   }
   if (!options_chosen.objects) options.collect_objects = True;
}

// Where a machine is named, cycles are those of its core.
static void choose_cycles(void)
{
   if (!options_chosen.cycles && options.sample_sets == 1
       && (options.machine || options.hierarchy))
      options.cycles = True;
}

static void check_cycles(void)
{
   if (!options.cycles || !options.compat) return;
   VG_(fmsg)
   ("--cycles=yes cannot be combined with --compat=callgrind: leave one of them out.\n");
   VG_(exit)(1);
}

// Where Callgrind's numbers are asked for, they are those without.
static void check_software_prefetch(void)
{
   if (!options_chosen.software_prefetch) options.software_prefetch = options.cycles;
   if (!options.software_prefetch || !options.compat) return;
   VG_(fmsg)
   ("--software-prefetch=yes cannot be combined with --compat=callgrind: leave one of them "
    "out.\n");
   VG_(exit)(1);
}

static void check_loops(void)
{
   if (!options.loops || !options.compat) return;
   VG_(fmsg)
   ("--loops=yes cannot be combined with --compat=callgrind: leave one of them out.\n");
   VG_(exit)(1);
}

static void check_bytes(void)
{
   if (!options.object_bytes) return;
   if (options_chosen.objects && !options.collect_objects) {
      VG_(fmsg)
      ("--object-bytes=yes needs memory objects: leave --collect-objects=no out.\n");
      VG_(exit)(1);
   }
   options.collect_objects = True;
}

// Which memory ends when allocations are freed is known by memory objects.
static void check_stores(void)
{
   options.stores |= options.dependences;
   if (!options.stores) return;
   const HChar* against = options.compat            ? "--compat=callgrind"
                          : options.sampling_period ? "--sampling-period"
                          : options.what_if         ? "--what-if"
                                                    : NULL;
   if (against) {
      VG_(fmsg)
      ("%s cannot be combined with %s: leave one of them out.\n",
       options.dependences ? "--dependences=yes" : "--stores=yes", against);
      VG_(exit)(1);
   }
   if (!options_chosen.objects) options.collect_objects = True;
}

// Whether what I1 has depends on more than the code.
static Bool asks_i1(void)
{
   return options.policy[CACHE_I1].replacement || options.policy[CACHE_I1].prefetch
          || options.ll_policy == LL_INCLUSIVE;
}

// What caches beside the program cannot have, or have no place for in their files; NULL: nothing of this.
static const HChar* against_beside(void)
{
   return asks_i1() ? "policies of I1, or an inclusive LL"
          : options.combine_dumps && !options.what_if_apart ? "--combine-dumps=yes"
                                                            : NULL;
}

// Of many simulations little is kept, and waiting for other threads is told by stack.
static void check_apart(void)
{
   const HChar* wrong =
      !options.what_if ? "needs --what-if or --what-if-file: add one for each layout to try"
      : options.what_if_only
         ? "cannot be combined with --what-if-only=yes: leave one of them out"
      : options.cores > 1 ? "cannot be combined with --cores: leave one of them out"
      : !layouts_in_each_option()
         ? "needs a layout in each --what-if-file: fill it, or leave it out"
      : layouts_options() >= SIMULATIONS_MAX
         ? "can have up to 16 of --what-if and --what-if-file: leave some out"
         : NULL;
   if (!wrong) return;
   VG_(fmsg)("--what-if-apart=yes %s.\n", wrong);
   VG_(exit)(1);
}

static void check_beside(void)
{
   if (options.what_if_apart) check_apart();
   options.beside = !options.what_if || options.what_if_only ? 0
                    : options.what_if_apart                  ? layouts_options()
                                                             : 1;
   if (options.what_if) layouts_prepare();
   const HChar* against = options.beside ? against_beside() : NULL;
   if (!against) return;
   VG_(fmsg)
   ("--what-if cannot also simulate the program as it is with %s: leave that out, or %s "
    "--what-if-only=yes%s and compare with a run without layouts.\n",
    against, options.what_if_apart ? "take" : "add",
    options.what_if_apart ? " in place of --what-if-apart=yes" : "");
   VG_(exit)(1);
}

// Only TLBs know of pages, and only if these may differ.
static void check_huge_layouts(void)
{
   const HChar* text = layouts_with_huge_pages();
   if (!text) return;
   if (!options_have_tlbs())
      VG_(fmsg)("--what-if=%s needs TLBs: add --dtlb, or --machine.\n", text);
   else if (options.huge_pages == PAGES_REQUESTED)
      return;
   else
      VG_(fmsg)
   ("--what-if=%s cannot be combined with --huge-pages=%s: leave one of them out.\n", text,
    options.huge_pages == PAGES_HUGE ? "all" : "no");
   VG_(exit)(1);
}

static void check_what_if(void)
{
   options.what_if = options.cache_sim && layouts_are_there();
   if (!options.what_if) return;
   const HChar* wrong =
      options_chosen.objects && !options.collect_objects
         ? "--what-if needs memory objects: leave --collect-objects=no out"
      : options.sampling_period
         ? "--what-if cannot be combined with --sampling-period: leave one "
           "of them out"
      : options.compat
         ? "--what-if cannot be combined with --compat=callgrind: leave one of them out"
         : NULL;
   if (wrong) {
      VG_(fmsg)("%s.\n", wrong);
      VG_(exit)(1);
   }
   check_huge_layouts();
   options.collect_objects = True;
}

static void check_tree(void)
{
   const HChar* against = !options.context_tree  ? NULL
                          : options.compat       ? "--compat=callgrind"
                          : !options.back_dating ? "--xg-back-dating=no"
                                                 : NULL;
   if (against) {
      VG_(fmsg)
      ("--context-tree=yes cannot be combined with %s.\n", against);
      VG_(exit)(1);
   }
}

// --L2 is a level of its own only beside --LL.
static void choose_l2(void)
{
   if (!options.between[0].size_B || (options.ll.size_B && !options.compat)) return;
   if (file_has_l2) {
      VG_(fmsg)
      ("%s: L2 needs an LL behind it: add LL=<size>,<ways>,<line>, or --LL.\n",
       options.hierarchy ? options.hierarchy : options.machine);
      VG_(exit)(1);
   }
   if (VG_(clo_verbosity) > 0) VG_(umsg)
   ("--L2 is taken for the last level, --LL%s.\n",
    !options.compat     ? "; a second level in front of it needs both options"
    : options.ll.size_B ? ", of which the last one counts"
                        : "");
   options.ll = options_chosen.last_of_ll_and_l2;
   options.between[0] = (Geometry){0};
}

// Inlined functions are functions of the profile only on request, but places of data and of misses have their
// names, and loops their lines: for these the debug information is read, too.
static void choose_inlined(void)
{
   options.inlined = inlined_is_known();
   const Bool needed = options.loops || (options.track_objects && !options.compat);
   if (needed && !given_options_to_core("--read-inline-info")) VG_(clo_read_inline_info) = True;
}

void option_checks_finish(void)
{
   options.list_line_use = options.line_use && (options.cache_sim || options.compat);
   overridden_options_warn();
   if (options.cache_sim) {
      take_hierarchy();
      choose_l2();
      choose_cycles();
   } else {
      forget_what_needs_caches();
   }
   check_classes();
   check_cycles();
   check_software_prefetch();
   check_cores();
   check_bytes();
   check_loops();
   check_what_if();
   check_stores();
   check_sampling();
   check_curves();
   check_timeline();
   check_tree();
   check_beside();
   sample_sets_check();
   choose_inlined();
   if (!options.out_file) options.out_file = "callgrind.out.%p";
   if (!options.data_file) options.data_file = "xgrind.data.%p";
   if (!options.context_tree_file) options.context_tree_file = "xgrind.tree.%p";
   overridden_options_warn_useless();
   if (!options.dump_instr) options.dump_line = True;
}
