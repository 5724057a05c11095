// SPDX-License-Identifier: GPL-3.0-or-later
// Totals, misses and rates in Callgrind's layout: with -v and --compat=callgrind.
#ifndef XG_CALLGRIND_FILES_SUMMARY_CALLGRIND_H
#define XG_CALLGRIND_FILES_SUMMARY_CALLGRIND_H

void summary_callgrind_print(void);

#endif
