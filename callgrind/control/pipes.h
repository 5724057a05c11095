// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pipes by which vgdb reaches a run.  The core opens them anew for each contact, by their path, and ends the run where it
// cannot: where the program has another root by then, is another user, or somebody has removed them.  Here they are opened below
// the folder as it was at the start, belong to whom the program is, and where there is none a file of no name stands for it: the
// run goes on, and cannot be reached.
//
//    pipes_init();                                   // when the options are known
//    pipes_before_syscall(number, args);             // which may change the user
//    pipes_after_syscall(number, args, result);
//
// The linker has the core call VG_(open), VG_(mknod), VG_(unlink) and VG_(kill) by way of here (--wrap, Makefile.am), files of
// --log-file and --xml-file too (result_files/log_file.h).
#ifndef XG_CALLGRIND_CONTROL_PIPES_H
#define XG_CALLGRIND_CONTROL_PIPES_H

#include "pub_tool_basics.h"

void pipes_init(void);
void pipes_before_syscall(UInt number, const UWord* args);
void pipes_after_syscall(UInt number, const UWord* args, SysRes result);

#endif
