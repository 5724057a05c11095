// SPDX-License-Identifier: GPL-3.0-or-later
//
// What /proc says of a process, which may be another user's, and end at any time.
//
//    const Process* p = process_of(1234);             // NULL: there is no such process
//    const char* why = process_why_silent(1234);      // "process 1234 is stopped; continue it with kill -CONT 1234"
#ifndef XG_COMMANDS_CONTROL_PROCESS_H
#define XG_COMMANDS_CONTROL_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

// Texts live as long as the process that asks.  They are as the other process has them: not fit to be printed.
typedef struct {
   pid_t pid;
   const char*
      tool; // of Valgrind, as its executable is called; NULL: it does not run under Valgrind
   const char* command; // the program and its arguments, with blanks between them; ""
   const char* program; // the first word of these
   const char* name;    // that without folders
   bool is_readable;    // whether its executable is known: not of other users' processes
} Process;

// NULL: there is no such process.
const Process* process_of(pid_t pid);
// Whether its tool is Xgrind or Callgrind, which understands the same.
bool process_is_ours(const Process* p);
// Whether a user has called it so: by its name, or as it was started.
bool process_is_called(const Process* p, const char* name);
// Whether it belongs to this user, as a file of /proc.
bool process_is_own(pid_t pid);
// Its state, a letter as /proc has it; 0: there is no such process.
char process_state(pid_t pid);
// Whether there is no such process, or nobody has asked yet how it ended.
bool process_has_ended(pid_t pid);
// Why it will not answer as long as nobody does anything; NULL: it may.
const char* process_why_silent(pid_t pid);
// The users that it is: real, effective, saved.  False: there is no such process.
bool process_users(pid_t pid, uid_t users[3]);

#endif
