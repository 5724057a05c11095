// SPDX-License-Identifier: GPL-3.0-or-later
// Options by function name; see function_options.h.
#include "callgrind/options/function_options.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"

#include "callgrind/files/short_text.h"

typedef struct Entry_ {
   FunctionOption kind;
   UInt number;
   const HChar* text; // as the user wrote it: --fn-skip=<pattern>
   const HChar* pattern;
   Bool matched;      // some function
   Bool has_code;     // one of them, that was not only inlined
   const HChar* near; // a function whose name goes on behind what is given; NULL: none seen
   struct Entry_* next;
} Entry;

static Entry* first;
static Entry** last = &first;

void function_options_add(FunctionOption kind, const HChar* text, const HChar* pattern,
                          UInt number)
{
   Entry* e = VG_(malloc)("xg.function_options", sizeof *e);
   *e = (Entry){.kind = kind, .number = number, .text = text, .pattern = pattern};
   *last = e;
   last = &e->next;
}

static void apply(Function* f, const Entry* e)
{
   switch (e->kind) {
   case OPTION_SKIP: f->settings.skip = true; break;
   case OPTION_DUMP_BEFORE: f->settings.dump_before = true; break;
   case OPTION_DUMP_AFTER: f->settings.dump_after = true; break;
   case OPTION_ZERO_BEFORE: f->settings.zero_before = true; break;
   case OPTION_TOGGLE_COLLECT: f->settings.toggle_collect = true; break;
   case OPTION_POP_ON_JUMP: f->settings.pop_on_jump = true; break;
   case OPTION_GROUP: f->settings.group = e->number; break;
   case OPTION_SEPARATE_CALLERS: f->settings.separate_callers = e->number; break;
   case OPTION_SEPARATE_RECURSIONS: f->settings.separate_recursions = e->number; break;
   case OPTION_TIMELINE_REGION: f->settings.timeline_region = true; break;
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
                    || f->settings.toggle_collect || f->settings.timeline_region;
}

void function_options_note_code(const Function* f)
{
   for (Entry* e = first; e; e = e->next)
      if (!e->has_code) e->has_code = VG_(string_match)(e->pattern, f->name);
}

// Whether the option is about calls that are made.
static Bool needs_calls(FunctionOption kind)
{
   return kind != OPTION_GROUP && kind != OPTION_SEPARATE_CALLERS
          && kind != OPTION_SEPARATE_RECURSIONS;
}

void function_options_report(void (*say)(void* to, const HChar* sentence), void* to)
{
   enum { SENTENCE_B = 1024, NEAR_COLUMNS = 40 };
   HChar text[SENTENCE_B], near[SHORT_TEXT_B];
   for (const Entry* e = first; e; e = e->next) {
      if (e->near) short_text_function(near, NEAR_COLUMNS, e->near);
      if (e->matched && !e->has_code && needs_calls(e->kind)) VG_(snprintf)
      (text, SENTENCE_B,
       "Warning: %s had no effect: %s was inlined wherever it ran and never called.", e->text,
       e->pattern);
      else if (!e->matched && e->near) VG_(snprintf)(
         text, SENTENCE_B,
         "Warning: %s matched no function. Did you mean %s? '%s*' would match it.", e->text,
         e->near, e->pattern);
      else if (!e->matched)
         VG_(snprintf)(text, SENTENCE_B, "Warning: %s matched no function.", e->text);
      else continue;
      say(to, text);
   }
}
