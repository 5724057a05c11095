// SPDX-License-Identifier: GPL-3.0-or-later
//
// How exact the totals of runs are of which only some sets of the caches were simulated (docs/sampled-sets.md): what headers say of
// it, added up.
//
// A part says what groups of sets have of its totals.  The sets are the same in all parts, so sums are added up by group.
//
//    sampled_sets_note(&s, "Sampled sets: 1 of 16");                  // of each desc: line of a part
//    sampled_sets_note(&s, "Sums by group of sets: D1mr 3 5");
//    sampled_sets_add(&sum, n_parts_of_sum, &s, n_parts);
//    const char* text = sampled_sets_line(&sum, n_parts, 0);          // "Sampled sets: 1 of 16"
#ifndef XG_COMMANDS_PROFILE_SAMPLED_SETS_H
#define XG_COMMANDS_PROFILE_SAMPLED_SETS_H

#include "commands/profile/strings.h"

// Sums of an event by group.
typedef struct {
   uint64_t* sums;
   uint32_t n;
} SampledGroups;

typedef struct {
   bool is_known;   // whether any part says that sets were sampled
   uint32_t one_in; // one set in so many; 0: not known yet
   bool differs;    // whether parts say different numbers, or some say none
   bool is_odd;     // whether groups do not fit each other, or are not known of all
   uint32_t parts_with_groups;
   Strings events;        // that have groups
   SampledGroups* groups; // by number of such an event
   uint32_t room;
} SampledSets;

// Notes a description of a part; others than the two above are left out.
void sampled_sets_note(SampledSets* s, const char* text);
// Adds what another profile says, which has so many parts, to that of a sum of so many.
void sampled_sets_add(SampledSets* sum, uint32_t parts_of_sum, const SampledSets* s,
                      uint32_t parts);
// The lines that a sum says, by number from 0, without "desc: "; NULL: there are no more.
const char* sampled_sets_line(const SampledSets* s, uint32_t parts, int number);
void sampled_sets_clear(SampledSets* s);

#endif
