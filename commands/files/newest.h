// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result file that is read where the user names none: the newest of the current directory.
//
//    const char* name = newest_file("xgrind.tree.", "run the program with xgrind --context-tree=yes, or name the file");
#ifndef XG_COMMANDS_FILES_NEWEST_H
#define XG_COMMANDS_FILES_NEWEST_H

// The newest file in the current directory that is not empty and whose name begins so; says that it is read alone. If there is none,
// fails with a sentence that ends with the advice.
const char* newest_file(const char* prefix, const char* advice);

#endif
