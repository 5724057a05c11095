// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opens files for reading: those that the user has named, and regular files beside them.
//
// Of files whose names the user has not given, nothing else is opened: no pipe or device, which may wait for ever, nothing of the kernel,
// and nothing that a link leads to which was put there meanwhile.
//
//    const int fd = regular_open_neighbour("callgrind.out.7");    // -1: it may not be opened, or cannot be
//    const int fd = regular_open_named(argument);                 // -1: errno says why not
#ifndef XG_COMMANDS_FILES_REGULAR_H
#define XG_COMMANDS_FILES_REGULAR_H

#include <stdbool.h>

// A file in a folder of the user's: a regular one, or a link to one that is not below /proc, /sys, /dev or /run.
int regular_open_neighbour(const char* name);
// A file that the user has named, pipes and devices, too; a regular one is never waited for.
int regular_open_named(const char* name);

// Whether a path without links is one of the kernel or of devices: some files there never end, others wait for ever, and many are
// secret.
bool regular_is_of_kernel(const char* path);

#endif
