// SPDX-License-Identifier: GPL-3.0-or-later
// The option table; see options.h.
#include "callgrind/options/options.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

#include "callgrind/options/function_options.h"
#include "callgrind/symbols/inlined.h"

Options options = {
   .out_file = NULL,
   .compress_strings = True,
   .compress_pos = True,
   .dump_line = True,
   .instr_atstart = True,
   .collect_atstart = True,
   .skip_plt = True,
   .separate_recs = 2,
   .uniform_contexts = True,
   .back_dating = True,
   .object_depth = 16,
   .context_tree_depth = 128,
   .huge_pages = HUGE_PAGES_REQUESTED,
};

typedef enum {
   OPT_TITLE,    // a heading in --help
   OPT_BOOL,     // yes or no
   OPT_NUMBER,   // decimal, within bounds
   OPT_STRING,   // text
   OPT_GEOMETRY, // size,ways,line
   OPT_TLB,      // entries,ways
   OPT_CHOICE,   // one of a list, numbered from 0
   OPT_FUNCTION, // a function name pattern
} OptionKind;

typedef struct {
   OptionKind kind;
   const HChar* name; // "--name"; for titles the text
   void* value;
   const HChar* values;   // as shown in --help; for OPT_CHOICE the list "a|b|c"
   const HChar* standard; // default as shown
   const HChar* help;
   Long min, max;         // OPT_NUMBER
   FunctionAction action; // OPT_FUNCTION
   Bool implies_cache_sim;
   Bool debug; // listed by --help-debug only
   Bool alias; // not listed
} OptionSpec;

#define BOOL_ "no|yes"

static const OptionSpec specs[] = {
   {OPT_TITLE, "dump creation options:"},
   {OPT_STRING, "--callgrind-out-file", &options.out_file, "<file>", "callgrind.out.%p",
    "output file; %p: process number, %q{VAR}: environment variable"},
   {OPT_STRING, "--xgrind-out-file", &options.out_file, "<file>", "callgrind.out.%p",
    "another name of --callgrind-out-file"},
   {OPT_BOOL, "--dump-line", &options.dump_line, BOOL_, "yes", "write costs by source line?"},
   {OPT_BOOL, "--dump-instr", &options.dump_instr, BOOL_, "no", "write costs by instruction?"},
   {OPT_BOOL, "--compress-strings", &options.compress_strings, BOOL_, "yes",
    "write repeated names as numbers?"},
   {OPT_BOOL, "--compress-pos", &options.compress_pos, BOOL_, "yes",
    "write positions relative to the previous one?"},
   {OPT_BOOL, "--combine-dumps", &options.combine_dumps, BOOL_, "no",
    "write all parts into one file?"},

   {OPT_TITLE, "activity options:"},
   {OPT_NUMBER, "--dump-every-bb", &options.dump_every_blocks, "<n>", "0=never",
    "write a part every <n> basic blocks", 0, 1000000000000000LL},
   {OPT_FUNCTION, "--dump-before", NULL, "<func>", NULL, "write a part when entering <func>",
    .action = ACTION_DUMP_BEFORE},
   {OPT_FUNCTION, "--zero-before", NULL, "<func>", NULL, "zero all costs when entering <func>",
    .action = ACTION_ZERO_BEFORE},
   {OPT_FUNCTION, "--dump-after", NULL, "<func>", NULL, "write a part when leaving <func>",
    .action = ACTION_DUMP_AFTER},

   {OPT_TITLE, "data collection options:"},
   {OPT_BOOL, "--instr-atstart", &options.instr_atstart, BOOL_, "yes",
    "start with instrumentation on?"},
   {OPT_BOOL, "--collect-atstart", &options.collect_atstart, BOOL_, "yes",
    "start with collection on?"},
   {OPT_FUNCTION, "--toggle-collect", NULL, "<func>", NULL,
    "toggle collection when entering and leaving <func>", .action = ACTION_TOGGLE_COLLECT},
   {OPT_BOOL, "--collect-jumps", &options.collect_jumps, BOOL_, "no",
    "collect jumps within functions?"},
   {OPT_BOOL, "--trace-jump", &options.collect_jumps, BOOL_, "no", "older name", .alias = True},
   {OPT_BOOL, "--collect-bus", &options.collect_bus, BOOL_, "no",
    "collect global bus events (atomic operations)?"},
   {OPT_CHOICE, "--collect-systime", &options.systime, "no|msec|usec|nsec", "no",
    "collect number and time of system calls? (yes: msec)"},

   {OPT_TITLE, "cost entity separation options:"},
   {OPT_BOOL, "--separate-threads", &options.separate_threads, BOOL_, "no",
    "write a profile for each thread?"},
   {OPT_NUMBER, "--separate-callers", &options.separate_callers, "<n>", "0",
    "separate functions by up to <n> callers", 0, 100},
   {OPT_FUNCTION, "--separate-callers<n>", NULL, "<func>", NULL,
    "separate <func> by up to <n> callers", .action = ACTION_SEPARATE_CALLERS},
   {OPT_NUMBER, "--separate-recs", &options.separate_recs, "<n>", "2",
    "separate up to <n> recursion levels", 1, 1000},
   {OPT_FUNCTION, "--separate-recs<n>", NULL, "<func>", NULL,
    "separate up to <n> recursion levels of <func>", .action = ACTION_SEPARATE_RECURSIONS},
   {OPT_BOOL, "--skip-plt", &options.skip_plt, BOOL_, "yes",
    "skip PLT stubs: charge their costs to the callers?"},
   {OPT_BOOL, "--skip-direct-rec", &options.skip_direct_rec, BOOL_, "no",
    "ignore direct recursion: open no level for it?"},
   {OPT_FUNCTION, "--fn-skip", NULL, "<func>", NULL,
    "skip <func>: charge its costs to the callers", .action = ACTION_SKIP},
   {OPT_FUNCTION, "--fn-group<n>", NULL, "<func>", NULL, "put <func> into separation group <n>",
    .action = ACTION_GROUP},
   {OPT_FUNCTION, "--pop-on-jump", NULL, "<func>", NULL,
    "treat jumps out of <func> as return and call (no =<func>: out of any)",
    .action = ACTION_POP_ON_JUMP},

   {OPT_TITLE, "simulation options:"},
   {OPT_BOOL, "--branch-sim", &options.branch_sim, BOOL_, "no", "simulate branch prediction?"},
   {OPT_BOOL, "--cache-sim", &options.cache_sim, BOOL_, "no", "simulate caches?"},
   {OPT_BOOL, "--simulate-cache", &options.cache_sim, BOOL_, "no", "older name", .alias = True},
   {OPT_BOOL, "--simulate-wb", &options.write_back, BOOL_, "no",
    "count write-backs of dirty lines?", .implies_cache_sim = True},
   {OPT_BOOL, "--simulate-hwpref", &options.prefetch, BOOL_, "no",
    "simulate a hardware prefetcher?", .implies_cache_sim = True},
   {OPT_BOOL, "--cacheuse", &options.cache_use, BOOL_, "no", "track how cache lines are used?",
    .implies_cache_sim = True},
   {OPT_GEOMETRY, "--I1", &options.i1, "<size>,<ways>,<line>", "this machine's",
    "level 1 instruction cache", .implies_cache_sim = True},
   {OPT_GEOMETRY, "--D1", &options.d1, "<size>,<ways>,<line>", "this machine's",
    "level 1 data cache", .implies_cache_sim = True},
   {OPT_GEOMETRY, "--L2", &options.l2, "<size>,<ways>,<line>", "none",
    "level 2 cache, with --LL; without, an older name of --LL", .implies_cache_sim = True},
   {OPT_GEOMETRY, "--LL", &options.ll, "<size>,<ways>,<line>", "this machine's",
    "last level cache", .implies_cache_sim = True},
   {OPT_TLB, "--itlb", &options.itlb, "<entries>,<ways>", "none", "TLB of fetches",
    .implies_cache_sim = True},
   {OPT_TLB, "--dtlb", &options.dtlb, "<entries>,<ways>", "none", "TLB of reads and writes",
    .implies_cache_sim = True},
   {OPT_TLB, "--stlb", &options.stlb, "<entries>,<ways>", "none", "second level TLB",
    .implies_cache_sim = True},
   {OPT_CHOICE, "--huge-pages", &options.huge_pages, "no|requested|all", "requested",
    "which memory has pages of 2 MiB", .implies_cache_sim = True},

   {OPT_TITLE, "memory object options:"},
   {OPT_BOOL, "--collect-objects", &options.collect_objects, BOOL_, "no",
    "collect accesses and misses by memory object?", .implies_cache_sim = True},
   {OPT_STRING, "--objects-out-file", &options.objects_file, "<file>", "xgrind.data.%p",
    "output file for memory objects"},
   {OPT_NUMBER, "--object-depth", &options.object_depth, "<n>", "16",
    "number of calls by which allocations are separated", 1, 500},
   {OPT_NUMBER, "--sampling-period", &options.sampling_period, "<n>", "0=record all",
    "record only every <n>th access", 0, 1000000000000LL},
   {OPT_BOOL, "--sample-loads", &options.sample_loads, BOOL_, "no",
    "with a sampling period: sample loads, record all stores?"},
   {OPT_BOOL, "--sample-stores", &options.sample_stores, BOOL_, "no",
    "with a sampling period: sample stores, record all loads?"},

   {OPT_TITLE, "calling-context tree options:"},
   {OPT_BOOL, "--context-tree", &options.context_tree, BOOL_, "no",
    "collect costs by call path, for xgrind_export?"},
   {OPT_NUMBER, "--context-tree-depth", &options.context_tree_depth, "<n>", "128",
    "depth up to which call paths are separated", 1, 1000},
   {OPT_STRING, "--context-tree-out-file", &options.context_tree_file, "<file>",
    "xgrind.tree.%p", "output file for the calling-context tree"},

   {OPT_TITLE, "compatibility options:"},
   {OPT_CHOICE, "--compat", &options.compat, "none|callgrind", "none",
    "callgrind: Callgrind's numbers, even where they are wrong"},

   {OPT_BOOL, "--xg-check-blocks", &options.check_blocks, BOOL_, "no",
    "check the call stack at every block", .debug = True},
   {OPT_BOOL, "--xg-back-dating", &options.back_dating, BOOL_, "yes",
    "compute inclusive costs of cache line use?", .debug = True},
   {OPT_STRING, "--xg-record-uses", &options.record_uses, "<file>", NULL,
    "write how each loaded line was used", .debug = True},
   {OPT_STRING, "--xg-replay-uses", &options.replay_uses, "<file>", NULL,
    "second pass: charge the recorded use when a line is loaded", .debug = True},
};

enum { N_SPECS = sizeof specs / sizeof specs[0] };

enum { DIGITS_MAX = 18 }; // of numbers; with more, strtoll10 may come to another one

// If arg is "<name>=<value>", the value; "<n>" in the name stands for a number, put into *n.
static const HChar* value_of(const HChar* arg, const HChar* name, Long* n)
{
   for (; *name; name++, arg++) {
      if (name[0] == '<') {
         HChar* end;
         if (*arg < '0' || *arg > '9') return NULL;
         *n = VG_(strtoll10)(arg, &end);
         return *end == '=' && end - arg <= DIGITS_MAX ? end + 1 : NULL;
      }
      if (*name != *arg) return NULL;
   }
   return *arg == '=' ? arg + 1 : NULL;
}

static void parse_bool(const HChar* arg, const HChar* text, Bool* value)
{
   if (VG_(strcmp)(text, "yes") == 0)
      *value = True;
   else if (VG_(strcmp)(text, "no") == 0)
      *value = False;
   else
      VG_(fmsg_bad_option)(arg, "Expected 'yes' or 'no' after '='.\n");
}

static void parse_number(const HChar* arg, const HChar* text, const OptionSpec* spec)
{
   HChar* end;
   Long n = VG_(strtoll10)(text, &end);
   Bool is_number = end > text && !*end && end - text <= DIGITS_MAX;
   if (!is_number || n < spec->min || n > spec->max) VG_(fmsg_bad_option)
   (arg, "Expected a number between %lld and %lld after '='.\n", spec->min, spec->max);
   *(Long*)spec->value = n;
}

static void parse_choice(const HChar* arg, const HChar* text, const OptionSpec* spec)
{
   SizeT length = VG_(strlen)(text);
   Int index = 0;
   // "yes" is Callgrind's older word for milliseconds.
   if (spec->value == &options.systime && VG_(strcmp)(text, "yes") == 0) {
      options.systime = SYSTIME_MSEC;
      return;
   }
   for (const HChar* s = spec->values; length; index++) {
      if (VG_(strncmp)(s, text, length) == 0 && (s[length] == '|' || s[length] == '\0')) {
         *(Int*)spec->value = index;
         return;
      }
      s = VG_(strchr)(s, '|');
      if (!s) break;
      s++;
   }
   VG_(fmsg_bad_option)(arg, "Expected one of %s after '='.\n", spec->values);
}

static void parse_geometry(const HChar* arg, const HChar* text, Geometry* g)
{
   const HChar* error = geometry_parse(text, g);
   if (error) VG_(fmsg_bad_option)(arg, "Bad cache geometry: %s.\n", error);
}

static void parse_tlb(const HChar* arg, const HChar* text, TlbGeometry* t)
{
   const HChar* error = tlb_geometry_parse(text, t);
   if (error) VG_(fmsg_bad_option)(arg, "Bad TLB geometry: %s.\n", error);
}

static void parse_function(const HChar* arg, const HChar* text, const OptionSpec* spec, Long n)
{
   if (!*text) VG_(fmsg_bad_option)(arg, "Expected a function name after '='.\n");
   const Bool numbered = VG_(strchr)(spec->name, '<') != NULL;
   if (numbered && (n < 1 || n > 1000))
      VG_(fmsg_bad_option)(arg, "The number must be between 1 and 1000.\n");
   function_options_add(spec->action, arg, text, (UInt)n);
   if (spec->action == ACTION_TOGGLE_COLLECT) options.collect_atstart = False;
   if (spec->action == ACTION_SEPARATE_CALLERS || spec->action == ACTION_GROUP)
      options.uniform_contexts = False;
}

// Of --LL and its older name, --L2, the one that stands last counts in Callgrind.
static Geometry last_of_ll_and_l2;

static void parse_value(const HChar* arg, const HChar* text, const OptionSpec* spec, Long n)
{
   switch (spec->kind) {
   case OPT_TITLE: break;
   case OPT_BOOL: parse_bool(arg, text, spec->value); break;
   case OPT_NUMBER: parse_number(arg, text, spec); break;
   case OPT_STRING: *(const HChar**)spec->value = text; break;
   case OPT_CHOICE: parse_choice(arg, text, spec); break;
   case OPT_GEOMETRY:
      parse_geometry(arg, text, spec->value);
      if (spec->value == &options.l2 || spec->value == &options.ll)
         last_of_ll_and_l2 = *(const Geometry*)spec->value;
      break;
   case OPT_TLB: parse_tlb(arg, text, spec->value); break;
   case OPT_FUNCTION: parse_function(arg, text, spec, n); break;
   }
}

Bool options_parse(const HChar* arg)
{
   if (VG_(strcmp)(arg, "--pop-on-jump") == 0) {
      options.pop_on_jump = True;
      return True;
   }
   for (Int i = 0; i < N_SPECS; i++) {
      const OptionSpec* spec = &specs[i];
      Long n = 0;
      if (spec->kind == OPT_TITLE) continue;
      const HChar* text = value_of(arg, spec->name, &n);
      if (!text) continue;
      parse_value(arg, text, spec, n);
      if (spec->implies_cache_sim) options.cache_sim = True;
      // As in Callgrind, positions by instruction come with it, unless switched off after it.
      if (spec->value == &options.cache_use && options.cache_use) options.dump_instr = True;
      return True;
   }
   return False;
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

// What needs the caches goes with them if a later --cache-sim=no has switched them off.
static void forget_what_needs_caches(void)
{
   Bool more =
      options.write_back || options.prefetch || options.cache_use || options.collect_objects
      || options_have_tlbs();
   if (more && VG_(clo_verbosity) > 0)
      VG_(umsg)("Cache simulation is off: options that need it are ignored.\n");
   options.write_back = options.prefetch = options.cache_use = options.collect_objects = False;
   options.l2 = (Geometry){0};
   options.itlb = options.dtlb = options.stlb = (TlbGeometry){0};
}

static void check_tlbs(void)
{
   const HChar* error = NULL;
   if (options.stlb.entries && !options_have_tlbs())
      error = "--stlb is asked when --itlb or --dtlb misses: add one of them.\n";
   if (options_have_tlbs() && options.compat)
      error = "--itlb and --dtlb cannot be combined with --compat=callgrind.\n";
   if (!error) return;
   VG_(fmsg)("%s", error);
   VG_(exit)(1);
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
static void settle_l2(void)
{
   if (!options.l2.size_B || (options.ll.size_B && !options.compat)) return;
   if (VG_(clo_verbosity) > 0 && options.cache_sim)
      VG_(umsg)
      ("--L2 is taken for the last level, --LL%s.\n",
       options.compat ? "" : "; a second level in front of it needs both options");
   options.ll = last_of_ll_and_l2;
   options.l2 = (Geometry){0};
}

Bool options_have_tlbs(void)
{
   return options.itlb.entries || options.dtlb.entries;
}

Bool options_extend_hierarchy(void)
{
   return options.l2.size_B || options_have_tlbs();
}

void options_finish(void)
{
   settle_l2();
   options.list_cache_use = options.cache_use && (options.cache_sim || options.compat);
   if (!options.cache_sim) forget_what_needs_caches();
   check_sampling();
   check_tree();
   check_tlbs();
   options.inlined = inlined_is_known();
   if (!options.out_file) options.out_file = "callgrind.out.%p";
   if (!options.objects_file) options.objects_file = "xgrind.data.%p";
   if (!options.context_tree_file) options.context_tree_file = "xgrind.tree.%p";
   if (!options.dump_line && !options.dump_instr) {
      VG_(umsg)("Using source line as position.\n");
      options.dump_line = True;
   }
}

static void print_spec(const OptionSpec* spec)
{
   HChar left[64];
   VG_(snprintf)(left, sizeof left, "%s=%s", spec->name, spec->values);
   VG_(printf)("    %-35s %s", left, spec->help);
   if (spec->standard) VG_(printf)(" [%s]", spec->standard);
   VG_(printf)("\n");
}

static void print_usage(Bool debug)
{
   for (Int i = 0; i < N_SPECS; i++) {
      const OptionSpec* spec = &specs[i];
      if (spec->alias || spec->debug != debug) continue;
      if (spec->kind == OPT_TITLE)
         VG_(printf)("\n   %s\n", spec->name);
      else
         print_spec(spec);
   }
}

void options_print_usage(void)
{
   print_usage(False);
}

void options_print_debug_usage(void)
{
   print_usage(True);
}
