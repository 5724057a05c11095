// SPDX-License-Identifier: GPL-3.0-or-later
//
// The end of a run on stderr: where the profile is, what was found, what could not be seen, and the
// command that shows it (docs/manual.md, "The end of a run").
//
// With -v, Callgrind's summary comes before it; run as Callgrind, that alone is printed.
//
//    dump_profile(NULL, False);
//    summary_print(NULL);
//    summary_print("/bin/true");    // which is about to take the program's place, unprofiled
#ifndef XG_CALLGRIND_SUMMARY_SUMMARY_H
#define XG_CALLGRIND_SUMMARY_SUMMARY_H

#include "pub_tool_basics.h"

// replaced_by: the program that runs next in this process; NULL: none.
void summary_print(const HChar* replaced_by);

#endif
