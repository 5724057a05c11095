// SPDX-License-Identifier: GPL-3.0-or-later
// The lines at the end of a run; see end_lines.h.
#include "callgrind/summary/end_lines.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"

enum { FINDINGS_AT_LEAST = 2, TEXT_B = 2048 };

Int end_lines_room(void)
{
   HChar prefix[32];
   return END_LINE_COLUMNS - (Int)VG_(sprintf)(prefix, "==%d== ", VG_(getpid)());
}

void end_lines_add_text(EndLines* l, EndLineKind kind, const HChar* text)
{
   if (l->n[kind] == END_LINES_KEPT)
      l->left_out++;
   else
      l->text[kind][l->n[kind]++] = VG_(strdup)("xg.end_lines", text);
}

void end_lines_add(EndLines* l, EndLineKind kind, const HChar* format, ...)
{
   HChar text[TEXT_B];
   va_list args;
   va_start(args, format);
   VG_(vsnprintf)(text, TEXT_B, format, args);
   va_end(args);
   end_lines_add_text(l, kind, text);
}

static UInt min(UInt a, UInt b)
{
   return a < b ? a : b;
}

static void print_kind(const EndLines* l, EndLineKind kind, UInt n)
{
   for (UInt i = 0; i < n; i++) VG_(umsg)("%s\n", l->text[kind][i]);
}

void end_lines_print(EndLines* l, Bool all)
{
   UInt findings = l->n[END_FINDING], notes = l->n[END_NOTE];
   const UInt others = l->n[END_PLACE] + l->n[END_COMMAND];
   UInt left_out = l->left_out;
   if (!all && others + findings + notes > END_LINES_MAX) {
      const UInt room = END_LINES_MAX - others - 1; // one says how many more there are
      notes = min(notes, room - min(findings, FINDINGS_AT_LEAST));
      findings = min(findings, room - notes);
      left_out += l->n[END_FINDING] - findings + l->n[END_NOTE] - notes;
   }
   print_kind(l, END_PLACE, l->n[END_PLACE]);
   print_kind(l, END_FINDING, findings);
   print_kind(l, END_NOTE, notes);
   if (left_out) VG_(umsg)
   ("%u more line%s%s\n", left_out, left_out == 1 ? "" : "s", all ? "" : " with -v");
   print_kind(l, END_COMMAND, l->n[END_COMMAND]);
   for (UInt k = 0; k < END_KINDS; k++)
      for (UInt i = 0; i < l->n[k]; i++) VG_(free)(l->text[k][i]);
   VG_(memset)(l, 0, sizeof *l);
}
