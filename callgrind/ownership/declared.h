// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where in the source a variable is declared.  Known only if the user has the core read debug
// information of variables (--read-var-info=yes), which takes time and memory.
//
//    HChar* file;
//    UInt line = declared_at(address, &file);
//    if (line) ... VG_(free)(file);
#ifndef XG_CALLGRIND_OWNERSHIP_DECLARED_H
#define XG_CALLGRIND_OWNERSHIP_DECLARED_H

#include "pub_tool_basics.h"

// The line of the declaration of the global variable that holds the address, and *file, which the
// caller frees; 0: not known.
UInt declared_at(Addr address, HChar** file);

#endif
