// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pipes by which vgdb reaches a process.
//
// Their names have the user and the computer that the variables LOGNAME and HOST gave where the run was started, and vgdb takes its own:
// those of root are others, who may ask any process.
// In a folder where all may write, others can put pipes there under names of their own, which would have vgdb stop the process and go on
// elsewhere: only those of root and of the process's user count.
#ifndef XG_COMMANDS_CONTROL_PIPES_H
#define XG_COMMANDS_CONTROL_PIPES_H

#include <stdbool.h>
#include <sys/types.h>

// Sets LOGNAME and HOST to those in the names of a process's pipes, which begin with a prefix; NULL: the usual one.  False: there are none.
bool pipes_take_names(const char* prefix, pid_t pid);

#endif
