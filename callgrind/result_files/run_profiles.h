// SPDX-License-Identifier: GPL-3.0-or-later
//
// The profiles that the processes of a run have left, as the process sees them that the user's command has started.
//
//    run_profiles_describe(&lines, base);     // at the end of the run; base: the absolute name of its own
#ifndef XG_CALLGRIND_RESULT_FILES_RUN_PROFILES_H
#define XG_CALLGRIND_RESULT_FILES_RUN_PROFILES_H

#include "callgrind/summary/end_lines.h"

// Adds a line that says how many there are and the command that adds them up, if there are several.  Those in other
// folders are not seen.
void run_profiles_describe(EndLines* l, const HChar* base);

#endif
