// SPDX-License-Identifier: GPL-3.0-or-later
//
// The list /tmp/perf-<pid>.map, in which a program names the code that it makes: a line "START SIZE NAME" for each
// function, numbers in base 16.
//
// Contract: of lines about one address the last one counts.  A list that is older than the run is of another process.
//
//    perf_map_read();   // adds what was written since to made_code.h
#ifndef XG_CALLGRIND_SYMBOLS_PERF_MAP_H
#define XG_CALLGRIND_SYMBOLS_PERF_MAP_H

// Reads the new lines of the running process's list, if there is one.
void perf_map_read(void);

#endif
