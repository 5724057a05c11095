// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of result files where several processes or programs would have the same (docs/files.md, "Several processes"): no
// file takes the place of what another one has written in this run.
//
//   * The process that the user's command has started has the name as it is; others, if theirs is the same, have
//     ".pid<pid>" behind it.
//   * What a process has written before exec gets "before-exec-<n>." in front; the program that runs last has the name.
//
// With --compat=callgrind all have the names as they are, and replace one another.
//
//    HChar* base = run_names_base(RESULT_DATA, "--data-out-file", pattern);  // at the start, and after a fork
//    run_names_move_earlier(base);                                           // at the start
//    HChar* name = run_names_final(base, ".1");                              // before the file is put in place
#ifndef XG_CALLGRIND_RESULT_FILES_RUN_NAMES_H
#define XG_CALLGRIND_RESULT_FILES_RUN_NAMES_H

#include "pub_tool_basics.h"

#include "callgrind/result_files/result_files.h"

// The absolute name that a pattern has in this process; for VG_(free)().
HChar* run_names_base(ResultKind kind, const HChar* option, const HChar* pattern);
// In a forked child, before it makes names of its own: those so far are its parent's.
void run_names_after_fork(void);
// Renames what this process has written before exec, the file with this name and its parts.  Says so if that fails.
void run_names_move_earlier(const HChar* base);
// The name for a new file <base><suffix>: another one if the file there is of a process that has written it since this
// run began.  For VG_(free)().
HChar* run_names_final(const HChar* base, const HChar* suffix);
// Adds a line that says where the files of earlier programs of this process are, if there are any.
void run_names_describe_earlier(EndLines* l, const HChar* base);

#endif
