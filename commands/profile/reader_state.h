// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the reader of a profile is: shared by its units alone.
//
//    reader.c        lines, names, the body
//    header_lines.c  lines KEY: VALUE, parts
//    cost_lines.c    lines with positions and figures
//
// Whatever they allocate is the profile's, as reading may end at any line.
#ifndef XG_COMMANDS_PROFILE_READER_STATE_H
#define XG_COMMANDS_PROFILE_READER_STATE_H

#include <stddef.h>
#include <string.h>

#include "base/begins.h"
#include "commands/files/lines.h"
#include "commands/profile/reader.h"

enum { POSITIONS_MAX = 3 }; // instr, bb, line

typedef enum { NAME_MODULE, NAME_FILE, NAME_FUNCTION } NameKind;

// A line "event:" of the part that is read.
typedef struct EventLine {
   struct EventLine* next;
   const char* text;
} EventLine;

// An event whose formula is not the same in all parts.
typedef struct LeftOut {
   struct LeftOut* next;
   const char* event;
} LeftOut;

struct ProfileReader {
   Profile* p;
   Lines lines;
   ProfileComment comment; // may be NULL
   void* with;

   // the part that is read
   ProfilePart part;
   EventLine *event_lines, **last_event_line;
   LeftOut* left_out;
   bool is_seen;      // whether a line of its header was read
   bool in_body;      // whether a line of its body was read
   bool has_totals;   // whether its totals: were read
   bool knows_events; // whether this file had a line events:
   bool has_three;    // whether its events count three levels

   // what lines of costs begin with, and the positions of the one before, to which others are relative
   int n_positions, line_at, address_at; // line_at, address_at: which of them; -1: none
   uint64_t last[POSITIONS_MAX];

   // names, by number in the profile; STRINGS_NONE: not said yet
   uint32_t ob, fl, fi, fn;
   uint32_t cob, cfi, cfn; // of the next call
   uint32_t jfi, jfn;      // of the next jump
   uint32_t from;          // frfn=, which nobody asks for
   uint32_t no_name;       // "???"
   // whose costs follow: a function, or PROFILE_NO_FUNCTION, and the file that the code is from
   uint32_t function, file;
   uint32_t checked_functions; // up to how many functions the size was checked
};

// Goes to the next line, which belongs to this one, or fails.
void reader_following_line(ProfileReader* r, const char* what);
// Blanks between words.
static inline bool is_blank(char c)
{
   return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}
static inline const char* skip_blanks(const char* s)
{
   while (is_blank(*s)) s++;
   return s;
}
// A part of the line as a text of its own, with characters in place of escapes; lives as long as the profile.
const char* reader_text(ProfileReader* r, const char* from, const char* to);

// --- header_lines.c

// A line KEY: VALUE.
void read_header_line(ProfileReader* r);
// The first part of a file.
void start_first_part(ProfileReader* r);
// The end of a part.
void end_part(ProfileReader* r);
// At the end of the file: formulas that not all parts have alike hold for none of the sums.
void drop_formulas(ProfileReader* r);

// --- cost_lines.c

// A line of costs.
void read_cost_line(ProfileReader* r);
// The value of calls=, jump= or jcnd=, and the line after it.
void read_call(ProfileReader* r, const char* value);
void read_jump(ProfileReader* r, const char* value, bool is_conditional);

#endif
