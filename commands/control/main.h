// SPDX-License-Identifier: GPL-3.0-or-later
//
// xgrind_control: shows and controls programs that run under Xgrind.
#ifndef XG_COMMANDS_CONTROL_MAIN_H
#define XG_COMMANDS_CONTROL_MAIN_H

// Runs the command with its arguments, of which the first one is its name; under that of callgrind_control, it addresses all runs
// unless some are named.  Returns the exit status: 1, with a sentence for each process that could not be asked; 2 for wrong usage.
int control_main(int argc, char** argv);

#endif
