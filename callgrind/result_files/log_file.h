// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files of --log-file and --xml-file, which the core opens: they are written to where result files would be, and nowhere else, so
// that nobody else's link or pipe has what the run says.
//
//    if (log_file_is_one(flags)) return log_file_open(path, mode);     // in place of the core's open()
#ifndef XG_CALLGRIND_RESULT_FILES_LOG_FILE_H
#define XG_CALLGRIND_RESULT_FILES_LOG_FILE_H

#include "pub_tool_basics.h"

// Whether the core opens such a file, by the flags of its open().
Bool log_file_is_one(Int flags);
// A descriptor, or an error of the system.  Ends the process with a sentence if what is there, or a link that leads there, is another
// user's who could have put it there.  A forked child goes on in any case: if its file cannot be opened, with its parent's, as a sentence
// says there.
SysRes log_file_open(const HChar* path, Int mode);
// Ends the program before it begins if a result file would replace one of them, or if a part of it may.
void log_file_require_apart(const HChar* option, const HChar* name, Bool has_parts);

#endif
