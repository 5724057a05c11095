// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writing to result files, whatever soft limit on the size of files the program runs under.
//
//    own_writes_begin();
//    ... own_write(fd, bytes, n) ...
//    if (own_writes_error() == VKI_EFBIG) ...           // the hard limit is below the size
#ifndef XG_CALLGRIND_RESULT_FILES_OWN_WRITES_H
#define XG_CALLGRIND_RESULT_FILES_OWN_WRITES_H

#include "pub_tool_basics.h"

// Forgets errors.
void own_writes_begin(void);
// Writes all bytes; False: an error.  Beyond the hard limit nothing is written, so that the program gets no signal for it (SIGXFSZ).
Bool own_write(Int fd, const HChar* bytes, SizeT n);
// The first error since own_writes_begin(), of the system; 0: none.
Int own_writes_error(void);

// The program has ended: messages, which the core writes, have no soft limit either.
void own_writes_end_of_run(void);
// The program may have set the limit, which is asked for once: after a filter of system calls, to ask may end the process.
void own_writes_limit_has_changed(void);

#endif
