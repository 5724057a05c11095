// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes a profile as a file in Callgrind's format.
//
// Names are written once and later as numbers, figures without zeros at the end.  The order of all lines follows from names and
// positions, so that equal profiles are equal files.
//
//    profile_write(p, out.to, &(ProfileAbout){.creator = "xgrind_merge-0.1", .cmd = "./app"});
#ifndef XG_COMMANDS_PROFILE_WRITER_H
#define XG_COMMANDS_PROFILE_WRITER_H

#include <stdio.h>

#include "commands/profile/model.h"

// What the header says, and lines that begin with '#'.  Lists end with NULL; they and texts may be NULL.
typedef struct {
   const char *creator, *cmd;
   const char* const* desc;     // without "desc: "
   const char* const* comments; // of the header
   // writes the comment of a function, whole lines, where it has one
   void (*comment)(void* with, FILE* out, uint32_t function);
   void* with;
} ProfileAbout;

// Writes a sum, whose rows are tables.  Warns if the functions' costs do not add up to the totals.  Errors are those of the stream.
void profile_write(const Profile* p, FILE* out, const ProfileAbout* about);

#endif
