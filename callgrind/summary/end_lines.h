// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lines at the end of a run: at most END_LINES_MAX, unless all are wanted (-v).
//
// The first line and the last one are always there.  Notes (what was not profiled, options without effect)
// come before findings when room is short, but leave room for two of them; findings are in order, the most telling one first.
//
//    EndLines l = {0};
//    end_lines_add(&l, END_FINDING, "%'llu instructions", n);
//    end_lines_print(&l, VG_(clo_verbosity) > 1);      // and frees them
#ifndef XG_CALLGRIND_SUMMARY_END_LINES_H
#define XG_CALLGRIND_SUMMARY_END_LINES_H

#include "pub_tool_basics.h"

enum { END_LINES_MAX = 8, END_LINES_KEPT = 100, END_LINE_COLUMNS = 100 };

typedef enum { END_PLACE, END_FINDING, END_NOTE, END_COMMAND, END_KINDS } EndLineKind;

typedef struct {
   HChar* text[END_KINDS][END_LINES_KEPT];
   UInt n[END_KINDS];
   UInt left_out; // of more than can be kept
} EndLines;

// Columns for the text of a line: the core's prefix takes some.
Int end_lines_room(void);
// Less than 2 KiB of text.
void end_lines_add(EndLines* l, EndLineKind kind, const HChar* format, ...) PRINTF_CHECK(3, 4);
// A text of any length, which is copied: names of files are never cut.
void end_lines_add_text(EndLines* l, EndLineKind kind, const HChar* text);
void end_lines_print(EndLines* l, Bool all);

#endif
