// SPDX-License-Identifier: GPL-3.0-or-later
//
// xgrind_diff: the differences between two profiles in Callgrind's format.
//
// Exit status: 0; 1 if a limit of --fail-above is exceeded, with one sentence on standard error; 2, with one sentence there, for what
// cannot be read.
#ifndef XG_COMMANDS_DIFF_MAIN_H
#define XG_COMMANDS_DIFF_MAIN_H

int diff_main(int argc, char** argv);

#endif
