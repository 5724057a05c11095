// SPDX-License-Identifier: GPL-3.0-or-later
//
// A result file: written under a temporary name in the same directory, and renamed when it is
// complete, so that a full disk leaves what was there before.  No link that another user owns is followed.
//
//    out_file_require("the profile", name, "--callgrind-out-file");   // before the program runs
//    OutFile f;
//    Int error = out_file_open(&f, name);
//    if (error) { out_file_report(&kind, name, error, True, ""); return False; }
//    ... write to f.fd ...
//    if (!out_file_close(&f, complete)) out_file_report(&kind, name, 0, f.beside, "");
#ifndef XG_CALLGRIND_RESULT_FILES_OUT_FILE_H
#define XG_CALLGRIND_RESULT_FILES_OUT_FILE_H

#include "pub_tool_basics.h"

#include "callgrind/result_files/place.h"

typedef struct {
   const HChar* name; // the caller's
   OutPlace where;
   HChar temporary[PLACE_NEW_NAME_B]; // if beside
   Bool beside; // it has a temporary name; pipes, devices and links are written in place
   Bool
      is_regular; // written in place: a file, which is emptied if it cannot be written completely
   Bool is_reserved; // written in place, and stays open
   Bool
      keeps_parts; // written in place: the caller keeps what was there before if it cannot be written completely
   Int fd; // to write to
} OutFile;

// What a file is, for messages: OutFileKind kind = {"profile"}.
typedef struct {
   const HChar* name;
   Int reported; // messages so far, of the process
   Int pid;
} OutFileKind;

// An error beside those of the system, and place.h's.
enum { OUT_FILE_IS_PROGRAM = PLACE_OF_ANOTHER_USER + 1 };
// Whether the file that is there begins as a program or library does (ELF): by a slip, the program's own name is given for an output.
Bool out_file_is_program(const OutPlace* p);

// How the names of two result files collide.
typedef enum {
   OUT_FILES_APART,
   OUT_FILES_ARE_ONE,    // the names are of one file or will be
   OUT_FILES_SHARE_PARTS // one has the name that a part of the other may have
} OutFileCollision;

// Ends the program with a sentence if the file cannot be written: `what` is to be there, and
// `option` says where.  Leaves no new file behind.
void out_file_require(const HChar* what, const HChar* name, const HChar* option);
// Likewise, if it is to be written in place, and is another user's.
void out_file_require_own(const HChar* what, const HChar* name, const HChar* option);
// Of the file with costs in layouts that is to lie beside it, if there can be one.
void out_file_require_layouts(const HChar* what, const HChar* name, const HChar* option,
                              UInt simulation);
// Whether the file `name` would get in the way of another result file, which may have parts:
// names with .<part> or -<thread>, or both, behind them.  has_parts: so may this one.  Devices and
// pipes take the text of both.
OutFileCollision out_file_collision(const HChar* name, Bool has_parts, const HChar* other);
// The name of the file with costs in layouts that lies in the folder of this one: "what-if." in front, as KCachegrind takes
// what begins with a profile's name for a part of it; of a simulation apart, by number, "what-if-<n>.".  For VG_(free)().
HChar* out_file_of_layouts(const HChar* name, UInt simulation);
// Whether a file of this name is or will be a regular one, perhaps where a link leads, so that others may be beside it; not a device
// or a pipe.
Bool out_file_is_regular_or_new(const HChar* name);
// Opens a file of this name for writing; 0, or the error of the system.
Int out_file_open(OutFile* f, const HChar* name);
// Opens what is there, or a new file, with what is in it; as out_file_open().  Others cannot read it: a file of another user, who could
// let them, is refused.
Int out_file_open_in_place(OutFile* f, const HChar* name);
// The name that a file will have which was opened as <base><suffix>: another one in the same folder if it is written beside, and
// another process has taken its own meanwhile (run_names.h).  For VG_(free)(), once the file is closed.
HChar* out_file_final_name(OutFile* f, const HChar* base, const HChar* suffix);
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
