// SPDX-License-Identifier: GPL-3.0-or-later
//
// The file xgrind.data.<pid> with the program's memory objects.
#ifndef XG_CALLGRIND_FILES_OBJECTS_FILE_H
#define XG_CALLGRIND_FILES_OBJECTS_FILE_H

#include "pub_tool_basics.h"

#include "base/host.h"

// Checks that the file can be written; ends the program with a sentence if not.
void objects_file_init(void);
// Costs so far are not the objects' any more, be they in parts that are written or among these,
// which are kept for a part to come.
void objects_file_zeroed(const uint64_t* kept);
// In a forked child, whose file is another one.
void objects_file_after_fork(void);
// Writes the costs of the run so far; False after having said why not.  To be called after a part was
// written, which flushes pending costs.
Bool objects_file_write(void);

#endif
