// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pages of the program that can be read: an access that the simulation sees is perhaps refused, as that of a collector
// that protects pages from its program's threads.
//
// Contract: what can be read only changes in system calls, after each of which what is known of pages is forgotten.
#ifndef XG_CALLGRIND_OWNERSHIP_READABLE_PAGES_H
#define XG_CALLGRIND_OWNERSHIP_READABLE_PAGES_H

#include "pub_tool_basics.h"

Bool readable_pages_have(Addr address);
void readable_pages_forget(void);

#endif
