// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a result file of a run is empty, and what can be done.
//
//    fail("%s is empty%s", printable(name), why_empty(name));    // ": its process still runs, ..."
//
// A process that gives up its rights creates the files of its end before it does so (docs/files.md).
#ifndef XG_COMMANDS_FILES_EMPTY_H
#define XG_COMMANDS_FILES_EMPTY_H

// The rest of a sentence; "" if the name does not say of which process the file is.
const char* why_empty(const char* name);

#endif
