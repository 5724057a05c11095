// SPDX-License-Identifier: GPL-3.0-or-later
// What the tool itself has done: --stats=yes and -v.
#ifndef XG_CALLGRIND_SUMMARY_STATISTICS_H
#define XG_CALLGRIND_SUMMARY_STATISTICS_H

void statistics_print(void);

#endif
