// SPDX-License-Identifier: GPL-3.0-or-later
//
// xgrind_export: calling-context trees for other tools: pprof, flame graphs, speedscope.
#ifndef XG_COMMANDS_EXPORT_MAIN_H
#define XG_COMMANDS_EXPORT_MAIN_H

// Runs the command with its arguments, of which the first one is its name; returns the exit status.
int export_main(int argc, char** argv);

#endif
