// SPDX-License-Identifier: GPL-3.0-or-later
//
// The environment that the program was started with.  The core asks for variables during the whole run, and looks where the
// program has them: on its stack, which programs overwrite that show a title in place of their arguments.
//
//    environment_init();                      // before the program runs
//    environment_before_exec(False, args);    // of execve; True: of execveat
#ifndef XG_CALLGRIND_ENVIRONMENT_H
#define XG_CALLGRIND_ENVIRONMENT_H

#include "pub_tool_basics.h"

// Gives the program the VALGRIND_LIB that its user has set, which the launcher has kept from the core (launch/), and
// the core a copy of all variables.
void environment_init(void);

// Tells the launcher, which the core runs in place of a program that is followed, the VALGRIND_LIB that this program is to have:
// the core puts its own there.
void environment_before_exec(Bool at, const UWord* args);

#endif
