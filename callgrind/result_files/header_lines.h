// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the headers of several files have: profiles, calling-context trees and data files.
//
//    header_lines_write_command(&w);
#ifndef XG_CALLGRIND_RESULT_FILES_HEADER_LINES_H
#define XG_CALLGRIND_RESULT_FILES_HEADER_LINES_H

#include "pub_tool_basics.h"

#include "base/writer.h"

// The program and its arguments, with spaces between them; stays valid.
const HChar* header_lines_command(void);
// "cmd:", the program and its arguments.
void header_lines_write_command(Writer* w);
// "event:" for each event with a long name.
void header_lines_write_event_names(Writer* w);

#endif
