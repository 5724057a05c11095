// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files that the end of the run is to write, where the program gives up what it takes to create them: chroot, setuid
// and their like.
//
//    last_files_reserve();    // before such a system call
//    last_files_review();     // after it
#ifndef XG_CALLGRIND_RESULT_FILES_LAST_FILES_H
#define XG_CALLGRIND_RESULT_FILES_LAST_FILES_H

// Opens the files of the last part, as far as there are names for them now.
void last_files_reserve(void);
// Lets go those that can be created as before.
void last_files_review(void);
// A forked child, which knows the names of its files.
void last_files_after_fork(void);

#endif
