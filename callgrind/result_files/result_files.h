// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result files that are in place, and the command that shows them.
//
//    result_files_add(RESULT_PROFILE, name, is_last);      // once it is in place
//    result_files_describe(&lines, layouts_differ);         // at the end of the run
#ifndef XG_CALLGRIND_RESULT_FILES_RESULT_FILES_H
#define XG_CALLGRIND_RESULT_FILES_RESULT_FILES_H

#include "callgrind/summary/end_lines.h"

typedef enum {
   RESULT_PROFILE,
   RESULT_DATA,
   RESULT_TREE,
   RESULT_LAYOUTS,
   RESULT_KINDS
} ResultKind;

// In a forked child: nothing is in place so far.
void result_files_clear(void);
// The last part is about to be written, perhaps not for the first time: a program that was to be replaced
// may go on.
void result_files_begin_last(void);
// A file of the last part could not be written.
void result_files_fail_last(void);
// is_last: the file is of the last part.
void result_files_add(ResultKind kind, const HChar* name, Bool is_last);
// Whether the last part of the profile is in place.
Bool result_files_are_complete(void);
// Adds the line that says where they are, and the commands; layouts_differ: it is worth while to compare the
// profile with the one that layouts have.
void result_files_describe(EndLines* l, Bool layouts_differ);
// Adds the names of the last part of the profile to a text (NULL: none yet), as result_files_add_word() does.
void result_files_add_profile(HChar** to);
// Adds the name to a text, as a word of a shell, from where the run was started.
void result_files_add_word(HChar** to, const HChar* name);

#endif
