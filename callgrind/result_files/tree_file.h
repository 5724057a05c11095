// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of the calling-context tree: one for each file of the profile, under a name of its own
// with the same suffixes.  What they hold is in writers/tree_text.h.
//
//    tree_file_init();                                  // once options are known
//    if (!tree_file_write(&id, trigger)) ...            // when pending costs are flushed
#ifndef XG_CALLGRIND_RESULT_FILES_TREE_FILE_H
#define XG_CALLGRIND_RESULT_FILES_TREE_FILE_H

#include "callgrind/result_files/profile_file.h"

// Expands the file name and makes sure that it can be written.  Ends the program with a sentence if
// not.
void tree_file_init(void);
// Opens the files of the last part, which may not be possible when they are written.
void tree_file_reserve(void);
// A forked child: a new process number, so new file names.
void tree_file_after_fork(void);
// Writes the tree that belongs to this file of the profile.  trigger: why, NULL: the program ends.
// False after having said why not.
Bool tree_file_write(const ProfileFileId* id, const HChar* trigger);

#endif
