// SPDX-License-Identifier: GPL-3.0-or-later
//
// What two profiles say that makes a comparison of them mean less.
//
// Sentences are texts of the program's own.
#ifndef XG_COMMANDS_PROFILE_COMPARABLE_H
#define XG_COMMANDS_PROFILE_COMPARABLE_H

#include "commands/profile/columns.h"

// Why CEst is not compared, although both may have it: it means two things; NULL: it is.
const char* cycles_not_compared(ColumnEvents before, ColumnEvents after);
// That the caches, latencies or processors that the runs simulated differ; NULL: they are not said to.
const char* two_machines(const Profile* before, const Profile* after);

#endif
