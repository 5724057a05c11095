// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which files may be read as sources (docs/text-tools.md has the rules).
//
// A profile may come from a stranger: whatever it names is judged by where it leads, and never by what is there, so that nobody
// learns which files there are.  Allowed are the current folder, the project around it, and what the distribution has installed.
//
//    if (source_is_allowed("/usr/include/c++/12/vector")) ...    // of a path without links
#ifndef XG_COMMANDS_SOURCE_ALLOWED_H
#define XG_COMMANDS_SOURCE_ALLOWED_H

#include <stdbool.h>

bool source_is_allowed(const char* path);

#endif
