// SPDX-License-Identifier: GPL-3.0-or-later
//
// vgdb, Valgrind's program that sends commands to processes which run under it.
//
// It waits for ever for a process that is stopped, or blocked in the kernel: each command has its time here.
//
//    const Vgdb vgdb = {.file = "/usr/bin/vgdb", .seconds = 60};
//    VgdbAnswer answer = vgdb_run(&vgdb, 1234, arguments, 2);
//    vgdb_answer_clear(&answer);
#ifndef XG_COMMANDS_CONTROL_VGDB_H
#define XG_COMMANDS_CONTROL_VGDB_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "commands/text/built.h"

// A run whose answer is larger is not ours: a call on a stack takes some 100 bytes.
#define VGDB_ANSWER_MAX_B ((size_t)1 << 28)

enum { VGDB_WORDS_MAX = 3 }; // of what is asked

typedef struct {
   const char* file;   // the program
   const char* prefix; // of its pipes, as Valgrind was told; NULL: the usual one
   uint32_t seconds;   // for a command
} Vgdb;

typedef struct {
   Built
      text; // what it has printed, on both of its outputs; as others have it, not fit to be printed
   bool is_good;    // whether it has ended with status 0
   const char* why; // why it was not waited for; NULL: it was
   bool
      is_mute; // whether that is since the process has not answered, and goes on, or is stopped
} VgdbAnswer;

// The program vgdb of the Valgrind that this was installed for, or one in PATH; NULL: there is none.
const char* vgdb_file(void);
// Runs it with the prefix and these words; pid: the process that it asks, 0: none.
VgdbAnswer vgdb_run(const Vgdb* vgdb, pid_t pid, const char* const* words, uint32_t n);
void vgdb_answer_clear(VgdbAnswer* answer);

#endif
