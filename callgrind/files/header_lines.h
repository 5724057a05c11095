// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines that the headers of several files have: profiles and calling-context trees.
//
//    header_lines_write_command(&w);
#ifndef XG_CALLGRIND_FILES_HEADER_LINES_H
#define XG_CALLGRIND_FILES_HEADER_LINES_H

#include "base/writer.h"

// "cmd:", the program and its arguments.
void header_lines_write_command(Writer* w);
// "event:" for each event with a long name.
void header_lines_write_event_names(Writer* w);

#endif
