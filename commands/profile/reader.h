// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads files in Callgrind's format, of any tool that writes it: docs/files.md has what the format is.
//
// All parts of a file are added up.  Limits are named in reader.c; what is malformed fails with one sentence that has
// the file's name and the line's number.
//
//    Profile* p = profile_new();
//    profile_read(p, &in, NULL, NULL);
#ifndef XG_COMMANDS_PROFILE_READER_H
#define XG_COMMANDS_PROFILE_READER_H

#include "commands/files/input.h"
#include "commands/profile/model.h"

enum { PROFILE_NO_FUNCTION = UINT32_MAX };

typedef struct ProfileReader ProfileReader;
// Gets lines that begin with '#', without their ends: which function they are in, or PROFILE_NO_FUNCTION, and what has written
// the part, or "".
typedef void (*ProfileComment)(void* with, ProfileReader* r, Profile* p, uint32_t function,
                               const char* creator, const char* line);

// Reads a file into an empty profile.  If it fails, the profile is good for profile_free() alone.
void profile_read(Profile* p, const Input* in, ProfileComment comment, void* with);
// Fails with one sentence on the line that was read last.
__attribute__((noreturn, format(printf, 2, 3))) void profile_fail_line(ProfileReader* r,
                                                                       const char* format, ...);

#endif
