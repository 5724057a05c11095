// SPDX-License-Identifier: GPL-3.0-or-later
// Totals, misses and rates in Callgrind's layout: with -v and --compat=callgrind.
#ifndef XG_CALLGRIND_SUMMARY_CALLGRIND_SUMMARY_H
#define XG_CALLGRIND_SUMMARY_CALLGRIND_SUMMARY_H

void callgrind_summary_print(void);

#endif
