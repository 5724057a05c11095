// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of the calling-context tree: one for each file of the profile, under a name of its own
// with the same suffixes.  What they hold is in output/tree_text.h.
//
//    tree_file_init();                                  // once options are known
//    if (!tree_file_write(trigger, part, thread)) ...   // when the tree is settled
#ifndef XG_CALLGRIND_FILES_TREE_FILE_H
#define XG_CALLGRIND_FILES_TREE_FILE_H

#include "pub_tool_basics.h"

// Expands the file name and makes sure that it can be written.  Ends the program with a sentence if
// not.
void tree_file_init(void);
// A forked child: a new process number, so new file names.
void tree_file_after_fork(void);
// Writes the tree of a part (trigger NULL: of the last one), with --separate-threads of a thread;
// False after having said why not.
Bool tree_file_write(const HChar* trigger, UInt part, UInt thread);

#endif
