// SPDX-License-Identifier: GPL-3.0-or-later
//
// clone() with flags that the core does not know: it ends the process then, without asking the tool.  The results so far are written
// before, and a sentence says where they are.
//
//    refused_clone_before_syscall(number, args);
#ifndef XG_CALLGRIND_THREADS_REFUSED_CLONE_H
#define XG_CALLGRIND_THREADS_REFUSED_CLONE_H

#include "pub_tool_basics.h"

void refused_clone_before_syscall(UInt number, const UWord* args);

#endif
