// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words that may come first behind xgrind and are commands: xgrind merge.
//
// A command is part of this program, which a link xgrind_merge leads to, or is a program of its own of that name beside it.
//
//    verbs_called(argc, argv);                        // if this program is called xgrind_merge
//    args = verbs_first(args, questions, &is_run);    // xgrind merge ...
#ifndef XG_LAUNCH_VERBS_H
#define XG_LAUNCH_VERBS_H

// If this program has the command that it is called as, runs it, and ends with its status.
void verbs_called(int argc, char** argv);

// If the first argument is a verb, or the beginning of one alone, runs its command, and ends with its status.  A word that is also
// the name of a program in PATH is the verb, and a note says how to run the program; a beginning is the program.
// Returns the arguments otherwise: of "xgrind run PROGRAM" without "run", and *is_run is set; of "xgrind help QUESTION" as QUESTION --help.
char** verbs_first(char** args, const char* const* questions, int* is_run);

// The verb that a word is nearly, as `nearly` finds; NULL: none.
const char* verbs_like(const char* word, int (*nearly)(const char* word, const char* name));

// Rows of xgrind --help.
extern const char verbs_help[];

#endif
