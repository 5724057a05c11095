// SPDX-License-Identifier: GPL-3.0-or-later
// The summary on stderr at the end of the run.
#ifndef XG_CALLGRIND_FILES_SUMMARY_H
#define XG_CALLGRIND_FILES_SUMMARY_H

// Prints totals, misses and rates in Callgrind's layout.
void summary_print(void);
// Prints what the tool itself has done: --stats=yes and -v.
void summary_print_statistics(void);

#endif
