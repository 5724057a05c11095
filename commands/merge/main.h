// SPDX-License-Identifier: GPL-3.0-or-later
//
// xgrind_merge: the sum of profiles in Callgrind's format as one such profile.
//
// Adds up parts, threads, processes or runs, each cost, call and jump where it is, and says how much ranks differ.
#ifndef XG_COMMANDS_MERGE_MAIN_H
#define XG_COMMANDS_MERGE_MAIN_H

// Runs the command with its arguments, of which the first one is its name; returns the exit status.
int merge_main(int argc, char** argv);

#endif
