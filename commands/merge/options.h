// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line of xgrind_merge.
#ifndef XG_COMMANDS_MERGE_OPTIONS_H
#define XG_COMMANDS_MERGE_OPTIONS_H

#include "commands/options/option.h"
#include "commands/options/parse.h"

// Words of choices, by number; 0: not given.
enum { SPREAD_YES = 1, SPREAD_NO, SPREAD_KEEP };
enum { MISSING_ERROR = 1, MISSING_ZERO };
enum { BROKEN_ERROR = 1, BROKEN_SKIP };

typedef struct {
   const char* output;    // NULL: not given
   OptionList files_from; // names of files with names of profiles
   uint32_t jobs;         // threads; 0: not given
   int spread;            // SPREAD_*
   const char* event;     // NULL: not given
   int dependences;       // OPTION_YES or OPTION_NO
   int broken, missing;   // BROKEN_*, MISSING_*
} MergeOptions;
extern MergeOptions merge_options;

// Reads the command line into merge_options and screen_options; returns the profiles that it names.
Arguments merge_options_parse(int argc, char** argv);
// Fails if what is given does not fit together; `files` are all profiles, those from lists, too.
void merge_options_check(const char* const* files, size_t n);
// Fails if one is given that --dependences=yes has no use for.
void merge_options_check_dependences(void);
// How many threads add up n files: one for several files each, unless more are asked for.
uint32_t merge_jobs(size_t n);

#endif
