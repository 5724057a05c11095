// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program that runs under Xgrind, and the files that it has written.
//
//    RunProgram run = {.arguments = arguments};    // of xgrind, with a NULL behind them
//    run_begin(&run);
//    run_wait(&run);
//    const NameList files = run_files(&run);       // callgrind.out.1234, or as the options say; none: it has written no profile
//
// Signals that the terminal sends go to the program, too, which decides what they mean; TERM and HUP are passed on.
//
// Ownership: texts live as long as the process, which has one such program.
#ifndef XG_COMMANDS_RUN_PROGRAM_H
#define XG_COMMANDS_RUN_PROGRAM_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "commands/files/name_list.h"

typedef struct {
   const char* const* arguments;
   time_t started;
   pid_t pid;      // also that in the names of its files
   bool has_ended; // then `status` is as of wait()
   int status;
} RunProgram;

// Starts it; fails with one sentence if no process can be started.
void run_begin(RunProgram* run);
// Waits for its end; not to be mixed with run_ended().
void run_wait(RunProgram* run);
// Whether a process that has ended was it, or what it is now.
bool run_ended(RunProgram* run, pid_t pid, int status);
// As a shell would say it: 128 + N if signal N has ended it.
int run_exit_status(const RunProgram* run);
// Whether it makes several runs, with --advise-layout.
bool run_advises(const RunProgram* run);
// The profile; of --advise-layout, profile and data of its first run.
NameList run_files(const RunProgram* run);
// In the name of the page: the number of the process, or of the first run.
const char* run_number(const RunProgram* run);

#endif
