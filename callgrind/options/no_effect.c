// SPDX-License-Identifier: GPL-3.0-or-later
// Options without effect; see no_effect.h.
#include "callgrind/options/no_effect.h"

#include "pub_tool_libcprint.h"

#include "callgrind/options/given_options.h"
#include "callgrind/options/options.h"

static Bool replaces_at_random(void)
{
   for (UInt c = 0; c < N_CACHES; c++)
      if (options.policy[c].replacement == REPLACE_RANDOM) return True;
   return False;
}

void no_effect_report(void (*say)(void* to, const HChar* sentence), void* to)
{
   const struct {
      const HChar* name;
      Bool has_effect;
      const HChar* needs;
   } options_that_need[] = {
      {"--objects-out-file", options_write_data(), "--collect-objects=yes"},
      {"--object-depth", options.track_objects, "--collect-objects=yes"},
      {"--core-placement", options.cores > 1, "--cores=<n>"},
      {"--context-tree-depth", options.context_tree, "--context-tree=yes"},
      {"--context-tree-out-file", options.context_tree, "--context-tree=yes"},
      {"--replacement-seed", replaces_at_random(), "random replacement"},
      {"--huge-pages", options_have_tlbs(), "a TLB, such as --dtlb=64,4"},
   };
   enum { N = sizeof options_that_need / sizeof options_that_need[0], SENTENCE_B = 1024 };
   HChar text[SENTENCE_B];
   for (UInt i = 0; i < N; i++) {
      const HChar* arg = given_options_find(options_that_need[i].name);
      if (!arg || options_that_need[i].has_effect) continue;
      VG_(snprintf)
      (text, SENTENCE_B, "Warning: %s had no effect: it needs %s.", arg,
       options_that_need[i].needs);
      say(to, text);
   }
}
