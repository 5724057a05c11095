// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is in a folder, and who has written the result files there.  Folders are those that place.h keeps open, whatever root the
// program has.
//
//    folder_each("/home/me/callgrind.out.7", action, argument);    // for each file of /home/me
//    WrittenBy by;
//    if (folder_written_by(&by, path)) ... by.pid ...
#ifndef XG_CALLGRIND_RESULT_FILES_FOLDER_H
#define XG_CALLGRIND_RESULT_FILES_FOLDER_H

#include "pub_tool_basics.h"

typedef struct {
   Int pid;      // process number that the file says
   UInt program; // of a profile of this run: which one of the process; else 0
   Bool
      is_last; // of a profile: the last part, of the program's end or of what it has done so far
   ULong written_ns; // when it was written, since 1970
} WrittenBy;

// Calls `action` with the path of each entry of the folder that a file is in; nothing if it cannot be read.
void folder_each(const HChar* file, void (*action)(const HChar* path, void* argument),
                 void* argument);
// Who has written the profile, data file or calling-context tree of this name.  False: there is none, or it is
// something else, or it was written before `since_ns`.
Bool folder_written_by(WrittenBy* by, const HChar* path, ULong since_ns);

#endif
