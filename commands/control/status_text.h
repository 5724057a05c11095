// SPDX-License-Identifier: GPL-3.0-or-later
//
// The status of a run as text for people, fit to be printed.
//
// Events that are wanted are a list with commas, "Ir,Dr"; "": all; NULL: none.  One that is not collected fails with a sentence.
//
// Ownership: texts live as long as the process.
#ifndef XG_COMMANDS_CONTROL_STATUS_TEXT_H
#define XG_COMMANDS_CONTROL_STATUS_TEXT_H

#include "commands/control/status.h"

// A few words for a list of runs: "instrumentation on, 3 threads, 1 part written".
const char* status_brief(const Status* s);
// Threads, events, and how many functions, calls and blocks there are.
const char* status_statistics(const Status* s);
// The costs of each thread since the last part.
const char* status_events(const Status* s, const char* wanted);
// The open calls of each thread, innermost first: the first row is where the thread is now.
const char* status_stacks(const Status* s, const char* wanted);

#endif
