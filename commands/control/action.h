// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a run answers to commands that change it.
//
//    action_answer("\nprofile part 1 is written\n")    // "profile part 1 is written"
//    action_failure(text)                              // why a part could not be written; NULL: it was
//
// Ownership: texts live as long as the process; they are fit to be printed.
#ifndef XG_COMMANDS_CONTROL_ACTION_H
#define XG_COMMANDS_CONTROL_ACTION_H

// The first line that has more than blanks, from there on; "done" if there is none.
const char* action_answer(const char* text);
// Why a part could not be written, as an answer says it; NULL: it was, or something else was asked.
const char* action_failure(const char* text);

#endif
