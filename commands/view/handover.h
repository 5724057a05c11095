// SPDX-License-Identifier: GPL-3.0-or-later
//
// A file that leads the user's browser to an address which nobody else may see.
//
// What a browser is told to open stands in its command line, which all users of the computer can see.  There is the name of this file, of
// mode 0600 in a folder of mode 0700, which the user alone can read.  The folder is made where pages are: not in /tmp, which
// browsers in a sandbox have for themselves.  It goes with the process that has made it.
#ifndef XG_COMMANDS_VIEW_HANDOVER_H
#define XG_COMMANDS_VIEW_HANDOVER_H

// Makes the file in a new folder below one; returns its name, which lives as long as the process.  Once only; fails with one sentence.
const char* handover_begin(const char* url, const char* in);

#endif
