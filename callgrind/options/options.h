// SPDX-License-Identifier: GPL-3.0-or-later
//
// Command-line options of the tool: each is declared once, in the table of options.c, from which
// parsing and --help are made; tests compare the documents with it.
//
//    if (!options_parse(arg)) ...    // not one of ours
//    option_checks_finish();         // after the last one: option_checks.h
//
// Options of the cache hierarchy may also come from a preset and from a file; then
// options_hierarchy_set() takes them, and options_hierarchy_value() hands them out again.
#ifndef XG_CALLGRIND_OPTIONS_OPTIONS_H
#define XG_CALLGRIND_OPTIONS_OPTIONS_H

#include "pub_tool_basics.h"

#include "cachesim/geometry.h"
#include "cachesim/page_size.h"
#include "cachesim/policy.h"
#include "cachesim/tlb_geometry.h"
#include "callgraph/model.h"
#include "callgrind/processor/figures.h"

typedef enum { SYSTIME_NO, SYSTIME_MSEC, SYSTIME_USEC, SYSTIME_NSEC } SystimeUnit;

enum { TIMELINE_SAMPLES_MIN = 16, TIMELINE_SAMPLES_MAX = 16 * 1024 * 1024 };

typedef enum { MISS_CURVES_NO, MISS_CURVES_SAMPLED, MISS_CURVES_EXACT } MissCurvesMode;

typedef struct {
   const HChar* out_file; // pattern with %p, %q
   const HChar*
      run; // that this program belongs to, from the one whose place it has taken; or NULL
   Long before_exec_min; // instructions of a forked child before exec that are worth a profile
   Bool combine_dumps, compress_strings, compress_pos, dump_line, dump_instr;
   Long dump_every_blocks; // 0: never
   Bool instr_atstart, collect_atstart, collect_jumps, collect_bus;
   Bool loops; // are functions of the profile
   SystimeUnit systime;
   Bool separate_threads, skip_plt, skip_direct_rec;
   Long separate_callers, separate_recs;
   Bool pop_on_jump;
   Bool cache_sim, branch_sim, write_back, prefetch, line_use;
   Bool python;         // functions of Python are functions
   Bool inlined;        // the core's --read-inline-info: inlined functions are functions
   Bool miss_classes;   // with cache_sim
   Long cores;          // that are simulated
   Long sample_sets;    // of so many sets one is simulated; 1: all are
   Int core_placement;  // CorePlacement
   Bool list_line_use;  // the profile has the events of cache use, counted or not
   Geometry i1, d1, ll; // size 0: not given
   Geometry between[LEVELS_BETWEEN]; // L2 and L3, in front of LL; size 0: there is none
   Long sharing[LEVELS_BETWEEN];     // cores that share one
   CachePolicy policy[N_CACHES];
   Long slices[N_CACHES]; // of L3 and LL
   LlPolicy ll_policy;
   Long replacement_seed;
   TlbGeometry itlb, dtlb, stlb; // entries 0: there is no such TLB
   PageChoice huge_pages;
   Latencies latencies;
   Processor processor;      // without its latencies: chosen_processor()
   Bool cycles;              // are estimated
   Bool software_prefetch;   // prefetch instructions bring lines
   const HChar* description; // of the hierarchy, from its file; or NULL
   const HChar* machine;     // --machine: a preset or "native"; or NULL
   const HChar* hierarchy;   // --hierarchy: a file; or NULL
   Bool print_hierarchy;
   Int compat;        // --compat: 1 for Callgrind's numbers even where they are wrong
   Bool check_blocks; // debugging aid
   Bool back_dating;  // off: to measure what it costs
   Long draft_runs;   // runs of a block's draft; 0: there are no drafts
   Bool collect_objects;
   Bool object_bytes;
   Bool stores;       // what becomes of them
   Bool dependences;  // who reads what who has stored
   Bool work;         // bytes and operations of code
   Bool what_if;      // some objects may have other layouts
   Bool what_if_only; // ... and the program as it is is not simulated
   Bool
      what_if_apart; // ... and each of --what-if and --what-if-file has a simulation of its own
   UInt beside;      // simulations with layouts beside the program
   const HChar* data_file;
   Long object_depth;
   Long sampling_period;
   Bool sample_loads, sample_stores;
   MissCurvesMode miss_curves;
   Long miss_curves_lines; // sampled at a time
   Bool timeline;
   Long timeline_samples; // most that are kept
   Bool find_regions;     // --timeline-region=auto
   Bool track_objects; // memory objects are known, whether or not costs are collected by them
   Bool context_tree;
   Long context_tree_depth;
   const HChar* context_tree_file;
   const HChar *record_uses, *replay_uses; // of the checked build: files or NULL
   Bool uniform_contexts; // no per-function --separate-callers or --fn-group was given
} Options;

extern Options options;

// What the command line has said itself, so that nothing else chooses it.
typedef struct {
   Bool regions;           // by --timeline-region
   Bool objects;           // by --collect-objects=yes or =no
   Bool cycles;            // by --cycles=yes or =no
   Bool software_prefetch; // likewise
   // Of --LL and its older name, --L2, the one that stands last: it counts in Callgrind.
   Geometry last_of_ll_and_l2;
} OptionsChosen;

extern OptionsChosen options_chosen;

// Takes one argument; False if it is not an option of ours.  Bad values end the program with
// a sentence.
Bool options_parse(const HChar* arg);
// Takes the values of the command line that are about the hierarchy once more: they win over a preset and a file.
void options_take_hierarchy_arguments(void);
// Whether there is anything to be written to the data file.
Bool options_write_data(void);
// Whether there is a TLB.
Bool options_have_tlbs(void);
// Whether a cache has a prefetcher of its own, other than Callgrind's.
Bool options_have_prefetchers(void);
// Whether branches are simulated: for their events, or for estimated cycles.
Bool options_have_branches(void);
// Whether a preset, a file or an option that Callgrind has not says what the hierarchy is.
Bool options_choose_hierarchy(void);
// The first argument of the command line that is about the hierarchy and that Callgrind has not, or
// NULL.
const HChar* options_hierarchy_argument(void);
// Sets what a hierarchy file gives, name and value.  Returns NULL or a sentence.  The value must
// live on.
const HChar* options_hierarchy_set(const HChar* name, const HChar* value);
// The n-th name, from 0, that a hierarchy file may have, and its value now, of at most
// HIERARCHY_VALUE_B bytes; NULL behind the last one.  A value that says nothing is empty.
enum { HIERARCHY_VALUE_B = 1024 };
const HChar* options_hierarchy_value(Int n, HChar value[HIERARCHY_VALUE_B]);
// The last argument with this option, "--name", and where it stands, from 1; NULL: there is none.
const HChar* options_given(const HChar* name, Int* place);
// Whether that argument has the option's default, as --help shows it.
Bool options_given_default(const HChar* name);
// The n-th argument, from 0, that has switched cache simulation on because it needs it, and where it
// stands; NULL behind the last one.  Of those with one name the last one.
const HChar* options_with_caches(Int n, Int* place);
// The n-th option, from 0, with its values; NULL behind the last one.  Those for debugging are left
// out.
const HChar* options_listed(Int n, const HChar** values);
// Prints the --help and --help-debug texts.
void options_print_usage(void);
void options_print_debug_usage(void);

#endif
