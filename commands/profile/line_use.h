// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much of the bytes loaded into each level of caches was used (docs/cache-use.md), by what headers say of it.
//
// The header of a part says how many lines ended, which makes the program's share exact.  The profile does not say this of a function;
// commands/profile/columns.h takes its misses instead.
#ifndef XG_COMMANDS_PROFILE_LINE_USE_H
#define XG_COMMANDS_PROFILE_LINE_USE_H

#include "commands/profile/model.h"
#include "commands/text/levels.h"

// Bytes of a line of a cache, "D1"; 0: not known, or not the same in all parts.
uint64_t line_size_B(const Profile* p, const char* cache);
// How many bytes of lines a level has loaded that have ended; 0: not known of all parts.
double bytes_ended(const Profile* p, const Level* level);

#endif
