// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that users name and that are written: complete or left as they were, by no way that another user has laid.
//
// A regular file is written under another name, which nobody can guess, in the folder where it will be, and then renamed; a link
// stays, and the file it leads to is replaced (files/target.h).  All else, such as a pipe, is written to directly; "-" is standard output.
// Until it is complete, only this user can read a file, and then nobody who cannot read all that it was made of (files/privacy.h) and the
// file that it replaces.  If the process ends, or is stopped, before output_close(), nothing is left; only SIGKILL, or an end
// without exit(), leaves a file xgrind-tmp.*.
//
// All functions fail with one sentence if the output cannot be written.  Several may be open; only the thread that main() runs in opens
// and closes them.  Outputs live as long as the process.
//
//    Output* out = output_open("sum.callgrind");
//    fprintf(out->to, ...);          // failures show at output_close()
//    output_close(out);
//    output_finish();                // at the end of a command that prints to standard output
#ifndef XG_COMMANDS_FILES_OUTPUT_H
#define XG_COMMANDS_FILES_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "commands/files/target.h"

typedef struct Output {
   const char* shown;  // the name as it was given
   FILE* to;           // to be written to; NULL once it is closed
   Target target;      // unless it is standard output
   char temporary[64]; // the file's name until it is complete; "": there is none, or no longer
   int writer; // the process that has opened it: one that it has started may end before it
   struct Output* older; // opened before this one
} Output;

Output* output_open(const char* name);
// Writes bytes; what cannot be written shows now or later.
void output_write(Output* out, const char* bytes, size_t size_B);
// Hands all bytes to the kernel: of outputs that belong together, each is flushed before one is closed.
void output_flush(Output* out);
// Fails, since writing to it did, with the reason in errno: for those who write to fileno(out->to) themselves.
__attribute__((noreturn)) void output_fail(Output* out);
// Closes it, and gives a file its name and its mode.
void output_close(Output* out);
// Closes standard output: a full disk shows only now.  Again, it does nothing.
void output_finish(void);
// Fails if output_open() would, as another user has laid the way: who waits for results need not wait for that.
void output_refuse_others(const char* name);
// Whether two names mean one file.  Only regular files count: a device or a pipe can take several outputs.
bool output_same_file(const char* name, const char* other);
// Fails if an output would overwrite one of the files that are read for it: "--output would overwrite a profile to be added, 'a'".
void output_keep_inputs(const char* option, const char* name, const char* what,
                        const char* const* inputs, size_t n);

#endif
