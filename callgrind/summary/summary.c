// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a run; see summary.h.
#include "callgrind/summary/summary.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#include "base/short_text.h"
#include "callgrind/core_private.h"
#include "callgrind/options/function_options.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/layouts_asked_for.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/result_files/profile_file.h"
#include "callgrind/result_files/result_files.h"
#include "callgrind/summary/callgrind_summary.h"
#include "callgrind/summary/end_lines.h"
#include "callgrind/summary/findings.h"
#include "callgrind/summary/layout_table.h"
#include "callgrind/summary/whose_messages.h"
#include "callgrind/threads/turns.h"
#include "callgrind/threads/unprofiled.h"
#include "engine/engine.h"
#include "engine/repeats/found_regions.h"

enum { SENTENCE_B = 1024 };

static void note(void* lines, const HChar* sentence)
{
   HChar* text = short_text_printable(sentence);
   end_lines_add_text(lines, END_NOTE, text);
   host_free(text);
}

static void say(void* unused, const HChar* sentence)
{
   (void)unused;
   VG_(umsg)("%s\n", sentence);
}

static void report_left_out_regions(void (*report)(void*, const HChar*), void* to)
{
   HChar text[SENTENCE_B], name[SHORT_TEXT_B];
   if (!engine.regions.left_out) return;
   short_text_function(name, SHORT_TEXT_COLUMNS_MAX, engine.regions.left_out);
   VG_(snprintf)
   (text, SENTENCE_B,
    "Warning: the timeline has at most %d regions: %s is left out, and all that began later; "
    "name fewer functions with --timeline-region.",
    TIMELINE_REGIONS_MAX, name);
   report(to, text);
}

// A hundredth of a percent is not worth a word.
static UInt percent(ULong part, ULong whole)
{
   return whole ? (UInt)((100 * part + whole / 2) / whole) : 0;
}

// What was folded without being asked for, and why.
static void report_found_regions(void (*report)(void*, const HChar*), void* to)
{
   HChar text[SENTENCE_B], name[SHORT_TEXT_B];
   const FoundRegions* f = &found_regions;
   static const HChar* const instances[] = {[REGION_FUNCTION] = "calls",
                                            [REGION_LOOP] = "iterations",
                                            [REGION_BARRIER] = "stretches"};
   if (!options.find_regions) return;
   for (UInt i = 0; i < f->n; i++) {
      const TimelineRegion* r = f->region[i];
      short_text_function(name, SHORT_TEXT_COLUMNS_MAX, r->name);
      VG_(snprintf)
      (text, SENTENCE_B, "Folded: %s, %'llu %s with %u%% of the instructions%s", name,
       (ULong)r->fold.instructions.n, instances[r->kind],
       percent(r->instructions, f->instructions),
       f->is_cut ? " up to where there was no more room" : "");
      report(to, text);
   }
   if (f->n) return;
   if (!f->nearest) {
      report(to, "Nothing is folded (laid over each other): no loop and no function that "
                 "repeats takes most of the time");
      return;
   }
   short_text_function(name, SHORT_TEXT_COLUMNS_MAX, f->nearest->name);
   VG_(snprintf)
   (text, SENTENCE_B,
    "Nothing is folded (laid over each other): the longest repetition, in %s, has only %u%% of "
    "the instructions",
    name, percent(f->nearest_instructions, f->instructions));
   report(to, text);
}

// What --timeline-region=PATTERN has folded: the first few functions.
static void report_asked_regions(void (*report)(void*, const HChar*), void* to)
{
   enum { NAMED = 3 };
   HChar text[SENTENCE_B], name[SHORT_TEXT_B];
   UInt n = 0;
   for (UInt i = 0; engine.config.timeline.on && i < engine.regions.n; i++) {
      const TimelineRegion* r = engine.regions.region[i];
      if (r->found || r->kind != REGION_FUNCTION || ++n > NAMED) continue;
      const ULong calls = r->fold.instructions.n;
      short_text_function(name, SHORT_TEXT_COLUMNS_MAX, r->name);
      VG_(snprintf)
      (text, SENTENCE_B, "Folded: %s, %'llu call%s", name, calls, calls == 1 ? "" : "s");
      report(to, text);
   }
   if (n <= NAMED) return;
   VG_(snprintf)(text, SENTENCE_B, "Folded: %u functions more", n - NAMED);
   report(to, text);
}

static void report_turns(void (*report)(void*, const HChar*), void* to)
{
   HChar text[SENTENCE_B];
   const ULong n = turns_out_of_order();
   if (!n) return;
   VG_(snprintf)
   (text, SENTENCE_B,
    "%'llu turn%s out of order: time or another process ended waits, so counts differ by run",
    n, n == 1 ? "" : "s");
   report(to, text);
}

static void report_notes(void (*report)(void*, const HChar*), void* to)
{
   function_options_report(report, to);
   layouts_report(report, to);
   report_left_out_regions(report, to);
   report_asked_regions(report, to);
   report_found_regions(report, to);
   report_turns(report, to);
}

// What ran, or will run, and is not in the profile.
static void add_unprofiled(EndLines* l, const HChar* replaced_by)
{
   HChar text[SENTENCE_B], name[SHORT_TEXT_B];
   // With --trace-children=yes a program that is not profiled is left out on purpose.
   if (replaced_by && !VG_(clo_trace_children)) {
      static const HChar format[] =
         "The program then became %s (exec), not profiled: add --trace-children=yes";
      const Int others = (Int)sizeof format - 3; // but for %s and the end
      short_text_end(name, end_lines_room() - others, replaced_by);
      VG_(snprintf)(text, SENTENCE_B, format, name);
      note(l, text);
   }
   if (unprofiled_children(text, SENTENCE_B, end_lines_room())) note(l, text);
   uint64_t collected[EV_COUNT];
   dump_collected(collected);
   if (unprofiled_instructions(text, SENTENCE_B, collected[EV_IR])) note(l, text);
}

void summary_print(const HChar* replaced_by)
{
   static EndLines lines;
   const Bool all = VG_(clo_verbosity) > 1;
   if (VG_(clo_verbosity) == 0) {
      if (!replaced_by) layouts_report_unmatched(say, NULL);
      return;
   }
   if (messages_are_callgrinds()) {
      if (replaced_by) return; // as Callgrind
      report_notes(say, NULL);
      callgrind_summary_print();
      return;
   }
   if (all) callgrind_summary_print();
   profile_file_describe_run(&lines);
   result_files_describe(&lines, layouts_have_effect());
   if (result_files_are_complete()) findings_add(&lines);
   add_unprofiled(&lines, replaced_by);
   report_notes(note, &lines);
   if (options.beside && !replaced_by && result_files_are_complete()) layout_table_print();
   end_lines_print(&lines, all);
}
