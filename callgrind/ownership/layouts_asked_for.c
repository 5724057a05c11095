// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts that the user asks for; see layouts_asked_for.h.
#include "callgrind/ownership/layouts_asked_for.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "base/grown_text.h"
#include "base/short_text.h"
#include "callgrind/help/no_symbols.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/object_names.h"
#include "callgrind/result_files/text_file.h"
#include "callgrind/summary/size_text.h"
#include "engine/engine.h"
#include "layouts/parse.h"

enum { NEAR_COLUMNS = 60 };

typedef struct Asked_ {
   const HChar* text; // as the user wrote it
   ObjectPattern pattern;
   Layout layout;
   WhatIfLayout what_if;
   UInt option;          // that asks for it, from 1
   Bool matched;         // some object
   struct Asked_* older; // asked for before
} Asked;

static Asked* newest;
static UInt n_asked, n_options;

// --- OBJECT:LAYOUT ----------------------------------------------------------------------------

// Where the layout begins: behind the last colon outside of parentheses.  NULL: there is none.
static const HChar* layout_in(const HChar* text)
{
   const HChar* at = text + VG_(strlen)(text);
   for (Int depth = 0; at > text && (depth || at[-1] != ':'); at--) {
      depth += at[-1] == ')';
      depth -= at[-1] == '(' && depth;
   }
   return at > text + 1 ? at : NULL;
}

static const HChar* add(const HChar* text)
{
   static HChar sentence[LAYOUT_ERROR_B + 2];
   const HChar* layout = layout_in(text);
   if (!layout) return "Expected OBJECT:LAYOUT after '=', such as 'table:split(64: 56)'.";
   if (!*layout)
      return "Expected a layout after the last ':', such as 'split(64: 56)', with all its ')'.";
   if (n_asked++ == HOMES_MAX) return "There are 1024 layouts already, and no more can be.";
   Layout l;
   if (!layout_parse(&l, layout, sentence)) {
      VG_(strcat)(sentence, ".");
      return sentence;
   }
   Asked* a = VG_(calloc)("xg.layouts", 1, sizeof *a);
   a->layout = l;
   a->text = text;
   a->option = n_options;
   a->pattern = object_pattern(text, layout - 1 - text);
   a->older = newest;
   newest = a;
   return NULL;
}

const HChar* layouts_add(const HChar* text)
{
   n_options++;
   return add(text);
}

void layouts_add_file(const HChar* file)
{
   n_options++;
   TextFile f = text_file_open(file, "a file of layouts");
   for (const HChar* line; (line = text_file_line(&f));) {
      const HChar* error = add(line);
      if (error) text_file_fail(&f, line, error);
   }
}

Bool layouts_are_there(void)
{
   return newest != NULL;
}

const HChar* layouts_with_huge_pages(void)
{
   for (const Asked* a = newest; a; a = a->older)
      if (a->layout.huge_pages) return a->text;
   return NULL;
}

// Numbers the layouts of each simulation, the oldest first, as its memory has a place for each: where things are then does not depend on
// what else the run simulates.
static void prepare(Asked* a, UInt of_simulation[SIMULATIONS_MAX])
{
   if (!a) return;
   prepare(a->older, of_simulation);
   const UInt simulation = options.what_if_apart ? a->option : 0;
   what_if_layout_init(&a->what_if, &a->layout, of_simulation[simulation]++);
}

void layouts_prepare(void)
{
   UInt of_simulation[SIMULATIONS_MAX] = {0};
   prepare(newest, of_simulation);
}

UInt layouts_options(void)
{
   return n_options;
}

const HChar* layouts_text(UInt option, UInt* more)
{
   const HChar* text = NULL;
   UInt n = 0;
   for (const Asked* a = newest; a; a = a->older) {
      if (a->option != option) continue;
      text = a->text;
      n++;
   }
   *more = n ? n - 1 : 0;
   return text;
}

Bool layouts_in_each_option(void)
{
   UInt more;
   for (UInt i = 1; i <= n_options; i++)
      if (!layouts_text(i, &more)) return False;
   return True;
}

Bool layouts_for(const MemObject* o, WhatIfLayout** by_simulation)
{
   Bool any = False;
   for (Asked* a = newest; a; a = a->older) {
      if (!object_names_match(o, &a->pattern)) continue;
      a->matched = any = True;
      const UInt simulation = options.what_if_apart ? a->option : options.beside;
      if (!by_simulation[simulation]) by_simulation[simulation] = &a->what_if;
   }
   return any;
}

// --- the end of the run -------------------------------------------------------------------------

static HChar* describe_unmatched(const Asked* a)
{
   HChar* text = NULL;
   HChar* near = object_names_near(&engine.objects.set, &a->pattern);
   HChar* why = near ? NULL : no_symbols_explained();
   grown_text_add(&text, "--what-if=");
   grown_text_add(&text, a->text);
   grown_text_add(
      &text, " matched no variable outside of stacks that was accessed, and no allocation");
   if (near) {
      HChar shown[SHORT_TEXT_B];
      short_text_end(shown, NEAR_COLUMNS, near);
      grown_text_add(&text, "; did you mean ");
      grown_text_add(&text, shown);
      grown_text_add(&text, "?");
      VG_(free)(near);
   }
   if (why) {
      grown_text_add(&text, why);
      VG_(free)(why);
   }
   return text;
}

// What is known of one, and, if `and_older`, of those asked for before.
static void report(const Asked* a, Bool and_older, void (*say)(void* to, const HChar* sentence),
                   void* to)
{
   const WhatIfLayout* w = &a->what_if;
   const SizeT size = VG_(strlen)(a->text) + VG_(strlen)(VG_(args_the_exename)) + 512;
   HChar* sentence = VG_(malloc)("xg.layouts", size);
   HChar bytes[SIZE_TEXT_B];
   if (and_older && a->older) report(a->older, True, say, to);
   if (!a->matched) {
      VG_(free)(sentence);
      sentence = describe_unmatched(a);
      say(to, sentence);
      VG_(free)(sentence);
      return;
   }
   if (!w->n_ranges) VG_(snprintf)
   (sentence, size, "--what-if=%s has no effect: each object that it matches has a later one",
    a->text);
   else VG_(snprintf)(sentence, size, "Simulated with %s: %'llu range%s, %s", a->text,
                      (ULong)w->n_ranges, w->n_ranges == 1 ? "" : "s",
                      size_text(bytes, w->total_B));
   if (w->n_with_rest) {
      const SizeT n = VG_(strlen)(sentence);
      VG_(snprintf)
      (sentence + n, size - n, "; %'llu of them end%s in a rest, as of %'llu B",
       (ULong)w->n_with_rest, w->n_with_rest == 1 ? "s" : "", (ULong)w->a_rest_B);
   }
   if (w->n_of_no_thread) {
      const SizeT n = VG_(strlen)(sentence);
      VG_(snprintf)
      (sentence + n, size - n, "; %'llu of them %s, so of no thread", (ULong)w->n_of_no_thread,
       w->n_of_no_thread == 1 ? "is no allocation" : "are no allocations");
   }
   if (w->n_without_room) {
      const SizeT n = VG_(strlen)(sentence);
      VG_(snprintf)
      (sentence + n, size - n,
       "; %'llu of them %s as in the program, for want of simulated memory",
       (ULong)w->n_without_room, w->n_without_room == 1 ? "is" : "are");
   }
   say(to, sentence);
   VG_(free)(sentence);
}

Bool layouts_all_matched(void)
{
   for (const Asked* a = newest; a; a = a->older)
      if (!a->matched) return False;
   return True;
}

void layouts_report_unmatched(void (*say)(void* to, const HChar* sentence), void* to)
{
   for (const Asked* a = newest; a; a = a->older)
      if (!a->matched) report(a, False, say, to);
}

Bool layouts_have_effect(void)
{
   for (const Asked* a = newest; a; a = a->older)
      if (a->what_if.n_ranges) return True;
   return False;
}

void layouts_report(void (*say)(void* to, const HChar* sentence), void* to)
{
   if (newest) report(newest, True, say, to);
}
