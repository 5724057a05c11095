// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an "event:" line of a profile says: "NAME : LONG NAME", or "NAME = FORMULA : LONG NAME", as KCachegrind has them.
//
//    size_t n;
//    const char* formula = event_formula("CEst = Ir + 10 L1m : Cycles", &n);    // "Ir + 10 L1m", of which these n bytes
#ifndef XG_COMMANDS_PROFILE_EVENT_LINE_H
#define XG_COMMANDS_PROFILE_EVENT_LINE_H

#include <stddef.h>

// The formula in a line, which may be empty; NULL: it has none.
const char* event_formula(const char* line, size_t* length_B);
// The long name of an event without a formula; NULL: it has none.
const char* event_long_name(const char* line, size_t* length_B);

#endif
