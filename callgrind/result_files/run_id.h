// SPDX-License-Identifier: GPL-3.0-or-later
//
// The run that this process belongs to: all processes that the user's command has led to, by fork and by exec, as far as
// they are profiled.  Profiles say it ("desc: Run:"), so that readers know which belong together.
//
// A program that takes the place of another one is told by an option, --xg-run, that the core hands on with the user's
// options; the program's environment and arguments know nothing of it.
//
//    run_id_init();                       // before the names of result files are made
//    run_id_after_fork();                 // in the child
//    run_id_before_exec();                // a program that will be profiled is about to take this one's place
//    run_id_write(&w);                    // into the header of a profile
#ifndef XG_CALLGRIND_RESULT_FILES_RUN_ID_H
#define XG_CALLGRIND_RESULT_FILES_RUN_ID_H

#include "pub_tool_basics.h"

#include "base/writer.h"

enum { RUN_NAMES = 3 }; // of profile, data file, calling-context tree: ResultKind

typedef struct {
   Int first;        // process number of the one that the user's command has started
   ULong started_ns; // when that was, since 1970
   // Process number of this one: a child's as /proc has it, since those in PID namespaces of their own are all number 1 to
   // themselves.  A program that exec has started has its predecessor's.
   Int process;
   UInt program;    // which one of this process, from 1: exec makes it another one
   Bool is_forked;  // the program is the parent's, which goes on
   Bool has_others; // there are, or were, other processes or programs
   Bool
      is_elsewhere; // the program began in another folder than the user's command, by exec after chdir()
   uint64_t name_of_others
      [RUN_NAMES]; // hashes of names that other processes give their files; 0: none
} RunId;

extern RunId run_id;

// Ends the program with a sentence if --xg-run is nothing that a run has made.
void run_id_init(void);
void run_id_after_fork(void);
void run_id_before_exec(void);
// Whether the process is in another folder now than when this program began.
Bool run_id_has_left_folder(void);
// Whether this is the process that the user's command has started.
Bool run_id_is_first(void);
// "24931.1764329846123456789": the same in all processes of a run, and in no other run.
const HChar* run_id_text(void);
// "desc: Run:", if there are others, but for Callgrind's format as it is.
void run_id_write(Writer* w);

#endif
