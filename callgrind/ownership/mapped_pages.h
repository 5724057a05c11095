// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pages that are unmapped leave the TLBs, and are touched anew where something is mapped later (docs/cycles.md).
#ifndef XG_CALLGRIND_OWNERSHIP_MAPPED_PAGES_H
#define XG_CALLGRIND_OWNERSHIP_MAPPED_PAGES_H

#include "pub_tool_basics.h"

// A system call has ended.
void mapped_pages_after_syscall(UInt number, const UWord* args, SysRes result);

#endif
