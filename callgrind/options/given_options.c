// SPDX-License-Identifier: GPL-3.0-or-later
// Options that were given; see given_options.h.
#include "callgrind/options/given_options.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "base/grown_text.h"
#include "base/short_text.h"
#include "callgrind/options/option_values.h"

static XArray* given; // of const HChar*; NULL: none

void given_options_note(const HChar* arg)
{
   if (!given) given = VG_(newXA)(VG_(malloc), "xg.given_options", VG_(free), sizeof arg);
   VG_(addToXA)(given, &arg);
}

static Int n_given(void)
{
   return given ? (Int)VG_(sizeXA)(given) : 0;
}

static const HChar* argument(Int i)
{
   return *(const HChar**)VG_(indexXA)(given, i);
}

static Bool sets(const HChar* arg, const HChar* name)
{
   const SizeT n = VG_(strlen)(name);
   return VG_(strncmp)(arg, name, n) == 0 && arg[n] == '=';
}

static Bool is_about_files(const HChar* arg)
{
   return sets(arg, "--callgrind-out-file") || sets(arg, "--xgrind-out-file")
          || sets(arg, "--data-out-file") || sets(arg, "--objects-out-file")
          || sets(arg, "--context-tree-out-file") || sets(arg, "--xg-run");
}

static Bool changes_profiles(const HChar* arg)
{
   static const HChar* const of_core[] = {"--read-inline-info", "--trace-children",
                                          "--fair-sched", "--scheduling-quantum",
                                          "--smc-check"};
   for (UInt i = 0; i < sizeof of_core / sizeof of_core[0]; i++)
      if (sets(arg, of_core[i])) return True;
   return False;
}

const HChar* given_options_to_core(const HChar* name)
{
   const HChar* value = NULL;
   for (Int i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
      const HChar* arg = *(HChar**)VG_(indexXA)(VG_(args_for_valgrind), i);
      if (sets(arg, name)) value = arg + VG_(strlen)(name) + 1;
   }
   return value;
}

void given_options_require_number(const HChar* name, const HChar* what, Long min, Long max)
{
   Long n;
   const HChar* value = given_options_to_core(name);
   if (!value || !option_number(value, min, max, &n)) return;
   HChar shown[SHORT_TEXT_B];
   short_text_end(shown, SHORT_TEXT_COLUMNS_MAX / 3, value);
   VG_(fmsg)
   ("%s takes %s from %lld to %lld, not %s.\n", name, what, min, max, *value ? shown : "none");
   VG_(exit)(1);
}

static void add_word(HChar** text, const HChar* arg)
{
   HChar* word = short_text_shell_word(arg);
   grown_text_add(text, *text ? " " : "");
   grown_text_add(text, word);
   host_free(word);
}

HChar* given_options_text(void)
{
   HChar* text = NULL;
   for (Int i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
      const HChar* arg = *(HChar**)VG_(indexXA)(VG_(args_for_valgrind), i);
      if (changes_profiles(arg)) add_word(&text, arg);
   }
   for (Int i = 0; i < n_given(); i++)
      if (!is_about_files(argument(i))) add_word(&text, argument(i));
   return text;
}
