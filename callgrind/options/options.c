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
#include "callgrind/help/unknown_option.h"
#include "callgrind/options/function_options.h"
#include "callgrind/options/given_options.h"
#include "callgrind/options/option_values.h"
#include "callgrind/ownership/layouts_asked_for.h"

OptionsChosen options_chosen;
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
   .sharing = {1, 1},
   .slices = {1, 1, 1, 1, 1},
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
   "L2:12,L3:25,LL:40,memory:200,core:200,stlb:7,walk:30,walk-near:0,page:2000,huge-page:"     \
   "200000" // those of LATENCIES_DEFAULT

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

static const HChar any_region[] =
   "auto"; // of --timeline-region; no function of C has this name

static void parse_function(const HChar* arg, const HChar* text, const OptionSpec* spec, Long n)
{
   if (!*text && spec->function == OPTION_SKIP_OBJECT)
      bad_option(arg, "expected the path or the name of a library or an executable after '='.");
   if (!*text) bad_option(arg, "expected the name of a function after '='.");
   if (spec->function == OPTION_TIMELINE_REGION)
      options.timeline = options_chosen.regions = True;
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

static const HChar* parse_geometry(const HChar* text, Geometry* g)
{
   const HChar* error = option_geometry(text, g);
   if (!error && (g == &options.between[0] || g == &options.ll))
      options_chosen.last_of_ll_and_l2 = *g;
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

void options_take_hierarchy_arguments(void)
{
   for (Int i = 0; i < n_hierarchy_arguments(); i++) {
      const HierarchyArgument* a = hierarchy_argument(i);
      if (a->spec->hierarchy == HIERARCHY_VALUE) parse_value(a->text, a->spec);
   }
}

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
      options_chosen.objects |= spec->value == &options.collect_objects;
      options_chosen.cycles |= spec->value == &options.cycles;
      options_chosen.software_prefetch |= spec->value == &options.software_prefetch;
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

Bool options_choose_hierarchy(void)
{
   return options.between[0].size_B || options_hierarchy_argument();
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
