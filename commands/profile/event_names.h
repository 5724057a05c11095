// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the events of a profile count, in words.
//
//    printf("%s\n", event_title(p, "D1mr"));       // "Loads that miss D1"; the profile's own words come first
//    printf("%s\n", name_and_title(p, "D1mr"));    // "D1mr, Loads that miss D1"
#ifndef XG_COMMANDS_PROFILE_EVENT_NAMES_H
#define XG_COMMANDS_PROFILE_EVENT_NAMES_H

#include "commands/profile/model.h"

// An event in words, or its name if there are none.
const char* event_title(const Profile* p, const char* name);
// Both, or the name alone if there are no words.
const char* name_and_title(const Profile* p, const char* name);
// Which one of these events is shown where nobody says which: cycles if a model of the processor has estimated them, then
// instructions, then the first one; NULL: there are none.
const char* usual_event(const char* const* events, uint32_t n);

#endif
