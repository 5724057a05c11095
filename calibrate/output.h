// SPDX-License-Identifier: GPL-3.0-or-later
//
// The file that is written: complete or left as it was, by no way that another user has laid. The scripts' Files/Output.pm
// has the same rules.
//
//    Output out;
//    output_keep_private(&out, file);    // what is read for it
//    if (!output_open(&out, "zen4.hierarchy")) fail("%s", output_error());
//    fprintf(out.to, ...);
//    if (!output_close(&out)) fail("%s", output_error());
#ifndef XG_CALIBRATE_OUTPUT_H
#define XG_CALIBRATE_OUTPUT_H

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>

typedef struct {
   const char* shown;       // the name as it was given
   FILE* to;                // to be written to
   int folder;              // an open folder
   char name[NAME_MAX + 1]; // of the file in it: links are followed
   char temporary[64];      // its name until it is complete; "": it is written to directly
   int descriptor;          // the open file that a name such as /dev/stdout means; -1: none
   int is_there;            // whether there was something of this name
   struct stat was;         // what it was
} Output;

// A file is read for the output: who must not read the one shall not read the other.
void output_note_input(FILE* in);
// Opens an output: a regular file under a name that nobody can guess, in the folder where it will be; all else
// directly; "-" is standard output. A link, wherever on the way, is followed only if this user or root owns it, and so is
// a pipe or a device. Returns 0 if it cannot be written.
int output_open(Output* out, const char* name);
// Closes it, and gives a file its name and its mode. Returns 0, and nothing is left, if that cannot be.
int output_close(Output* out);
// Why one of them has failed: a sentence.
const char* output_error(void);

#endif
