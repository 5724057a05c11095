// SPDX-License-Identifier: GPL-3.0-or-later
//
// Profile files: names, headers, and writing them whole or not at all.
//
// A part goes to <base>.<part>, the last one to <base>; with --separate-threads "-<thread>"
// follows.  Each file is written under a temporary name and renamed when complete.
#ifndef XG_CALLGRIND_FILES_DUMP_H
#define XG_CALLGRIND_FILES_DUMP_H

#include "pub_tool_basics.h"

#include "output/profile.h"

// Fixes the columns; expands the file name and makes sure that it can be written.  Ends the
// program with a sentence if not.  To be called once options are known.
void dump_init(void);
// A forked child: a new process number, so new file names and nothing written so far.
void dump_after_fork(void);
// Writes a part (trigger != NULL says why) or the last part (NULL).  only_running: with
// --separate-threads, of the running thread only.
void dump_profile(const HChar* trigger, Bool only_running);
// Writes the last part as if the program ended here, and goes on: what follows is added to it.
void dump_snapshot(void);
// Forgets the costs of all threads, or of the running one.
void dump_zero(Bool only_running);
// What follows the base name of a file of the part that is written: "", ".<part>", "-<thread>".
void dump_suffix(HChar suffix[64], Bool last, UInt thread);
// Lines of a header: "cmd:" and "event:", the latter for events with long names.
void dump_write_command(Writer* w);
void dump_write_event_names(Writer* w);
// Sum of all parts written so far, by Event.
const uint64_t* dump_total(void);
// Costs of a thread (0: of all) since the last part, signal handlers included.
void dump_since_last_part(UInt thread, uint64_t* sum);
// Columns of the profile.
const ProfileLayout* dump_layout(void);
// True if some file could not be written.
Bool dump_failed(void);
// Parts written so far.
UInt dump_parts(void);

#endif
