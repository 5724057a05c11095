// SPDX-License-Identifier: GPL-3.0-or-later
//
// xgrind_view: runs a program under Xgrind and opens the page of the run.
#ifndef XG_COMMANDS_VIEW_MAIN_H
#define XG_COMMANDS_VIEW_MAIN_H

// Runs the command with its arguments, of which the first one is its name.  Returns the exit status of the program; 1 if there is no page
// and the program has ended with 0; 2 for wrong options.
int view_main(int argc, char** argv);

#endif
