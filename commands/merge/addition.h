// SPDX-License-Identifier: GPL-3.0-or-later
//
// Adds a profile to another: costs, calls and jumps where they are, by name of event, function, file and module.
//
//    const uint32_t* functions = profile_add_other(sum, p);    // functions[f]: the number in the sum of function f of p
#ifndef XG_COMMANDS_MERGE_ADDITION_H
#define XG_COMMANDS_MERGE_ADDITION_H

#include "commands/profile/model.h"

// Returns the number in the sum of each function of p, as long as p is there.
const uint32_t* profile_add_other(Profile* sum, Profile* p);

#endif
