// SPDX-License-Identifier: GPL-3.0-or-later
//
// Programs and libraries whose debug information is in files beside them (-gsplit-dwarf, .dwo and .dwp), which the core does
// not read.  Lines are in the file itself, but no names of inlined functions.  Older cores end the run when
// they read the program.
//
//    split_dwarf_explain(path);   // of the program, before the core reads it, and of each module
#ifndef XG_CALLGRIND_HELP_SPLIT_DWARF_H
#define XG_CALLGRIND_HELP_SPLIT_DWARF_H

#include "pub_tool_basics.h"

// Says what is missing, and what to do, if the file is such a one; once for each file.
void split_dwarf_explain(const HChar* path);

#endif
