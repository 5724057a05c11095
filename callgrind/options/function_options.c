// SPDX-License-Identifier: GPL-3.0-or-later
// Actions by function name; see function_options.h.
#include "callgrind/options/function_options.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"

typedef struct Entry_ {
   FunctionAction action;
   UInt number;
   const HChar* option; // as the user wrote it: --fn-skip=<pattern>
   const HChar* pattern;
   Bool matched;      // some function
   Bool has_code;     // one of them, that was not only inlined
   const HChar* near; // a function whose name goes on behind what is given; NULL: none seen
   struct Entry_* next;
} Entry;

static Entry* first;
static Entry** last = &first;

void function_options_add(FunctionAction action, const HChar* option, const HChar* pattern,
                          UInt number)
{
   Entry* e = VG_(malloc)("xg.function_options", sizeof *e);
   *e = (Entry){.action = action, .number = number, .option = option, .pattern = pattern};
   *last = e;
   last = &e->next;
}

static void apply(Function* f, const Entry* e)
{
   switch (e->action) {
   case ACTION_SKIP: f->settings.skip = true; break;
   case ACTION_DUMP_BEFORE: f->settings.dump_before = true; break;
   case ACTION_DUMP_AFTER: f->settings.dump_after = true; break;
   case ACTION_ZERO_BEFORE: f->settings.zero_before = true; break;
   case ACTION_TOGGLE_COLLECT: f->settings.toggle_collect = true; break;
   case ACTION_POP_ON_JUMP: f->settings.pop_on_jump = true; break;
   case ACTION_GROUP: f->settings.group = e->number; break;
   case ACTION_SEPARATE_CALLERS: f->settings.separate_callers = e->number; break;
   case ACTION_SEPARATE_RECURSIONS: f->settings.separate_recursions = e->number; break;
   }
}

void function_options_apply(Function* f)
{
   for (Entry* e = first; e; e = e->next) {
      if (!e->near && VG_(strncmp)(e->pattern, f->name, VG_(strlen)(e->pattern)) == 0)
         e->near = f->name;
      if (!VG_(string_match)(e->pattern, f->name)) continue;
      e->matched = True;
      apply(f, e);
   }
   f->has_actions = f->settings.dump_before || f->settings.dump_after || f->settings.zero_before
                    || f->settings.toggle_collect;
}

void function_options_note_code(const Function* f)
{
   for (Entry* e = first; e; e = e->next)
      if (!e->has_code) e->has_code = VG_(string_match)(e->pattern, f->name);
}

// Whether the action is about calls that are made.
static Bool needs_calls(FunctionAction action)
{
   return action != ACTION_GROUP && action != ACTION_SEPARATE_CALLERS
          && action != ACTION_SEPARATE_RECURSIONS;
}

void function_options_report(void)
{
   for (const Entry* e = first; e; e = e->next) {
      if (e->matched && !e->has_code && needs_calls(e->action)) VG_(umsg)
      ("Warning: %s had no effect: %s was inlined wherever it ran and never called.\n",
       e->option, e->pattern);
      if (e->matched) continue;
      VG_(umsg)("Warning: %s matched no function.\n", e->option);
      if (e->near) VG_(umsg)("Did you mean %s? '%s*' would match it.\n", e->near, e->pattern);
   }
}
