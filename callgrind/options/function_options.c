// SPDX-License-Identifier: GPL-3.0-or-later
// Options by function name; see function_options.h.
#include "callgrind/options/function_options.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "base/code_name.h"
#include "base/grown_text.h"
#include "base/path_name.h"
#include "base/pattern.h"
#include "base/short_text.h"
#include "callgrind/help/edit_distance.h"
#include "callgrind/help/no_symbols.h"

typedef struct Entry_ {
   FunctionOption kind;
   UInt number;
   const HChar* text; // as the user wrote it: --fn-skip=<pattern>
   const HChar* pattern;
   Bool matched;  // some function
   Bool has_code; // one of them, that was not only inlined
   struct Entry_* next;
} Entry;

static Entry* first;
static Entry** last = &first;
static XArray* functions; // of const Function*, in the order of their appearance; NULL: none

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
   case OPTION_SKIP:
   case OPTION_SKIP_OBJECT: f->settings.skip = true; break;
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

// What a pattern describes: the function's name, the object's path or, by a pattern without
// folders, the object's name.
static const HChar* subject(const Entry* e, const Function* f)
{
   if (e->kind != OPTION_SKIP_OBJECT) return f->name;
   const HChar* path = f->file->module->name;
   return VG_(strchr)(e->pattern, '/') ? path : path_name(path);
}

// Callgrind's options describe whole names; a region of the timeline is also named as it is printed.
static Bool describes(const Entry* e, const Function* f)
{
   if (pattern_describes(e->pattern, subject(e, f))) return True;
   if (e->kind != OPTION_TIMELINE_REGION) return False;
   HChar* plain = code_name(f->name);
   const Bool is_described = pattern_describes(e->pattern, plain);
   host_free(plain);
   return is_described;
}

static void note_function(const Function* f)
{
   if (!functions)
      functions = VG_(newXA)(VG_(malloc), "xg.function_options", VG_(free), sizeof f);
   VG_(addToXA)(functions, &f);
}

void function_options_apply(Function* f)
{
   if (first) note_function(f);
   for (Entry* e = first; e; e = e->next) {
      if (!describes(e, f)) continue;
      e->matched = True;
      apply(f, e);
   }
   f->has_actions = f->settings.dump_before || f->settings.dump_after || f->settings.zero_before
                    || f->settings.toggle_collect || f->settings.timeline_region;
}

void function_options_note_code(const Function* f)
{
   for (Entry* e = first; e; e = e->next)
      if (!e->has_code) e->has_code = describes(e, f);
}

// Whether the option is about calls that are made.
static Bool needs_calls(FunctionOption kind)
{
   return kind != OPTION_GROUP && kind != OPTION_SEPARATE_CALLERS
          && kind != OPTION_SEPARATE_RECURSIONS;
}

static Bool is_misspelt_in(const HChar* pattern, const HChar* name)
{
   return edit_distance(pattern, name) <= edit_distance_allowed(pattern);
}

static Bool goes_on_behind(const HChar* pattern, const HChar* name)
{
   return VG_(strncmp)(pattern, name, VG_(strlen)(pattern)) == 0;
}

// The first name that the pattern of an option resembles so; NULL: there is none.
static const HChar* first_name(const Entry* e, Bool (*resembles)(const HChar*, const HChar*))
{
   for (Word i = 0; functions && i < VG_(sizeXA)(functions); i++) {
      const HChar* name = subject(e, *(const Function**)VG_(indexXA)(functions, i));
      if (resembles(e->pattern, name)) return name;
   }
   return NULL;
}

static void add_why_unmatched(HChar** text)
{
   HChar* why = no_symbols_explained();
   if (!why) return;
   grown_text_add(text, why);
   VG_(free)(why);
}

// What was wrong with an option that matched nothing, and what might have been meant.
static void describe_unmatched(HChar** text, const Entry* e)
{
   enum { NAME_COLUMNS = 40 };
   HChar name[SHORT_TEXT_B];
   const HChar* alike = first_name(e, is_misspelt_in);
   const HChar* near = alike ? alike : first_name(e, goes_on_behind);
   grown_text_add(text, " matched no ");
   grown_text_add(text, e->kind == OPTION_SKIP_OBJECT ? "object whose code ran" : "function");
   if (near) {
      short_text_function(name, NAME_COLUMNS, near);
      grown_text_add(text, "; did you mean ");
      grown_text_add(text, name);
   }
   if (near && !alike) {
      grown_text_add(text, " ('");
      grown_text_add(text, e->pattern);
      grown_text_add(text, "*' matches it)");
   }
   if (!near && e->kind != OPTION_SKIP_OBJECT) add_why_unmatched(text);
   grown_text_add(text, near ? "?" : ".");
}

static void describe_inlined(HChar** text, const Entry* e)
{
   grown_text_add(text, " had no effect: ");
   grown_text_add(text, e->pattern);
   grown_text_add(text, " was inlined wherever it ran and never called.");
}

void function_options_report(void (*say)(void* to, const HChar* sentence), void* to)
{
   for (const Entry* e = first; e; e = e->next) {
      const Bool only_inlined = e->matched && !e->has_code && needs_calls(e->kind);
      if (e->matched && !only_inlined) continue;
      HChar* text = NULL;
      grown_text_add(&text, "Warning: ");
      grown_text_add(&text, e->text);
      (only_inlined ? describe_inlined : describe_unmatched)(&text, e);
      say(to, text);
      host_free(text);
   }
}
