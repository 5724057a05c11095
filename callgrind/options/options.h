// SPDX-License-Identifier: GPL-3.0-or-later
//
// Command-line options of the tool: each is declared once, in the table of options.c, from which
// parsing, --help and the manual's list are made.
//
//    if (!options_parse(arg)) ...    // not one of ours
//    options_finish();               // after the last one
#ifndef XG_CALLGRIND_OPTIONS_OPTIONS_H
#define XG_CALLGRIND_OPTIONS_OPTIONS_H

#include "pub_tool_basics.h"

#include "cachesim/geometry.h"
#include "cachesim/tlb_geometry.h"
#include "callgraph/model.h"

typedef enum { SYSTIME_NO, SYSTIME_MSEC, SYSTIME_USEC, SYSTIME_NSEC } SystimeUnit;

// Which memory has pages of 2 MiB; all other has pages of 4 KiB.
typedef enum {
   HUGE_PAGES_NO,        // none
   HUGE_PAGES_REQUESTED, // what the program has asked for, by madvise or hugetlbfs
   HUGE_PAGES_ALL
} HugePages;

typedef struct {
   const HChar* out_file; // pattern with %p, %q
   Bool combine_dumps, compress_strings, compress_pos, dump_line, dump_instr;
   Long dump_every_blocks; // 0: never
   Bool instr_atstart, collect_atstart, collect_jumps, collect_bus;
   SystimeUnit systime;
   Bool separate_threads, skip_plt, skip_direct_rec;
   Long separate_callers, separate_recs;
   Bool pop_on_jump;
   Bool cache_sim, branch_sim, write_back, prefetch, cache_use;
   Bool inlined;        // the core's --read-inline-info: inlined functions are functions
   Bool list_cache_use; // the events of cache use are in the profile, be they counted or not
   Geometry i1, d1, ll; // size 0: not given
   Geometry l2;         // in front of LL; size 0: there is none
   TlbGeometry itlb, dtlb, stlb;
   HugePages huge_pages;
   Int compat;        // --compat: 1 for Callgrind's numbers even where they are wrong
   Bool check_blocks; // debugging aid
   Bool back_dating;  // off: to measure what it costs
   Bool collect_objects;
   const HChar* objects_file;
   Long object_depth;
   Long sampling_period;
   Bool sample_loads, sample_stores;
   Bool context_tree;
   Long context_tree_depth;
   const HChar* context_tree_file;
   const HChar *record_uses, *replay_uses; // oracle of back-dating: files or NULL
   Bool uniform_contexts; // no per-function --separate-callers or --fn-group was given
} Options;

extern Options options;

// Takes one argument; False if it is not an option of ours.  Bad values end the program with
// a sentence.
Bool options_parse(const HChar* arg);
// Checks the options against each other and fills in what follows from others.
void options_finish(void);
// Whether there is a TLB.
Bool options_have_tlbs(void);
// Whether there is more in the hierarchy than the caches that Callgrind has.
Bool options_extend_hierarchy(void);
// Prints the --help and --help-debug texts.
void options_print_usage(void);
void options_print_debug_usage(void);

#endif
