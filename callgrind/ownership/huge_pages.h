// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the program asks the system for pages of 2 MiB, for TLBs (cachesim/page_size.h): by madvise,
// by mmap of anonymous huge pages, and by mmap of files on hugetlbfs.
//
// Contract: what the program asks for counts, whether or not the system could give it; a request for
// pages of 1 GiB is one for pages of 2 MiB.  Unmapping, moving and mapping anew end a request.
// Shared memory of shmget(SHM_HUGETLB) is not looked at.
//
//    huge_pages_after_syscall(number, args, result);   // after each system call
#ifndef XG_CALLGRIND_OWNERSHIP_HUGE_PAGES_H
#define XG_CALLGRIND_OWNERSHIP_HUGE_PAGES_H

#include "pub_tool_basics.h"

// The system call has returned; does nothing unless there are TLBs and --huge-pages=requested.
void huge_pages_after_syscall(UInt number, const UWord* args, SysRes result);

#endif
