// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of several processes, or of several programs in one process: which profiles they have left.
//
//    run_say_not_in_sum(names, n);    // "3 other profiles of this run are not in the sum: a, b, c; give them, too"
#ifndef XG_COMMANDS_RUN_PROCESSES_H
#define XG_COMMANDS_RUN_PROCESSES_H

#include <stddef.h>

// Prints a note on other profiles of the runs of these, beside them; nothing if there are none.  Takes time as the files in these
// folders are many.
void run_say_not_in_sum(const char* const* names, size_t n);

#endif
