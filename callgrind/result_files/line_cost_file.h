// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files of --xg-record-uses and --xg-replay-uses (engine/line_cost_record.h), options of the checked
// build alone (XG_DEBUG_CHECKS).
//
//    line_cost_file_init();                     // after engine_init()
//    if (!line_cost_file_finish()) VG_(exit)(1);  // when all lines are charged
#ifndef XG_CALLGRIND_RESULT_FILES_LINE_COST_FILE_H
#define XG_CALLGRIND_RESULT_FILES_LINE_COST_FILE_H

#include "pub_tool_basics.h"

// Starts recording or reads the record, if an option says so; ends the program with a sentence if
// that is not possible.
void line_cost_file_init(void);
// Writes the record, or sees whether all of it was needed; False after having said why not.  Only
// in the process that was started, not in children that it has forked.
Bool line_cost_file_finish(void);

#endif
