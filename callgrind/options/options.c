// SPDX-License-Identifier: GPL-3.0-or-later
// The option table; see options.h.
#include "callgrind/options/options.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

#include "cachesim/reuse.h"
#include "callgrind/core_private.h"
#include "callgrind/help/overridden_options.h"
#include "callgrind/help/unknown_option.h"
#include "callgrind/options/function_options.h"
#include "callgrind/options/given_options.h"
#include "callgrind/options/option_values.h"
#include "callgrind/options/sample_sets.h"
#include "callgrind/ownership/layouts_asked_for.h"
#include "callgrind/processor/hierarchy_options.h"
#include "callgrind/symbols/inlined.h"

Options options = {
   .out_file = NULL,
   .before_exec_min = 100000,
   .compress_strings = True,
   .compress_pos = True,
   .dump_line = True,
   .instr_atstart = True,
   .collect_atstart = True,
   .skip_plt = True,
   .separate_recs = 2,
   .uniform_contexts = True,
   .back_dating = True,
   .draft_runs = 1000,
   .object_depth = 16,
   .context_tree_depth = 128,
   .replacement_seed = 1,
   .cores = 1,
   .sample_sets = 1,
   .huge_pages = PAGES_REQUESTED,
   .latencies = LATENCIES_DEFAULT,
   .processor = PROCESSOR_DEFAULT,
};

typedef enum {
   OPT_TITLE,       // a heading in --help
   OPT_BOOL,        // yes or no
   OPT_NUMBER,      // decimal, within bounds
   OPT_STRING,      // text
   OPT_GEOMETRY,    // size,ways,line
   OPT_TLB,         // entries,ways
   OPT_FIGURES,     // name:number,...
   OPT_PREFETCHERS, // name,...
   OPT_CHOICE,      // one of a list, numbered from 0
   OPT_FUNCTION,    // a function name pattern
   OPT_LAYOUT,      // a memory object and a layout
   OPT_LAYOUTS,     // a file of them
} OptionKind;

// What an option has to do with the cache hierarchy.
typedef enum {
   HIERARCHY_NO,
   HIERARCHY_VALUE,  // a part of it, which a hierarchy file may have, too
   HIERARCHY_FILE,   // a part of it that only a file has
   HIERARCHY_SOURCE, // where it comes from, and where it goes
} HierarchyPart;

typedef struct {
   OptionKind kind;
   const HChar* name; // "--name"; for titles the text
   void* value;
   const HChar* values;        // as shown in --help; for OPT_CHOICE the list "a|b|c"
   const HChar* shown_default; // as --help shows it; NULL: none
   const HChar* help;
   Long min, max;           // OPT_NUMBER
   FunctionOption function; // OPT_FUNCTION
   Bool implies_cache_sim;
   Bool debug;   // listed by --help-debug only
   Bool alias;   // not listed
   Bool negated; // OPT_BOOL: the variable is true for no
   HierarchyPart hierarchy;
} OptionSpec;

#define BOOL_ "no|yes"
#define GEOMETRY_ "<size>,<ways>,<line>"
#define TLB_ "<entries>,<ways>"
#define REPLACEMENT_ "lru|plru|srrip|drrip|random"
#define PREFETCH_ "none|next-line|stream|stride"
#define LATENCIES_                                                                             \
   "L2:12,LL:40,memory:200,core:200,stlb:7,walk:30,walk-near:0,page:2000,huge-page:200000" // those of LATENCIES_DEFAULT

// Options of the hierarchy.
#define VALUE_ .implies_cache_sim = True, .hierarchy = HIERARCHY_VALUE
#define SOURCE_ .implies_cache_sim = True, .hierarchy = HIERARCHY_SOURCE

static const OptionSpec specs[] = {
#define TITLE(help, ...) {OPT_TITLE, help},
#define OPTION(kind, name, value, values, shown_default, help, details, callgrind, ...)        \
   {OPT_##kind, name, value, values, shown_default, help, __VA_ARGS__},
#include "callgrind/options/options.def"
#undef TITLE
#undef OPTION
};

enum { N_SPECS = sizeof specs / sizeof specs[0] };
_Static_assert(REUSE_LINES_MIN == 64 && REUSE_LINES_MAX == 1048576 && TIMELINE_SAMPLES_MIN == 16
                  && TIMELINE_SAMPLES_MAX == 16777216,
               "bounds in options.def");

// If arg is "<name>=<value>", the value; "<n>" in the name stands for a number, put into *n.
static const HChar* value_of(const HChar* arg, const HChar* name, Long* n)
{
   for (; *name; name++, arg++) {
      if (name[0] == '<') {
         HChar* end;
         if (*arg < '0' || *arg > '9') return NULL;
         *n = VG_(strtoll10)(arg, &end);
         return *end == '=' && end - arg <= OPTION_DIGITS_MAX ? end + 1 : NULL;
      }
      if (*name != *arg) return NULL;
   }
   return *arg == '=' ? arg + 1 : NULL;
}

// Ends the program because of an argument.  The sentence may begin with a capital letter.
static void bad_option(const HChar* arg, const HChar* sentence)
{
   VG_(fmsg)("Bad option %s: %c%s\n", arg, VG_(tolower)(sentence[0]), sentence + 1);
   VG_(exit)(1);
}

static Bool regions_chosen; // by --timeline-region

static const HChar any_region[] =
   "auto"; // of --timeline-region; no function of C has this name

static void parse_function(const HChar* arg, const HChar* text, const OptionSpec* spec, Long n)
{
   if (!*text && spec->function == OPTION_SKIP_OBJECT)
      bad_option(arg, "expected the path or the name of a library or an executable after '='.");
   if (!*text) bad_option(arg, "expected the name of a function after '='.");
   if (spec->function == OPTION_TIMELINE_REGION) options.timeline = regions_chosen = True;
   if (spec->function == OPTION_TIMELINE_REGION && VG_(strcmp)(text, any_region) == 0) {
      options.find_regions = True;
      return;
   }
   const Bool numbered = VG_(strchr)(spec->name, '<') != NULL;
   if (numbered && (n < 1 || n > 1000))
      bad_option(arg, "the number must be between 1 and 1000.");
   function_options_add(spec->function, arg, text, (UInt)n);
   if (spec->function == OPTION_TOGGLE_COLLECT) options.collect_atstart = False;
   if (spec->function == OPTION_SEPARATE_CALLERS || spec->function == OPTION_GROUP)
      options.uniform_contexts = False;
}

// Of --LL and its older name, --L2, the one that stands last counts in Callgrind.
static Geometry last_of_ll_and_l2;

static const HChar* parse_geometry(const HChar* text, Geometry* g)
{
   const HChar* error = option_geometry(text, g);
   if (!error && (g == &options.l2 || g == &options.ll)) last_of_ll_and_l2 = *g;
   return error;
}

static const HChar* parse_choice(const HChar* text, const OptionSpec* spec)
{
   // "yes" is Callgrind's older word for milliseconds.
   if (spec->value == &options.systime && VG_(strcmp)(text, "yes") == 0) text = "msec";
   return option_choice(text, spec->values, spec->value);
}

static const HChar* parse_bool(const HChar* text, const OptionSpec* spec)
{
   Bool* value = spec->value;
   const HChar* error = option_bool(text, value);
   if (!error && spec->negated) *value = !*value;
   return error;
}

static const HChar* parse_layouts(const HChar* file)
{
   if (!*file) return "Expected the name of a file after '='.";
   layouts_add_file(file);
   return NULL;
}

// Sets the variable.  Returns NULL or what is wrong, a sentence.
static const HChar* parse_value(const HChar* text, const OptionSpec* spec)
{
   switch (spec->kind) {
   case OPT_BOOL: return parse_bool(text, spec);
   case OPT_NUMBER: return option_number(text, spec->min, spec->max, spec->value);
   case OPT_STRING:
      if (!*text && VG_(strcmp)(spec->values, "<file>") == 0)
         return "Expected the name of a file after '='.";
      *(const HChar**)spec->value = text;
      return NULL;
   case OPT_CHOICE: return parse_choice(text, spec);
   case OPT_GEOMETRY: return parse_geometry(text, spec->value);
   case OPT_TLB: return option_tlb(text, spec->value);
   case OPT_FIGURES: return option_figures(text, spec->value);
   case OPT_PREFETCHERS: return option_prefetchers(text, spec->value);
   case OPT_LAYOUT: return layouts_add(text);
   case OPT_LAYOUTS: return parse_layouts(text);
   default: return NULL;
   }
}

// An option of the hierarchy on the command line.
typedef struct {
   const OptionSpec* spec;
   const HChar *arg, *text;
} HierarchyArgument;

static XArray* hierarchy_arguments; // in their order; NULL: none

static void remember(const OptionSpec* spec, const HChar* arg, const HChar* text)
{
   const HierarchyArgument a = {spec, arg, text};
   if (!hierarchy_arguments)
      hierarchy_arguments =
         VG_(newXA)(VG_(malloc), "xg.hierarchy_arguments", VG_(free), sizeof a);
   VG_(addToXA)(hierarchy_arguments, &a);
}

static Int n_hierarchy_arguments(void)
{
   return hierarchy_arguments ? (Int)VG_(sizeXA)(hierarchy_arguments) : 0;
}

static HierarchyArgument* hierarchy_argument(Int i)
{
   return VG_(indexXA)(hierarchy_arguments, i);
}

const HChar* options_hierarchy_argument(void)
{
   for (Int i = 0; i < n_hierarchy_arguments(); i++) {
      const HierarchyArgument* a = hierarchy_argument(i);
      if (a->spec->kind != OPT_GEOMETRY) return a->arg;
   }
   return NULL;
}

static Bool file_has_l2; // even if the command line changes it

// The command line wins, wherever on it the preset and the file were named.
static void take_hierarchy(void)
{
   options.l2 = (Geometry){0};
   hierarchy_options_load();
   file_has_l2 = options.l2.size_B != 0;
   for (Int i = 0; i < n_hierarchy_arguments(); i++) {
      const HierarchyArgument* a = hierarchy_argument(i);
      if (a->spec->hierarchy == HIERARCHY_VALUE) parse_value(a->text, a->spec);
   }
}

static Bool objects_chosen;           // by --collect-objects=yes or =no
static Bool cycles_chosen;            // by --cycles=yes or =no
static Bool software_prefetch_chosen; // likewise

// The last argument of each name.
static struct {
   const HChar *arg, *text; // NULL: none
   Int place;               // from 1
} given[N_SPECS];

static void note_given(const OptionSpec* spec, const HChar* arg, const HChar* text)
{
   static Int n;
   const Int i = (Int)(spec - specs);
   given[i].arg = arg;
   given[i].text = text;
   given[i].place = ++n;
}

static Int spec_number(const HChar* name)
{
   Int i = 0;
   while (i < N_SPECS && VG_(strcmp)(specs[i].name, name)) i++;
   tl_assert(i < N_SPECS);
   return i;
}

const HChar* options_given(const HChar* name, Int* place)
{
   const Int i = spec_number(name);
   *place = given[i].place;
   return given[i].arg;
}

Bool options_given_default(const HChar* name)
{
   const Int i = spec_number(name);
   return given[i].arg && specs[i].shown_default
          && VG_(strcmp)(given[i].text, specs[i].shown_default) == 0;
}

const HChar* options_with_caches(Int n, Int* place)
{
   for (Int i = 0; i < N_SPECS; i++) {
      if (!specs[i].implies_cache_sim || !given[i].arg || n-- > 0) continue;
      *place = given[i].place;
      return given[i].arg;
   }
   return NULL;
}

Bool options_parse(const HChar* arg)
{
   if (VG_(Clo_Mode)() != cloP) return False; // ours cannot be changed while the program runs
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
      if (spec->kind == OPT_FUNCTION)
         parse_function(arg, text, spec, n);
      else {
         const HChar* error = parse_value(text, spec);
         if (error) bad_option(arg, error);
      }
      note_given(spec, arg, text);
      if (spec->hierarchy != HIERARCHY_NO) remember(spec, arg, text);
      if (spec->implies_cache_sim) options.cache_sim = True;
      objects_chosen |= spec->value == &options.collect_objects;
      cycles_chosen |= spec->value == &options.cycles;
      software_prefetch_chosen |= spec->value == &options.software_prefetch;
      // As in Callgrind, positions by instruction come with it, unless switched off after it.
      if (spec->value == &options.line_use && options.line_use) options.dump_instr = True;
      return True;
   }
   unknown_option_explain(arg);
   return False;
}

// Its name in a hierarchy file, or NULL.
static const HChar* name_in_file(const OptionSpec* spec)
{
   if (spec->hierarchy == HIERARCHY_FILE) return spec->name;
   return spec->hierarchy == HIERARCHY_VALUE && !spec->alias ? spec->name + 2 : NULL;
}

const HChar* options_hierarchy_set(const HChar* name, const HChar* value)
{
   for (Int i = 0; i < N_SPECS; i++) {
      const HChar* known = name_in_file(&specs[i]);
      if (known && VG_(strcmp)(known, name) == 0) return parse_value(value, &specs[i]);
   }
   return "There is no such name; docs/hierarchy.md lists all names.";
}

static void format_value(const OptionSpec* spec, HChar value[HIERARCHY_VALUE_B])
{
   const Geometry* g = spec->value;
   const TlbGeometry* t = spec->value;
   const HChar* text;
   value[0] = '\0';
   switch (spec->kind) {
   case OPT_BOOL:
      VG_(strcpy)(value, *(const Bool*)spec->value != spec->negated ? "yes" : "no");
      break;
   case OPT_NUMBER: VG_(sprintf)(value, "%lld", *(const Long*)spec->value); break;
   case OPT_STRING:
      text = *(const HChar* const*)spec->value;
      VG_(snprintf)(value, HIERARCHY_VALUE_B, "%s", text ? text : "");
      break;
   case OPT_CHOICE:
      option_choice_text(spec->values, *(const Int*)spec->value, value, HIERARCHY_VALUE_B);
      break;
   case OPT_GEOMETRY:
      if (g->size_B) VG_(sprintf)(value, "%llu,%u,%u", (ULong)g->size_B, g->ways, g->line_B);
      break;
   case OPT_TLB:
      if (t->entries)
         VG_(sprintf)(value, "%u,%u", t->entries, t->ways);
      else
         VG_(strcpy)(value, "none");
      break;
   case OPT_FIGURES: figures_format(spec->value, value); break;
   case OPT_PREFETCHERS: prefetchers_format(spec->value, value); break;
   default: break;
   }
}

const HChar* options_hierarchy_value(Int n, HChar value[HIERARCHY_VALUE_B])
{
   for (Int i = 0; i < N_SPECS; i++) {
      const HChar* name = name_in_file(&specs[i]);
      if (!name || n-- > 0) continue;
      format_value(&specs[i], value);
      return name;
   }
   return NULL;
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
   else if (regions_chosen && !options.timeline)
      wrong = "--timeline-region needs a timeline: leave --timeline=no out.\n";
   else if (options.timeline && options.compat)
      wrong = "--timeline=yes cannot be combined with --compat=callgrind: leave one of them "
              "out.\n";
   if (wrong) {
      VG_(fmsg)("%s", wrong);
      VG_(exit)(1);
   }
   if (!options.timeline_samples) options.timeline_samples = 65536;
   options.track_objects =
      options.collect_objects || options.stores || (options.timeline && !objects_chosen);
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
   options.timeline = regions_chosen = options.find_regions = False;
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
   if (!objects_chosen) options.collect_objects = True;
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
   if (!objects_chosen) options.collect_objects = True;
}

// Where a machine is named, cycles are those of its core.
static void choose_cycles(void)
{
   if (!cycles_chosen && options.sample_sets == 1 && (options.machine || options.hierarchy))
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
   if (!software_prefetch_chosen) options.software_prefetch = options.cycles;
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
   if (objects_chosen && !options.collect_objects) {
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
   if (!objects_chosen) options.collect_objects = True;
}

// Whether what I1 has depends on more than the code.
static Bool asks_i1(void)
{
   return options.policy[CACHE_I1].replacement || options.policy[CACHE_I1].prefetch
          || options.ll_policy == LL_INCLUSIVE;
}

// What the second hierarchy cannot have, or has no place for in its files; NULL: nothing of this.
static const HChar* against_beside(void)
{
   return asks_i1()               ? "policies of I1, or an inclusive LL"
          : options.combine_dumps ? "--combine-dumps=yes"
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
   ("--what-if cannot also simulate the program as it is with %s: leave that out, or add "
    "--what-if-only=yes and compare with a run without layouts.\n",
    against);
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
      objects_chosen && !options.collect_objects
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
   if (!options.l2.size_B || (options.ll.size_B && !options.compat)) return;
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
   options.ll = last_of_ll_and_l2;
   options.l2 = (Geometry){0};
}

Bool options_choose_hierarchy(void)
{
   return options.l2.size_B || options_hierarchy_argument();
}

Bool options_write_data(void)
{
   return options.collect_objects || options.miss_curves || options.timeline || options.stores;
}

Bool options_have_tlbs(void)
{
   return options.itlb.entries || options.dtlb.entries;
}

Bool options_have_branches(void)
{
   return options.branch_sim || options.cycles;
}

Bool options_have_prefetchers(void)
{
   Bool any = False;
   for (CacheRole c = CACHE_I1; c < N_CACHES; c++)
      any |= options.policy[c].prefetch != PREFETCH_NONE;
   return any;
}

// Inlined functions are functions of the profile only on request, but places of data and of misses have their
// names, and loops their lines: for these the debug information is read, too.
static void choose_inlined(void)
{
   options.inlined = inlined_is_known();
   const Bool needed = options.loops || (options.track_objects && !options.compat);
   if (needed && !given_options_to_core("--read-inline-info")) VG_(clo_read_inline_info) = True;
}

void options_finish(void)
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

static void print_spec(const OptionSpec* spec)
{
   enum { COLUMN = 35 }; // of the help, if there is room
   const UInt n = VG_(printf)("    %s=%s ", spec->name, spec->values);
   for (UInt i = n; i < COLUMN + 5; i++) VG_(printf)(" ");
   VG_(printf)("%s", spec->help);
   if (spec->shown_default) VG_(printf)(" [%s]", spec->shown_default);
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

const HChar* options_listed(Int n, const HChar** values)
{
   for (Int i = 0; i < N_SPECS; i++) {
      const OptionSpec* spec = &specs[i];
      if (spec->kind == OPT_TITLE || spec->hierarchy == HIERARCHY_FILE) continue;
      if (spec->debug || n-- > 0) continue;
      *values = spec->values;
      return spec->name;
   }
   return NULL;
}

void options_print_usage(void)
{
   print_usage(False);
}

void options_print_debug_usage(void)
{
   print_usage(True);
}
