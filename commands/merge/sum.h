// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sum of profiles, and what is known of those in it.
//
// The sum of sums is that of all, in any grouping: a merged profile carries what is needed for this.
//
//    Sum sum = {0}, other = {0};
//    sum_read(&sum, "callgrind.out.1", &how);      // or fails; sum_clear() gives back what was read so far
//    sum_read(&other, "callgrind.out.2", &how);
//    sum_add(&sum, &other, &how);                  // the sum of both; the other is empty
//    sum_finish(&sum);
//    sum_write(&sum, "-", "0.1");                  // as a profile
//    sum_clear(&sum);
#ifndef XG_COMMANDS_MERGE_SUM_H
#define XG_COMMANDS_MERGE_SUM_H

#include "commands/files/input.h"
#include "commands/merge/spread.h"
#include "commands/merge/spread_file.h"
#include "commands/profile/model.h"

// What the user has asked for.
typedef struct {
   bool zero_for_missing; // an event that a part lacks has cost it 0; or else it is an error
   bool
      skips_broken; // a file that cannot be read is left out with a warning; or else it is an error
   bool with_spread; // how much ranks differ, too
   bool is_alone;    // there is one file
} SumHow;

// An empty one is all 0.
typedef struct {
   Profile* p;
   uint64_t parts, files; // in it
   const char* first;     // the name of its first file
   bool of_objects;   // whether it is of memory objects, which are not to be added to functions
   bool is_estimated; // whether figures are from sampling
   Strings commands;  // that were run, in order of their files
   Strings left_out;  // events whose formulas differ
   Spread* spread;    // NULL: it was not asked for
   // of a file that is read
   Input in;
   bool is_open;
   char* text;  // a data file as a profile, or NULL
   About about; // what a merged profile says of those in it
} Sum;

// Reads one file into an empty sum.
void sum_read(Sum* sum, const char* file, const SumHow* how);
// Adds another one, which is empty afterwards.
void sum_add(Sum* sum, Sum* other, const SumHow* how);
// Says which events are left out, and makes the spread complete.
void sum_finish(Sum* sum);
// Writes a sum that is finished; "-" is standard output.
void sum_write(const Sum* sum, const char* name, const char* version);
void sum_clear(Sum* sum);

#endif
