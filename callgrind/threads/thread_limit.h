// SPDX-License-Identifier: GPL-3.0-or-later
//
// --max-threads: how many threads a program may have at once, which the core takes as it is, and fails for later.
//
//    thread_limit_check();      // when the options are known
//    if (thread_limit_living() == 1) ...
#ifndef XG_CALLGRIND_THREADS_THREAD_LIMIT_H
#define XG_CALLGRIND_THREADS_THREAD_LIMIT_H

#include "pub_tool_basics.h"

// The number of threads that the core has now.
UInt thread_limit_living(void);
// Ends the run with a sentence if the number is one that no program runs with.  A program that begins more threads ends with a sentence,
// and its results so far.
void thread_limit_check(void);

#endif
