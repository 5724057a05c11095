// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files of the profile: their names, and putting them in place as a whole or not at all.
//
// A part is written to <base>.<part>, the last one to <base>; with --separate-threads, "-<thread>"
// follows. "what-if." before it says that costs are those in layouts beside the program. With --combine-dumps, all parts go to <base>, one after the other.
//
//    ProfileFile f;
//    if (!profile_file_open(&f, &id)) return False;    // says why
//    ... write to f.file.fd ...
//    if (!profile_file_close(&f, complete)) ...        // what is in place is what was there before
#ifndef XG_CALLGRIND_RESULT_FILES_PROFILE_FILE_H
#define XG_CALLGRIND_RESULT_FILES_PROFILE_FILE_H

#include "callgrind/result_files/out_file.h"
#include "callgrind/summary/end_lines.h"

// Which file of a part.
typedef struct {
   UInt part;
   Bool is_last;    // the program ends, or may end, with this part
   Bool is_final;   // nothing replaces the file later
   UInt thread;     // with --separate-threads
   UInt simulation; // whose costs it has
} ProfileFileId;

typedef struct {
   ProfileFileId id;
   HChar* name;
   OutFile file;
   Bool is_whole; // so far, with --combine-dumps
   Bool begins;   // with --combine-dumps: the head of the file is written with this part
   Bool
      has_machine; // the part says with which options and caches it was collected: the first one of a file
} ProfileFile;

// Expands the name, and ends the program with a sentence if the file cannot be written.
void profile_file_init(void);
// In a forked child: another process number, so other names and no file so far, unless the option
// names no process number.
void profile_file_after_fork(void);
// Opens the files of the last part, which may not be possible when it is written.
void profile_file_reserve(void);
// What follows the base name of a file: "", ".<part>", "-<thread>".
void profile_file_suffix(HChar suffix[64], const ProfileFileId* id);
// Whether there are profiles of layouts beside the program: not of simulations apart, nor if the profile goes to a device or a pipe.
Bool profile_file_has_layouts(void);
// False: the file cannot be opened, which has been reported.
Bool profile_file_open(ProfileFile* f, const ProfileFileId* id);
// complete: all of it was written.  False: the file is not in place, which has been reported.
Bool profile_file_close(ProfileFile* f, Bool complete);
// Adds lines about profiles of other programs and processes of this run, if there are any.
void profile_file_describe_run(EndLines* l);
// Before exec of a program that is profiled: says where the profile is of what has run here if that program does not see it
// beside its own, since the process is in another folder now than at its start.
void profile_file_tell_left_behind(void);

#endif
