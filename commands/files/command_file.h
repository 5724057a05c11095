// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of programs, as a shell finds them.
//
//    command_file("xdg-open", NULL, 0)    // NULL: there is none
//    command_file("vgdb", folders, 2)     // in these folders first
#ifndef XG_COMMANDS_FILES_COMMAND_FILE_H
#define XG_COMMANDS_FILES_COMMAND_FILE_H

#include <stddef.h>

// The file of a program in these folders, or else in PATH, where an empty folder is the current one; a name with a folder stays as it
// is.  The text lives as long as the process.
const char* command_file(const char* name, const char* const* folders, size_t n);
// The folder of the program that runs, "" if it is unknown.
const char* own_folder(void);

#endif
