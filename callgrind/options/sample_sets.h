// SPDX-License-Identifier: GPL-3.0-or-later
//
// --sample-sets: what it cannot be combined with.
//
//    sample_sets_check();         // after the last option
//    sample_sets_check_caches();  // once their geometries are known
#ifndef XG_CALLGRIND_OPTIONS_SAMPLE_SETS_H
#define XG_CALLGRIND_OPTIONS_SAMPLE_SETS_H

// End the program with a sentence if sets cannot be sampled; nothing if all are simulated.
void sample_sets_check(void);
void sample_sets_check_caches(void);

#endif
