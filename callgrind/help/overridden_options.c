// SPDX-License-Identifier: GPL-3.0-or-later
// Options without effect; see overridden_options.h.
#include "callgrind/help/overridden_options.h"

#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_xarray.h"

#include "base/grown_text.h"
#include "callgrind/options/options.h"

static Bool ends_in(const HChar* text, const HChar* end)
{
   const SizeT n = VG_(strlen)(text), m = VG_(strlen)(end);
   return n >= m && VG_(strcmp)(text + n - m, end) == 0;
}

// --cache-sim=no behind options that need the caches.
static void lost_to_no_caches(const HChar* no_caches)
{
   HChar* list = NULL;
   const HChar* arg;
   Int place;
   for (Int i = 0; (arg = options_with_caches(i, &place)) != NULL; i++) {
      if (ends_in(arg, "=no")) continue;
      grown_text_add(&list, " ");
      grown_text_add(&list, arg);
   }
   if (list) VG_(umsg)
   ("%s stands last and switches cache simulation off; without effect:%s.\n", no_caches, list);
   host_free(list);
}

// Options that need the caches behind --cache-sim=no.
static void lost_to_caches(const HChar* no_caches, Int no_caches_at)
{
   const HChar* arg;
   Int place;
   for (Int i = 0; (arg = options_with_caches(i, &place)) != NULL; i++) {
      if (place < no_caches_at) continue;
      VG_(umsg)
      ("%s switches cache simulation on, so %s before it has no effect.\n", arg, no_caches);
      return;
   }
}

// `option` was given, and behind it `winner`, which has changed what it says.
static void lost_to(const HChar* option, const HChar* winner)
{
   Int place, winner_at;
   const HChar* arg = options_given(option, &place);
   const HChar* by = options_given(winner, &winner_at);
   if (arg && by && place < winner_at)
      VG_(umsg)("%s stands behind %s, which therefore has no effect.\n", by, arg);
}

void overridden_options_warn(void)
{
   Int place, older_at;
   if (VG_(clo_verbosity) == 0) return;
   const HChar* arg = options_given("--cache-sim", &place);
   const HChar* older = options_given("--simulate-cache", &older_at);
   if (older_at > place) {
      arg = older;
      place = older_at;
   }
   if (arg && !options.cache_sim)
      lost_to_no_caches(arg);
   else if (arg && ends_in(arg, "=no"))
      lost_to_caches(arg, place);
   if (options.line_use && options_given_default("--dump-instr"))
      lost_to("--dump-instr", "--cacheuse");
   if (options_given_default("--collect-atstart"))
      lost_to("--collect-atstart", "--toggle-collect");
}

// Where it is not there, another option changes nothing, unless it is given as it is by default.
static void without(Bool there, const HChar* option, const HChar* missing)
{
   Int place;
   const HChar* arg = options_given(option, &place);
   if (arg && !there && !options_given_default(option))
      VG_(umsg)("%s has no effect without %s.\n", arg, missing);
}

static Bool replace_at_random(void)
{
   for (CacheRole c = CACHE_I1; c < N_CACHES; c++)
      if (options.policy[c].replacement == REPLACE_RANDOM) return True;
   return False;
}

// Whether an argument is an option of ours, with a value.
static Bool is_ours(const HChar* arg)
{
   const HChar *name, *values;
   for (Int i = 0; (name = options_listed(i, &values)) != NULL; i++) {
      const SizeT n = VG_(strlen)(name);
      if (VG_(strncmp)(arg, name, n) == 0 && arg[n] == '=') return True;
   }
   return False;
}

// The first option of ours among the arguments of the program.
static void behind_program(void)
{
   const Int n = (Int)VG_(sizeXA)(VG_(args_for_client));
   for (Int i = 0; i < n; i++) {
      const HChar* arg = *(HChar**)VG_(indexXA)(VG_(args_for_client), i);
      if (VG_(strcmp)(arg, "--") == 0) return;
      if (!is_ours(arg)) continue;
      VG_(umsg)
      ("%s behind the program has no effect here: the program gets it. Options of Xgrind stand "
       "before the program.\n",
       arg);
      return;
   }
}

void overridden_options_warn_useless(void)
{
   if (VG_(clo_verbosity) == 0) return;
   behind_program();
   without(options_write_data(), "--data-out-file",
           "--collect-objects=yes, --miss-curves=yes, --stores=yes or --timeline=yes");
   without(options.track_objects, "--object-depth", "--collect-objects=yes");
   without(options.context_tree, "--context-tree-depth", "--context-tree=yes");
   without(options.context_tree, "--context-tree-out-file", "--context-tree=yes");
   without(options.cores > 1, "--core-placement", "--cores=<n>");
   if (options.cache_sim) {
      without(replace_at_random(), "--replacement-seed", "random replacement");
      without(options_have_tlbs(), "--huge-pages", "--itlb or --dtlb");
   }
   without(options.dump_line || options.dump_instr, "--dump-line", "--dump-instr=yes");
}
