// SPDX-License-Identifier: GPL-3.0-or-later
//
// Result files that are opened before the program gives up what it takes to create them.
//
// A file that can be created afterwards, too, is not kept: so a program that only changes its root directory, or sets the
// user that it has already, has files that are replaced as a whole, as all others.
//
//    reserved_file_add("/root/callgrind.out.1");    // before the system call
//    reserved_files_review();                       // after it
//    fd = reserved_file("/root/callgrind.out.1");   // when it is to be written
#ifndef XG_CALLGRIND_RESULT_FILES_RESERVED_FILE_H
#define XG_CALLGRIND_RESULT_FILES_RESERVED_FILE_H

#include "pub_tool_basics.h"

// Opens the file of this absolute path, creates it if there is none, and leaves what is in it.
void reserved_file_add(const HChar* path);
// Lets go those that are not needed, and removes those of them that are empty.
void reserved_files_review(void);
// A forked child: those that are not added anew are its parent's, and will be let go.  Whether there are any.
Bool reserved_files_after_fork(void);
// The descriptor of a file that can be written in no other way, or -1.  It stays open, and its place in the file is the
// caller's to set.
Int reserved_file(const HChar* path);

#endif
