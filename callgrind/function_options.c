// SPDX-License-Identifier: GPL-3.0-or-later
// Orders by function name; see function_options.h.
#include "callgrind/function_options.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"

typedef struct Entry_ {
   FunctionOrder order;
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

void function_options_add(FunctionOrder order, const HChar* option, const HChar* pattern,
                          UInt number)
{
   Entry* e = VG_(malloc)("xg.function_options", sizeof *e);
   *e = (Entry){.order = order, .number = number, .option = option, .pattern = pattern};
   *last = e;
   last = &e->next;
}

static void obey(Function* f, const Entry* e)
{
   switch (e->order) {
   case ORDER_SKIP: f->set.skip = true; break;
   case ORDER_DUMP_BEFORE: f->set.dump_before = true; break;
   case ORDER_DUMP_AFTER: f->set.dump_after = true; break;
   case ORDER_ZERO_BEFORE: f->set.zero_before = true; break;
   case ORDER_TOGGLE_COLLECT: f->set.toggle_collect = true; break;
   case ORDER_POP_ON_JUMP: f->set.pop_on_jump = true; break;
   case ORDER_GROUP: f->set.group = e->number; break;
   case ORDER_SEPARATE_CALLERS: f->set.separate_callers = e->number; break;
   case ORDER_SEPARATE_RECURSIONS: f->set.separate_recursions = e->number; break;
   }
}

void function_options_apply(Function* f)
{
   for (Entry* e = first; e; e = e->next) {
      if (!e->near && VG_(strncmp)(e->pattern, f->name, VG_(strlen)(e->pattern)) == 0)
         e->near = f->name;
      if (!VG_(string_match)(e->pattern, f->name)) continue;
      e->matched = True;
      obey(f, e);
   }
   f->has_orders =
      f->set.dump_before || f->set.dump_after || f->set.zero_before || f->set.toggle_collect;
}

void function_options_note_code(const Function* f)
{
   for (Entry* e = first; e; e = e->next)
      if (!e->has_code) e->has_code = VG_(string_match)(e->pattern, f->name);
}

// Whether the order is about calls that are made.
static Bool needs_calls(FunctionOrder order)
{
   return order != ORDER_GROUP && order != ORDER_SEPARATE_CALLERS
          && order != ORDER_SEPARATE_RECURSIONS;
}

void function_options_report(void)
{
   for (const Entry* e = first; e; e = e->next) {
      if (e->matched && !e->has_code && needs_calls(e->order)) VG_(umsg)
      ("Warning: %s had no effect: %s was inlined wherever it ran and never called.\n",
       e->option, e->pattern);
      if (e->matched) continue;
      VG_(umsg)("Warning: %s matched no function.\n", e->option);
      if (e->near) VG_(umsg)("Did you mean %s? '%s*' would match it.\n", e->near, e->pattern);
   }
}
