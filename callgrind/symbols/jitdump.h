// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reader of jitdump files (version 1), in which a program lists the code that it makes, for perf: Linux,
// tools/perf/Documentation/jitdump-specification.txt.
//
// Contract: a file is read as far as it is written, each record once.  What is wrong with it is said in one
// sentence at the end of the run; before that, the program may still be writing.
//
//    if (jitdump_is_name("/tmp/jit-1234.dump", 1234)) d = jitdump_new("/tmp/jit-1234.dump", 1234);
//    jitdump_read(d);        // adds to made_code.h
//    jitdump_say_faults(d);
#ifndef XG_CALLGRIND_SYMBOLS_JITDUMP_H
#define XG_CALLGRIND_SYMBOLS_JITDUMP_H

#include "pub_tool_basics.h"

typedef struct Jitdump Jitdump;

// Whether a file is called as the jitdump of a process.
Bool jitdump_is_name(const HChar* file, Int pid);
// A jitdump that this process has begun to write.
Jitdump* jitdump_new(const HChar* file, Int pid);
const HChar* jitdump_file(const Jitdump* d);
// Reads the records that are complete since.
void jitdump_read(Jitdump* d);
// The file will not grow any more: says what is wrong with it.
void jitdump_say_faults(const Jitdump* d);

#endif
