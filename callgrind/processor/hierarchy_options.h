// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cache hierarchy as a whole: where its options come from besides the command line, and whether
// they fit each other.
//
//    hierarchy_options_load();    // then what the command line says is set again
//    cpu_caches_fill(...);        // what nobody has said
//    hierarchy_options_check();
#ifndef XG_CALLGRIND_PROCESSOR_HIERARCHY_OPTIONS_H
#define XG_CALLGRIND_PROCESSOR_HIERARCHY_OPTIONS_H

// Sets what the preset of --machine says, then what the file of --hierarchy says.  Ends the program
// with a sentence if it cannot.
void hierarchy_options_load(void);
// With several cores: what a preset or a file says and they cannot have becomes what comes closest,
// with a sentence for each.  What the command line says stays.
void hierarchy_options_fit_cores(void);
// Ends the program with a sentence if caches, policies and TLBs do not fit each other.  All
// geometries are known.
void hierarchy_options_check(void);
// Back to I1, D1 and LL with LRU: the caches are not simulated.
void hierarchy_options_forget(void);

#endif
