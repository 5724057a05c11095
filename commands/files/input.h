// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that are read whole: profiles, data files, trees.
//
// A regular file is never waited for; pipes and devices may be named, too. Files that gzip or zstd has compressed are
// read as what they contain.  Texts have no bytes 0: contents end behind the first one, which their reader refuses.
//
// Contents are a copy, not a mapped file: one that another process shortens meanwhile would end this one (SIGBUS), and one that grows
// would lose the 0 behind its end, on which readers rely.
//
//    Input in;
//    input_open(&in, "callgrind.out.1");    // fails with one sentence: a directory, an empty file, one that cannot be read
//    in.bytes[in.size_B]                    // is 0
//    input_close(&in);
#ifndef XG_COMMANDS_FILES_INPUT_H
#define XG_COMMANDS_FILES_INPUT_H

#include <stdbool.h>
#include <stddef.h>

// What is larger is refused, as it needs more memory than most computers have.
#define INPUT_MAX_B ((size_t)1 << 32)

enum {
   INPUT_START_B = 1 << 16, // what a check of the start sees, unless the contents are shorter
   // Of compressed files, contents may be so many times as large. Profiles and data files are 4 to 25 times as large as what is left of
   // them; gzip makes at most 1,032 bytes of 1, zstd any number.  Below UNPACKED_ALWAYS_B no computer is in danger.
   UNPACKED_RATIO_MAX = 250,
   UNPACKED_ALWAYS_B = 1 << 26
};

typedef struct {
   const char* shown; // the name, fit for messages
   const char* bytes; // the contents; a byte 0 follows them
   size_t size_B;
   char* heap; // where they are, if they are this input's own
} Input;

// Reads a file that the user has named, of at most INPUT_MAX_B bytes when unpacked; notes it for the mode of outputs (files/privacy.h).
// When it fails, nothing is left to close.
void input_open(Input* in, const char* name);
// input_open() whose `check` sees the start before the rest is read, and fails if that is not what it wants.  A large file of a wrong kind, or a pipe
// without end, is refused at once.  The start may end within a line.
void input_open_checked(Input* in, const char* name, void (*check)(const Input* start));
// An input of bytes in memory, which must end with a 0 behind them and stay until input_close().
void input_of_text(Input* in, const char* shown, const char* bytes, size_t size_B);
// May be called again.
void input_close(Input* in);
// The first n bytes, or fewer, of a file beside those that the user has named, if it may be looked into: a regular one that no link
// to files of the kernel leads to.  Returns how many; 0: it may not, or has none.  The bytes are as in the file, unless it is compressed.
size_t input_start(const char* name, char* to, size_t n);

#endif
