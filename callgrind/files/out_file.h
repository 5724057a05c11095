// SPDX-License-Identifier: GPL-3.0-or-later
//
// A result file: written under a temporary name in the same directory, and renamed when it is
// complete, so that a full disk leaves what was there before.
#ifndef XG_CALLGRIND_FILES_OUT_FILE_H
#define XG_CALLGRIND_FILES_OUT_FILE_H

#include "pub_tool_basics.h"

typedef struct {
   const HChar* name; // the caller's
   HChar* temporary;  // if beside
   Bool beside;       // it has a temporary name; pipes, devices and links are written in place
   Bool
      is_regular; // written in place: a file, which is emptied if it cannot be written completely
   Int fd;        // to write to
} OutFile;

// What a file is, for messages: OutFileKind kind = {"profile"}.
typedef struct {
   const HChar* name;
   Int reported; // messages so far, of the process
   Int pid;
} OutFileKind;

// Ends the program with a sentence if the file cannot be written: `what` is to be there, and
// `option` says where.  Leaves no new file behind.
void out_file_require(const HChar* what, const HChar* name, const HChar* option);
// Whether two names are of one file or will be; devices and pipes take the text of both.
Bool out_file_same(const HChar* name, const HChar* other);
// Whether a name is of the same file as `base` or of one of its parts: with .<part> or -<thread>,
// or both, behind it.
Bool out_file_is_part(const HChar* name, const HChar* base);
// Opens a file of this name for writing; 0, or the error of the system.
Int out_file_open(OutFile* f, const HChar* name);
// Closes the file.  complete: all of it was written; else what was there before stays, unless the
// file was written in place.  False: the file of this name is not the new one.
Bool out_file_close(OutFile* f, Bool complete);
// Says that a file could not be written; after three messages of a kind no more.  error 0: it was
// opened but could not be written completely.  kept: what was there before is.  more: what becomes
// of its contents, or "".
void out_file_report(OutFileKind* kind, const HChar* name, Int error, Bool kept,
                     const HChar* more);
// An error of the system in words.
const HChar* out_file_error(Int error);

#endif
