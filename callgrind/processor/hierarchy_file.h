// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that describe a cache hierarchy; docs/hierarchy.md has their format.
//
// Contract: what is written and read again sets every option of the hierarchy to what it was.
//
//    hierarchy_file_read("zen4.hierarchy"); // options.d1, options.stlb, ... are set
//    if (!hierarchy_file_write(1)) ...      // the descriptor is full or closed
#ifndef XG_CALLGRIND_PROCESSOR_HIERARCHY_FILE_H
#define XG_CALLGRIND_PROCESSOR_HIERARCHY_FILE_H

#include "pub_tool_basics.h"

// Sets what the file says.  Ends the program with a sentence, which names file and line, if there
// is anything wrong with it.
void hierarchy_file_read(const HChar* file);
// Lines of other names than these, which end with NULL, have no effect.
void hierarchy_file_read_only(const HChar* file, const HChar* const* names);
// Whether a file says this: nothing of a level that there is not, and not that each core has its own.
Bool hierarchy_file_says(const HChar* name, const HChar* value);
// Writes what the options say now; False if that failed.
Bool hierarchy_file_write(Int fd);

#endif
