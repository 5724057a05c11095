// SPDX-License-Identifier: GPL-3.0-or-later
// Unknown options; see unknown_option.h.
#include "callgrind/help/unknown_option.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "callgrind/help/edit_distance.h"
#include "callgrind/help/known_options.h"
#include "callgrind/options/options.h"

// Characters: no option has a longer name; part of a name that says enough; D1, L2.
enum { NAME_MAX = LETTERS_MAX, PART_MIN = 4, SHORT_NAME = 2 };

// An option as it was given, or as it may be.
typedef struct {
   HChar name[NAME_MAX + 1]; // without dashes and number; in small letters, _ is -
   const HChar* number;      // behind the name
   Int digits;               // that the number has; 0: there is none
   Bool takes_number;        // "<n>" stands there
   const HChar* value;       // "=..." or empty
} Parts;

// Takes an option apart; False if its name is too long.
static Bool take_apart(const HChar* text, Parts* p)
{
   Int n = 0;
   while (*text == '-') text++;
   for (; text[n] && text[n] != '=' && text[n] != '<'; n++) {
      if (n == NAME_MAX) return False;
      p->name[n] = text[n] == '_' ? '-' : VG_(tolower)(text[n]);
   }
   p->takes_number = text[n] == '<';
   p->value = text + n + VG_(strcspn)(text + n, "=");
   p->digits = 0;
   while (n > SHORT_NAME && VG_(isdigit)(text[n - 1])) {
      n--;
      p->digits++;
   }
   p->name[n] = '\0';
   p->number = text + n;
   return True;
}

// All options, ours first, "--name=values" or "--name"; NULL behind the last one.  The text is gone
// with the next call.
static const HChar* any_option(Int n)
{
   static HChar text[128];
   const HChar *values, *name = options_listed(n, &values);
   if (name) {
      VG_(snprintf)(text, sizeof text, "%s=%s", name, values);
      return text;
   }
   Int ours = 0;
   while (options_listed(ours, &values)) ours++;
   return known_core_option(n - ours);
}

// How far `given` is from `known`: wrong letters, and more than that for a beginning or an end of
// the name; -1: they have nothing to do with each other.
static Int likeness(const HChar* given, const HChar* known)
{
   enum { IS_END = 10, IS_BEGINNING };
   const Int wrong = edit_distance(given, known);
   const SizeT n = VG_(strlen)(given), m = VG_(strlen)(known);
   if (wrong <= edit_distance_allowed(given)) return wrong;
   if (n < PART_MIN || n >= m) return -1;
   if (known[m - n - 1] == '-' && VG_(strcmp)(given, known + m - n) == 0) return IS_END;
   if (VG_(strncmp)(given, known, n) == 0) return IS_BEGINNING;
   return -1;
}

// The option that is most like the one given; NULL: none is.
static const HChar* most_like(const Parts* given)
{
   Int best = -1, best_likeness = 0;
   const HChar* option;
   Parts p;
   for (Int i = 0; (option = any_option(i)) != NULL; i++) {
      if (!take_apart(option, &p) || (given->digits && !p.takes_number)) continue;
      const Int l = likeness(given->name, p.name);
      if (l < 0 || (best >= 0 && l >= best_likeness)) continue;
      best = i;
      best_likeness = l;
   }
   return best < 0 ? NULL : any_option(best);
}

static void end_with(const HChar* sentence, const HChar* arg, const HChar* option)
{
   VG_(fmsg)(sentence, arg, option);
   VG_(exit)(1);
}

// Asks whether `option` was meant, with the number and the value that were given.
static void suggest(const HChar* arg, const Parts* given, const HChar* option,
                    const HChar* value)
{
   const SizeT size = VG_(strlen)(option) + VG_(strlen)(arg) + VG_(strlen)(value) + 1;
   HChar text[size];
   Parts p;
   (void)take_apart(option, &p);
   const SizeT n = VG_(strcspn)(option, p.takes_number ? "<" : "=");
   VG_(strcpy)(text, option);
   text[n] = '\0';
   if (p.takes_number && !given->digits) VG_(strcat)(text, "<n>");
   if (p.takes_number) VG_(strncat)(text, given->number, (SizeT)given->digits);
   if (*p.value) VG_(strcat)(text, *value ? value : p.value);
   end_with("Unknown option %s: did you mean %s?\n", arg, text);
}

// What another program of Xgrind does, once the program has run.
static void explain_afterwards(const HChar* arg, const Parts* given)
{
   static const struct {
      const HChar *option, *command;
   } does[] = {
      {"html", "xgrind_report --html"},
      {"findings", "xgrind_report --findings"},
      {"report", "xgrind_report"},
      {"annotate", "xgrind_annotate"},
      {"json", "xgrind_annotate --json"},
      {"flamegraph", "xgrind_report --html, which has a flame graph"},
      {"pprof", "xgrind_export --pprof=<file>, of a run with --context-tree=yes"},
      {"collapsed", "xgrind_export --collapsed=<file>, of a run with --context-tree=yes"},
      {"speedscope", "xgrind_export --speedscope=<file>, of a run with --context-tree=yes"}};
   for (UInt i = 0; i < sizeof does / sizeof does[0]; i++)
      if (VG_(strcmp)(given->name, does[i].option) == 0)
         end_with("Unknown option %s: did you mean %s? It reads what a run has written.\n", arg,
                  does[i].command);
}

// What other programs call it.
static void translate(Parts* given)
{
   static const struct {
      const HChar *other, *ours;
   } word[] = {{"l3", "ll"},
               {"out", "callgrind-out-file"},
               {"output", "callgrind-out-file"},
               {"objects", "collect-objects"}};
   for (UInt i = 0; i < sizeof word / sizeof word[0]; i++)
      if (VG_(strcmp)(given->name, word[i].other) == 0) VG_(strcpy)(given->name, word[i].ours);
}

// "--no-name" where there is "--name=no".
static void explain_negation(const HChar* arg, Parts given)
{
   if (VG_(strncmp)(given.name, "no-", 3) != 0) return;
   VG_(memmove)(given.name, given.name + 3, sizeof given.name - 3);
   const HChar* option = most_like(&given);
   const HChar* values = option ? VG_(strchr)(option, '=') : NULL;
   if (values && VG_(strncmp)(values, "=no|", 4) == 0) suggest(arg, &given, option, "=no");
}

// An option of the core's that it has refused: because of its value, or because it is an older core.
static void explain_refused(const HChar* arg)
{
   const SizeT n = VG_(strcspn)(arg, "=");
   const HChar* option;
   for (Int i = 0; (option = known_core_option(i)) != NULL; i++)
      if (VG_(strcspn)(option, "=") == n && VG_(strncmp)(option, arg, n) == 0)
         end_with("Bad option %s: expected %s, where this version of Valgrind has it.\n", arg,
                  option);
}

static void explain_missing_value(const HChar* arg)
{
   const SizeT n = VG_(strlen)(arg);
   const HChar* option;
   for (Int i = 0; (option = any_option(i)) != NULL; i++)
      if (VG_(strncmp)(option, arg, n) == 0 && option[n] == '=')
         end_with("Bad option %s: it needs a value; write %s, without a blank.\n", arg, option);
}

static void explain_other_tool(const HChar* arg, const Parts* given)
{
   const HChar* tool;
   const HChar* title = known_tool_of(given->name, &tool);
   if (!title) return;
   VG_(fmsg)
   ("Bad option %s: it belongs to %s; leave it out, or run with --tool=%s.\n", arg, title,
    tool);
   VG_(exit)(1);
}

void unknown_option_explain(const HChar* arg)
{
   Parts given;
   explain_missing_value(arg);
   explain_refused(arg);
   if (!take_apart(arg, &given)) return;
   explain_other_tool(arg, &given);
   explain_afterwards(arg, &given);
   explain_negation(arg, given);
   translate(&given);
   const HChar* option = most_like(&given);
   if (option) suggest(arg, &given, option, given.value);
}
