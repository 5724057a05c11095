// SPDX-License-Identifier: GPL-3.0-or-later
//
// The data file, xgrind.data.<pid>: memory objects, miss classes, sharing, miss curves and the timeline,
// whichever are asked for (docs/data-format.md).
//
//    data_file_init();                              // once options are known
//    dump_profile(NULL, False);
//    if (!data_file_write()) ...                    // for the exit status
#ifndef XG_CALLGRIND_RESULT_FILES_DATA_FILE_H
#define XG_CALLGRIND_RESULT_FILES_DATA_FILE_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

// Checks that the file can be written; ends the program with a sentence if not.
void data_file_init(void);
// Opens the file, which may not be possible when it is written.
void data_file_reserve(void);
// Sets the costs of objects and miss curves to zero.  others: costs in the profile that objects no longer have.
void data_file_zeroed(const uint64_t others[EV_COUNT]);
// Costs of the run since the last zeroing, which the file is about.
void data_file_totals(uint64_t totals[EV_COUNT]);
// In a forked child, whose file is another one.
void data_file_after_fork(void);
// Writes the costs of the run so far; False after having said why not.  To be called after a part
// was written, which flushes pending costs.
Bool data_file_write(void);

#endif
