// SPDX-License-Identifier: GPL-3.0-or-later
//
// The processes that run under Xgrind, or under Callgrind, which understands the same.
//
//    Runs runs = runs_found(&vgdb);
//    const char* why = runs_refusal(&runs, "1234", &pid);    // why 1234 cannot be asked; NULL: it can
//    RunAnswer answer = runs_ask(&runs, 1234, "status");
//    run_answer_clear(&answer);
//
// Ownership: runs live as long as the process that asks.
#ifndef XG_COMMANDS_CONTROL_RUNS_H
#define XG_COMMANDS_CONTROL_RUNS_H

#include "commands/control/process.h"
#include "commands/control/vgdb.h"

typedef struct {
   Vgdb vgdb;
   const Process** run; // by number
   uint32_t n;
   const Process** other; // processes under other tools of Valgrind
   uint32_t n_others;
} Runs;

typedef struct {
   VgdbAnswer vgdb;
   const char* text; // the answer, not fit to be printed; "" if there is none
   const char*
      error; // what went wrong, a sentence that begins with "process N "; NULL: nothing
} RunAnswer;

Runs runs_found(const Vgdb* vgdb);
// The run with this number; NULL: none has it.
const Process* runs_with(const Runs* runs, pid_t pid);
// Why the process that a user means by a number cannot be asked, as a sentence; NULL: it can, and *pid is its number.
const char* runs_refusal(const Runs* runs, const char* typed, pid_t* pid);
// Sends a monitor command.
RunAnswer runs_ask(const Runs* runs, pid_t pid, const char* command);
void run_answer_clear(RunAnswer* answer);

#endif
