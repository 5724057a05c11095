// SPDX-License-Identifier: GPL-3.0-or-later
//
// Events that a profile has by a formula, such as estimated cycles.
//
// A header line "event: NAME = FORMULA : LONG NAME" adds NAME, as in KCachegrind.  A formula is a sum of events, each perhaps with a
// whole number before it: "Ir + 12 I1mr + 12 D1mr".  Lines with other formulas, with events that the profile does not have, or for
// an event that is recorded, are left out.
//
//    DerivedEvents d = derived_events(p);
//    uint64_t cost;
//    if (!derived_cost(&d, 0, costs, &cost)) profile_fail_sum();
//    derived_events_clear(&d);
#ifndef XG_COMMANDS_PROFILE_DERIVED_EVENTS_H
#define XG_COMMANDS_PROFILE_DERIVED_EVENTS_H

#include "commands/profile/model.h"

// So many times this event.
typedef struct {
   uint32_t event;
   uint32_t factor;
} DerivedTerm;

typedef struct {
   const char* name; // the profile's
   uint32_t first_term, n_terms;
} DerivedEvent;

typedef struct {
   DerivedEvent* event; // by name
   uint32_t n, room;
   DerivedTerm* terms; // of all of them
   uint32_t n_terms, room_terms;
} DerivedEvents;

DerivedEvents derived_events(const Profile* p);
// The cost of one of them, of the costs of the profile's events; false: 64 bits do not hold it.
bool derived_cost(const DerivedEvents* d, uint32_t i, const uint64_t* costs, uint64_t* cost);
void derived_events_clear(DerivedEvents* d);

#endif
