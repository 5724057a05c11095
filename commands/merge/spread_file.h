// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a merged profile says of the profiles in it, as lines that begin with '#', which other readers leave out
// (docs/text-tools.md has the format).
//
// Only profiles that xgrind_merge has written have such lines; malformed ones end the command with a sentence.
//
// Ownership: an About owns all that it points to, until about_clear().
//
//    About about = {0};
//    ... a reader calls about_read(&about, ...) for each such line ...
//    Spread* s = about_spread(&about, p);    // NULL: the file has none
//    about_clear(&about);
#ifndef XG_COMMANDS_MERGE_SPREAD_FILE_H
#define XG_COMMANDS_MERGE_SPREAD_FILE_H

#include "commands/merge/spread.h"
#include "commands/profile/reader.h"

typedef struct {
   const char** text;
   uint32_t n, room;
} AboutTexts;

// A function's extremes by column, up to the last one that is not 0; ranks are numbers in the order of the header.
typedef struct {
   SpreadExtremes* extremes;
   uint32_t n;
} AboutFunction;

typedef struct {
   Arena arena;
   AboutTexts commands; // of the profiles in it, if there are several
   AboutTexts left_out; // events by formula
   bool of_objects;     // it is a sum of data files
   bool is_estimated;   // its figures are from sampling
   bool has_columns;
   AboutTexts columns;
   SpreadRank* ranks; // each with totals of all columns
   uint32_t n_ranks, room_ranks;
   AboutFunction* functions; // by their number in the profile
   uint32_t n_functions, room_functions;
   uint32_t n_with_extremes;
   size_t spread_B; // bytes of the lines of ranks and functions
} About;

// A ProfileComment; `with` is an About.
void about_read(void* with, ProfileReader* r, Profile* p, uint32_t function,
                const char* creator, const char* line);
// What the file says of ranks; its ranks are no longer those of `about`.  NULL: nothing.
Spread* about_spread(About* about, const Profile* p);
void about_clear(About* about);

// The lines for the header of a profile, of a spread that is finished.
const char** spread_header(const Spread* s, uint32_t* n);
// The line of a function, for host_free(); NULL: it has none, as it costs nothing by itself.
char* spread_function_line(const Spread* s, uint32_t function);

#endif
